// The expected results of TVM's tutorials.
import { readFileSync } from "node:fs";

const folder = new URL("../../tests/golden/tutorials/", import.meta.url);

export const golden = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** The text of a timing profile without its figures, as in the golden files. */
export const withoutTimes = (profile: string): string =>
  profile.replace(/\d+us \[\d+us\] \([\d.]+%; [\d.]+%\)/g, "<us>us [<us>us] (<pct>%; <pct>%)");
