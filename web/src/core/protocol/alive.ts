// How a page notices that the browser has ended a worker, for example for lack of memory: no event reports it. The
// worker holds a lock of its name for as long as it lives. When the page gets that lock, the worker is gone.

/** The worker's message that it holds the lock of its name. */
export const HOLDS_LOCK = "holds-lock";

/** The browser has locks only in secure contexts. */
const locks = (): LockManager | undefined =>
  (navigator as { readonly locks?: LockManager }).locks ?? undefined;

/** A name for the next worker. */
let workers = 0;
const page = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
export const nextWorkerName = (): string => `passcope engine ${page} ${(workers += 1)}`;

/** In the worker: takes the lock for the rest of its life, and reports that it has it. */
export function holdLock(name: string, tell: (message: string) => void): void {
  if (name === "") return;
  void locks()
    ?.request(name, () => {
      tell(HOLDS_LOCK);
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
}

/**
 * In the page, once the worker holds its lock: calls `gone` when the lock is released. Returns a function that ends the
 * waiting.
 */
export function watchLock(name: string, gone: () => void): () => void {
  const ends = new AbortController();
  void locks()
    ?.request(name, { signal: ends.signal }, () => gone())
    .catch(() => undefined);
  return () => ends.abort();
}
