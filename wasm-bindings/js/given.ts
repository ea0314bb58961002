// Checks of arguments, before the engine gets a handle or a text. An error names the function, the expected kind of
// value, and the given value. This file checks values of JavaScript. The file of a class has the check for its objects.

import { describe } from "./describe.js";
import { usageError, type Message } from "./errors.js";
import { say } from "./messages.js";
import { notesOnNames } from "./option_names.js";
import type { TypeSpec } from "./tensor_types.js";

/** @internal */
export function refuse(name: string, argument: string, expected: Message, value: unknown): never {
  throw usageError(
    say("kArgumentValueInvalid", "{name}: {argument} must be {expected}, not {value}", {
      name,
      argument,
      expected,
      value: describe(value),
    }),
  );
}

/** @internal */
export function textGiven(name: string, argument: string, value: unknown): string {
  return typeof value === "string"
    ? value
    : refuse(name, argument, say("kStringOption", "a string"), value);
}

/** @internal */
export function numberGiven(name: string, argument: string, value: unknown): number {
  return typeof value === "number"
    ? value
    : refuse(name, argument, say("kNumberToken", "a number"), value);
}

/** @internal Checks that a value is there. */
export function valueGiven<T>(name: string, argument: string, value: T): T {
  if (value !== undefined && value !== null) return value;
  throw usageError(
    say("kArgumentMissing", "{name} needs a value for {argument}, not {value}", {
      name,
      argument,
      value: describe(value),
    }),
  );
}

/** @internal Checks that a value is a function. */
export function callableGiven<T>(name: string, argument: string, value: T): T {
  return typeof value === "function"
    ? value
    : refuse(name, argument, say("kFunctionValue", "a function"), value);
}

/** @internal */
export function listGiven<T>(name: string, argument: string, value: readonly T[]): readonly T[] {
  return Array.isArray(value)
    ? (value as readonly T[])
    : refuse(name, argument, say("kArrayValue", "an array"), value);
}

/** @internal True for a plain object, which has no class. */
export function isTable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // In another realm, Object.prototype is a different object, but its prototype is null, too.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** @internal Checks that a value is a plain object. */
export function tableGiven<T extends object>(name: string, argument: string, value: T): T {
  return isTable(value)
    ? value
    : refuse(name, argument, say("kValuesByNameObject", "a plain object"), value);
}

/** The type of an option's value in JavaScript. */
type Kind = "boolean" | "string" | "number" | "function" | "array" | "object" | "any";

const expectedOf = {
  boolean: () => say("kBooleanOption", "a boolean"),
  string: () => say("kStringOption", "a string"),
  number: () => say("kNumberToken", "a number"),
  function: () => say("kFunctionValue", "a function"),
  array: () => say("kArrayValue", "an array"),
  object: () => say("kValuesByNameObject", "a plain object"),
} as const satisfies Record<Exclude<Kind, "any">, () => Message>;

const isOfKind = (value: unknown, kind: Exclude<Kind, "any">): boolean =>
  kind === "array"
    ? Array.isArray(value)
    : kind === "object"
      ? isTable(value)
      : typeof value === kind;

/**
 * @internal Checks the values of those options that the engine does not check. Undefined is allowed.
 */
export function optionTypes<T extends object>(
  name: string,
  options: T,
  kinds: { readonly [Option in keyof T]?: Kind },
): T {
  const given = tableGiven(name, "options", options);
  for (const [option, kind] of Object.entries(kinds) as [keyof T & string, Kind][]) {
    const value: unknown = Reflect.get(given, option);
    if (kind === "any" || value === undefined || isOfKind(value, kind)) continue;
    refuse(name, option, expectedOf[kind](), value);
  }
  return given;
}

/** @internal Checks options that the engine does not see: their names and the types of their values. */
export function optionsGiven<T extends object>(
  name: string,
  options: T,
  kinds: { readonly [Option in keyof Required<T>]: Kind },
): T {
  const given = tableGiven(name, "options", options);
  for (const option of Object.keys(given)) {
    if (Object.hasOwn(kinds, option)) continue;
    throw usageError(
      say("kPassOptionUnknown", "{owner} has no option '{option}'", { owner: name, option }),
      notesOnNames(option, Object.keys(kinds)),
    );
  }
  return optionTypes<T>(name, given, kinds);
}

/** @internal Refuses a promise as the result of a function that the package does not wait for. */
export function synchronous<T>(name: string, argument: string, result: T): T {
  if (typeof (result as { then?: unknown } | null | undefined)?.then !== "function") return result;
  // Its own rejection would end the program before anybody reads this error.
  void Promise.resolve(result).catch(() => undefined);
  throw usageError(
    say("kFunctionAsynchronous", "{name}: {argument} must not be asynchronous", { name, argument }),
    [say("kFunctionAsynchronousNote", "nobody waits for its promise")],
  );
}

const asyncFunction = (async () => undefined).constructor;

/** @internal Refuses an asynchronous function before it is called. */
export function synchronousGiven<T>(name: string, argument: string, body: T): T {
  callableGiven(name, argument, body);
  if (!(body instanceof asyncFunction)) return body;
  throw usageError(
    say("kFunctionAsynchronous", "{name}: {argument} must not be asynchronous", { name, argument }),
    [say("kFunctionAsynchronousNote", "nobody waits for its promise")],
  );
}

/** @internal Checks a type as text or as data; undefined is allowed. */
export function typeGiven(name: string, type: TypeSpec | undefined): TypeSpec | undefined {
  const given: unknown = type;
  const isData = typeof given === "object" && isTable(given) && "shape" in (given as object);
  if (isData) {
    const tensor = given as { shape: unknown; dtype?: unknown };
    optionsGiven(name, tensor, { shape: "any", dtype: "string" });
  }
  if (given === undefined || typeof given === "string" || isData) return type;
  return refuse(
    name,
    "type",
    say("kShapeOrType", "a type as text or an object with a shape"),
    given,
  );
}
