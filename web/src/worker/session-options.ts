// How a session in a real worker measures and lets messages in.
import type { SessionOptions } from "./session";

export function sessionOptions(): SessionOptions {
  // A message to oneself is queued behind those that have already arrived, without the delay of a
  // timer.
  const channel = new MessageChannel();
  // A run may still wait when the next one begins to: each message is for whoever has waited longest.
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return {
    maxRepetitions: 5000,
    maxRepeatMs: 1200,
    now: () => performance.now(),
    breathe: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        channel.port2.postMessage(0);
      }),
  };
}
