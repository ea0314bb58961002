// How much may come out of a worker in which the user's code runs: declared here once, held by the guard
// (guard.ts), which alone has to do with that worker, and a second time by the page.
import type { RunProgress } from "../core/protocol/messages";
import type { Budget } from "../core/protocol/schema";

/** What one message may be, whatever its schema allows of each part. */
export const MESSAGE_BUDGET: Budget = { values: 1_500_000, characters: 24_000_000, depth: 64 };

/** So many at once, and so many per second in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** What the guard hears: any message, also such as nobody waits for. Far above what a session says. */
export const HEARD: Rate = { burst: 5_000, perSecond: 1_000 };

/** Of these, what nobody waits for: a cell's timers may print after it has ended, and a session says nothing of the sort. */
export const UNASKED: Rate = { burst: 500, perSecond: 50 };

/**
 * What the page hears: above what a session ever sends, and low enough for a page that is busy with every single one
 * to notice.
 */
export const PASSED: Rate = { burst: 200, perSecond: 60 };

/** What all messages together are: characters, and values each counted as eight of them. */
export const VOLUME: Rate = { burst: 100_000_000, perSecond: 10_000_000 };

/** Which pass runs is told at most once in this many milliseconds, the latest only. */
export const STEP_MS = 50;

/** How often one request is told of its progress; what may be told any number of times has no entry. */
export const ONCE: ReadonlySet<RunProgress["kind"]> = new Set(["trace"]);

/** The longest text in which the sandbox says why it ended. */
export const MAX_WHY = 1000;
