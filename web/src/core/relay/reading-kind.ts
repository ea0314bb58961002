/**
 * How programs are read. "short": types as shapes, those of results at the end of the line. "hidden": those of results
 * not at all. "full": all of the text. Attributes at their default are left out of the first two.
 */
export const READINGS = ["short", "hidden", "full"] as const;
export type Reading = (typeof READINGS)[number];
