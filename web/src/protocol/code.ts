// What crosses between the page and the worker about the user's JavaScript.

import type { codePlace, consoleEntry } from "./records";
import type { Described } from "./schema";

export type CodePlace = Described<typeof codePlace>;
export type ConsoleEntry = Described<typeof consoleEntry>;

export const CONSOLE_LEVELS = ["error", "warn", "info", "log", "debug"] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** Bounds of what one run can print; what is beyond is only counted. */
export const CONSOLE_LIMITS = { entries: 10_000, characters: 1_000_000 } as const;

/** The longest code that is looked at, in UTF-16. */
export const MAX_CODE = 1_000_000;
