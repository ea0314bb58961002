// The settings for how views show programs.
import { type Reading } from "../core/relay/reading-kind";
import { defaultsOf, type HowToRead } from "./reading";
import type { AppState } from "../core/state/app-state";

const NO_OPERATORS: NonNullable<AppState["operators"]> = [];
let last: { readonly of: AppState["operators"]; readonly how: Map<Reading, HowToRead> } | undefined;

/** The settings of a state. Equal choices give the same object, so views need not compare its contents. */
export function howToRead({
  reading,
  operators,
}: Pick<AppState, "reading" | "operators">): HowToRead {
  if (!last || last.of !== operators) last = { of: operators, how: new Map() };
  const known = last.how.get(reading);
  if (known) return known;
  const how = { reading, defaults: defaultsOf(operators ?? NO_OPERATORS) };
  last.how.set(reading, how);
  return how;
}
