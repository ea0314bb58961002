// How a page knows that a worker is gone which the browser has ended, for want of memory perhaps: no event tells of it.
// The worker holds a lock of its name as long as it lives; who is given it then knows.

/** What the worker says when it holds the lock of its name. */
export const HOLDS_LOCK = "holds-lock";

/** Locks are there in secure contexts only. */
const locks = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager }).locks ?? undefined;

/** A name for the next worker. */
let workers = 0;
const page = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
export const nextWorkerName = (): string => `passcope engine ${page} ${(workers += 1)}`;

/** In the worker: holds the lock until it ends, and tells so. */
export function holdLock(name: string, tell: (message: string) => void): void {
  if (name === "") return;
  void locks()
    ?.request(name, () => {
      tell(HOLDS_LOCK);
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
}

/** In the page, once the worker holds its lock: calls `gone` when it is given up. Returns what ends the waiting. */
export function watchLock(name: string, gone: () => void): () => void {
  const ends = new AbortController();
  void locks()
    ?.request(name, { signal: ends.signal }, () => gone())
    .catch(() => undefined);
  return () => ends.abort();
}
