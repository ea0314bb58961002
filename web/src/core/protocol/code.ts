// Messages between the page and the worker about the user's code.

import type { codePlace, consoleEntry } from "./records";
import type { Described } from "./schema";

/** The languages of the code tab and of cells. */
export const CODE_LANGUAGES = ["javascript", "python"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];
export const CODE_NAMES: Readonly<Record<CodeLanguage, string>> = {
  javascript: "JavaScript",
  python: "Python",
};

export type CodePlace = Described<typeof codePlace>;
export type ConsoleEntry = Described<typeof consoleEntry>;

/** The longest code that the page accepts, in UTF-16 code units. */
export const MAX_CODE = 1_000_000;
