// Limits on the output of a worker that runs user code. The guard (guard.ts), which alone talks to that worker, applies
// them, and the page applies them again.
import type { RunProgress } from "../core/protocol/messages";
import type { Budget } from "../core/protocol/schema";

/** The limits of one message, besides those of its schema. */
export const MESSAGE_BUDGET: Budget = { values: 1_500_000, characters: 24_000_000, depth: 64 };

/** A rate: `burst` at once, and `perSecond` in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * All messages to the guard, including those that no request waits for. The limit is far above what a session sends.
 */
export const HEARD: Rate = { burst: 5_000, perSecond: 1_000 };

/**
 * Messages that no request waits for. Timers of a cell may print after the cell has ended; a session sends no such
 * messages.
 */
export const UNASKED: Rate = { burst: 500, perSecond: 50 };

/**
 * Messages to the page. The limit is above what a session sends, and low enough for a page that handles each one
 * slowly.
 */
export const PASSED: Rate = { burst: 200, perSecond: 60 };

/** The size of all messages together, in characters; a value counts as eight. */
export const VOLUME: Rate = { burst: 100_000_000, perSecond: 10_000_000 };

/**
 * While no request is open, the worker is asked every `ms` milliseconds whether it rests. After so many questions in a
 * row without an answer, the sandbox ends.
 */
export const REST = { ms: 5000, misses: 2 };

/** The name of the running pass is sent at most once in this many milliseconds. */
export const STEP_MS = 50;

/** The kinds of progress that a request may get only once. */
export const ONCE: ReadonlySet<RunProgress["kind"]> = new Set(["trace"]);

/** The longest text for why the sandbox ended, in characters. */
export const MAX_WHY = 1000;
