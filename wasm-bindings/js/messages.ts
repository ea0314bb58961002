// Messages of the package in the form of the engine's messages: a pattern and its arguments.

import type { Message } from "./generated/records.js";
import { own } from "./own.js";

/** The names of a pattern's placeholders. */
type Names<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** A value for a placeholder. */
type Value = string | number | Message | readonly string[];

/** The arguments for a pattern: a value for each placeholder, or nothing if it has none. */
type Values<Pattern extends string> = [Names<Pattern>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Pattern>, Value>>];

function argumentOf(name: string, value: Value): Message["arguments"][number] {
  if (typeof value === "string") return { name, text: value };
  if (typeof value === "number") {
    const text = String(value);
    return Number.isSafeInteger(value) ? { name, text, number: value } : { name, text };
  }
  if ("pattern" in value) return { name, text: value.text, message: value };
  return { name, text: value.join(", "), list: { items: [...value], form: "comma" } };
}

/**
 * A message in English and as data. Identity and pattern are literals, so that `scripts/lib/messages.mjs` finds them.
 * Translations refer to the identity.
 *
 * @internal
 */
export function say<const Pattern extends string>(
  _identity: `k${string}`,
  pattern: Pattern,
  ...[values]: Values<Pattern>
): Message {
  const all = (values ?? {}) as Readonly<Record<string, Value>>;
  const given = new Map<string, Message["arguments"][number]>();
  const text = pattern.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = own(all, name);
    if (value === undefined) return place;
    const argument = given.get(name) ?? argumentOf(name, value);
    given.set(name, argument);
    return argument.text;
  });
  return { text, pattern, arguments: [...given.values()] };
}
