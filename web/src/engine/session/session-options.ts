// How a session in a real worker measures and lets messages in.
import type { SessionOptions } from "./session";

export function sessionOptions(): SessionOptions {
  // A message to oneself is queued behind those that have already arrived, without the delay of a
  // timer.
  const channel = new MessageChannel();
  // One run may still wait here when the next one begins to wait: each message wakes the one that has waited
  // longest.
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return {
    maxRepetitions: 5000,
    maxRepeatMs: 3000,
    now: () => performance.now(),
    breathe: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        channel.port2.postMessage(0);
      }),
  };
}
