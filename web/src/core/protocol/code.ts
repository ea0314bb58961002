// What crosses between the page and the worker about the user's code.

import type { codePlace, consoleEntry } from "./records";
import type { Described } from "./schema";

/** The languages of code, that of the code tab and that of cells. */
export const CODE_LANGUAGES = ["javascript", "python"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];
export const CODE_NAMES: Readonly<Record<CodeLanguage, string>> = {
  javascript: "JavaScript",
  python: "Python",
};

export type CodePlace = Described<typeof codePlace>;
export type ConsoleEntry = Described<typeof consoleEntry>;

export const CONSOLE_LEVELS = ["error", "warn", "info", "log", "debug"] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** Bounds of what one run can print; what is beyond is only counted. */
export const CONSOLE_LIMITS = { entries: 10_000, characters: 1_000_000 } as const;

/** The longest code that is looked at, in UTF-16. */
export const MAX_CODE = 1_000_000;

/**
 * How many remarks of a run are told at most, how many characters their texts have together, and how many one of
 * them has.
 */
export const REMARKS_LIMITS = { remarks: 10_000, characters: 2_000_000, text: 1000 } as const;
