// How a session in a real worker measures and lets messages in.
export interface SessionOptions {
  /** Bounds of repeating a run for its times: repetitions of each part, time of all together. */
  readonly maxRepetitions: number;
  readonly maxRepeatMs: number;
  /** The same for each program when models are run; by default 200 runs in 1.5 seconds. */
  readonly maxModelRuns?: number;
  readonly maxModelMs?: number;
  /** Milliseconds, as `performance.now()`. */
  readonly now: () => number;
  /** Resolves after messages that have arrived meanwhile have been handled. */
  readonly breathe: () => Promise<void>;
}

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
