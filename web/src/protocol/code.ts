// What crosses between the page and the worker about the user's JavaScript.

/** A place in the user's code. Both count from 1, columns in UTF-16. */
export interface CodePlace {
  readonly line: number;
  readonly column: number;
}

export const CONSOLE_LEVELS = ["error", "warn", "info", "log", "debug"] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** One thing that was printed. `line`: where in the user's code, when it was printed from there. */
export interface ConsoleEntry {
  readonly level: ConsoleLevel;
  readonly text: string;
  readonly line?: number;
}

/** Bounds of what one run can print; what is beyond is only counted. */
export const CONSOLE_LIMITS = { entries: 10_000, characters: 1_000_000 } as const;

/** The longest code that is looked at, in UTF-16. */
export const MAX_CODE = 1_000_000;
