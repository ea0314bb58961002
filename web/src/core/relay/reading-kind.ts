/**
 * How programs are shown. "short": types as shapes, with result types at the end of the line. "hidden": no result
 * types. "full": the whole text. "short" and "hidden" leave out attributes that have their default values.
 */
export const READINGS = ["short", "hidden", "full"] as const;
export type Reading = (typeof READINGS)[number];
