// Checks of arguments, before the engine gets a handle or a text. An error names the function, the expected kind of
// value, and the given value. This file checks values of JavaScript. The file of a class has the check for its objects.

import { describe } from "./describe.js";
import { usageError, type Message } from "./errors.js";
import { say } from "./messages.js";
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

/** @internal Checks a type as text or as data; undefined is allowed. */
export function typeGiven(name: string, type: TypeSpec | undefined): TypeSpec | undefined {
  const given: unknown = type;
  const isData = typeof given === "object" && isTable(given) && "shape" in (given as object);
  if (given === undefined || typeof given === "string" || isData) return type;
  return refuse(
    name,
    "type",
    say("kShapeOrType", "a type as text or an object with a shape"),
    given,
  );
}
