// Options in the form that the engine takes.

import { describe } from "./describe.js";
import { usageError } from "./errors.js";
import { toJson } from "./exact_json.js";
import { tableGiven } from "./given.js";
import { EngineObject } from "./handle.js";
import { say } from "./messages.js";
import { notesOnNames, rememberNames } from "./option_names.js";
import { own } from "./own.js";

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Refuses an object as the value of an option. */
export function refuseObject(name: string, option: string, value: unknown): never {
  throw usageError(
    say("kOptionValueImpossible", "{name}: the option {option} cannot be {value}", {
      name,
      option,
      value: describe(value),
    }),
  );
}

/**
 * Options as JSON, with camelCase names converted to the engine's names. Undefined options are omitted.
 *
 * @param name the name of the function that takes the options, for messages.
 * @param functions the options that are functions, which the caller has taken out.
 */
export function optionsJson(
  options: object,
  name = "options",
  functions: readonly string[] = [],
): string {
  const given = Object.entries(tableGiven(name, "options", options)) as [string, unknown][];
  const told = given.flatMap(([option, value]) => {
    if (value === undefined) return [];
    const unsuitable = typeof value === "symbol" || typeof value === "function";
    if (typeof value === "function" && functions.length > 0) {
      throw usageError(
        say("kPassOptionUnknown", "{owner} has no option '{option}'", { owner: name, option }),
        notesOnNames(option, functions),
      );
    }
    if (unsuitable) refuseObject(name, option, value);
    return [[snakeCase(option), value]];
  });
  if (given.length > 0) {
    rememberNames(new Map(given.map(([option]) => [snakeCase(option), option])));
  }
  // Objects of the engine have a `toJSON` for other purposes, so the value itself is looked at.
  return toJson(
    Object.fromEntries(told),
    function replace(this: unknown, key: string, value: unknown) {
      const held = own(this as Record<string, unknown>, key);
      if (held instanceof EngineObject) refuseObject(name, key, held);
      return value;
    },
  );
}
