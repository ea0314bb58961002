// Bounds on the output and the remarks of a run.

export const CONSOLE_LEVELS = ["error", "warn", "info", "log", "debug"] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** Bounds on the output of one run. Output beyond them is only counted. */
export const CONSOLE_LIMITS = { entries: 10_000, characters: 1_000_000 } as const;

/** The most remarks of a run that are sent, the characters of all their texts together, and those of one text. */
export const REMARKS_LIMITS = { remarks: 10_000, characters: 2_000_000, text: 1000 } as const;
