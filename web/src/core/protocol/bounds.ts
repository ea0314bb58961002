// Bounds of what a run may print and say.

export const CONSOLE_LEVELS = ["error", "warn", "info", "log", "debug"] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

/** Bounds of what one run can print; what is beyond is only counted. */
export const CONSOLE_LIMITS = { entries: 10_000, characters: 1_000_000 } as const;

/**
 * How many remarks of a run are told at most, how many characters their texts have together, and how many one of
 * them has.
 */
export const REMARKS_LIMITS = { remarks: 10_000, characters: 2_000_000, text: 1000 } as const;
