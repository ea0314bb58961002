// Descriptions of values for messages.

import type { Message } from "./generated/records.js";
import { say } from "./messages.js";

/** @internal The key under which an object has its own description, which replaces the one of its class. */
export const description = Symbol("description");

interface Described {
  readonly [description]: Message;
}

/** @internal Describes a value for a message. */
export function describe(value: unknown): Message {
  if (value === null || value === undefined)
    return say("kValueText", "{value}", { value: String(value) });
  if (typeof value === "object") {
    if (description in value) return (value as Described)[description];
    const name = value.constructor?.name;
    return name === undefined
      ? say("kClasslessObject", "an object without a class")
      : say("kClassInstance", "an object of class {class}", { class: name });
  }
  if (typeof value === "function")
    return say("kNamedFunction", "the function '{name}'", { name: value.name });
  const type = typeof value;
  // JSON cannot represent symbols and large integers.
  if (type === "symbol" || type === "bigint") return say("kValueOfType", "a {type}", { type });
  return say("kTypedValue", "the {type} {value}", { type, value: JSON.stringify(value) });
}
