// How a session measures and lets messages in.
export interface SessionOptions {
  /** Bounds on repeating a run for its times: repetitions of each part, and milliseconds for all parts. */
  readonly maxRepetitions: number;
  readonly maxRepeatMs: number;
  /** The same bounds for each program when models run; by default 200 runs in 1.5 seconds. */
  readonly maxModelRuns?: number;
  readonly maxModelMs?: number;
  /** Milliseconds, as `performance.now()`. */
  readonly now: () => number;
  /** Resolves after all messages that have arrived are handled. */
  readonly breathe: () => Promise<void>;
}

export function sessionOptions(): SessionOptions {
  // A message to the same worker is queued behind those that have arrived, without a timer's delay.
  const channel = new MessageChannel();
  // A run may still wait here when the next one begins to wait. Each message wakes the longest-waiting one.
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
