// Finds the one field of a pipeline that changed, so that text typed letter by letter is one edit for undo.
import type { Pipeline } from "./model";
import { own } from "../../i18n/own";

type Part = Readonly<Record<string, unknown>> & { readonly id: string };

/** The members that are lists of parts with ids of their own. */
const LISTS: readonly string[] = ["passes", "steps", "instruments"];

const isTyped = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

/**
 * The changed text or number of a stage, a step or an instrument, as its id and field name; undefined for any other
 * change.
 */
export function changedField(before: Pipeline, after: Pipeline): string | undefined {
  return inList(before, after);
}

function inList(before: readonly object[], after: readonly object[]): string | undefined {
  const [a, b] = [before as readonly Part[], after as readonly Part[]];
  if (a.length !== b.length || a.some(({ id }, i) => id !== b[i]?.id)) return undefined;
  const [at, another] = a.flatMap((part, i) => (part === b[i] ? [] : [i]));
  const [from, to] = [a[at ?? -1], b[at ?? -1]];
  return from && to && another === undefined ? inPart(from, to) : undefined;
}

function inPart(before: Part, after: Part): string | undefined {
  const names = Object.keys(after).filter((name) => own(before, name) !== own(after, name));
  const [name] = names;
  if (name === undefined || names.length > 1) return undefined;
  const [from, to] = [own(before, name), own(after, name)];
  if (LISTS.includes(name)) return inList(from as readonly object[], to as readonly object[]);
  return isTyped(from) && isTyped(to) ? `${after.id}.${name}` : undefined;
}
