// JSON at the engine's boundary. The engine's integers have 64 bits, and a number holds only 53 of them exactly. Others
// cross as bigints.

import { usageError } from "./errors.js";
import { say } from "./messages.js";

type Replacer = (this: unknown, key: string, value: unknown) => unknown;

/** Begins a string in place of a bigint, which no other string of the engine's data does. */
const MARK = "\0bigint:";
const marked = /"\\u0000bigint:(-?\d+)"/g;
const markedText = /^\0bigint:(-?\d+)$/;

function checked(name: string, value: bigint): string {
  if (BigInt.asIntN(64, value) !== value) {
    throw usageError(
      say("kIntegerBeyond64Bits", "{name}: {value} does not fit an integer of 64 bits", {
        name,
        value: String(value),
      }),
    );
  }
  return `${MARK}${value}`;
}

/** `JSON.stringify` for the engine: bigints become exact numbers. */
export function toJson(value: unknown, replace?: Replacer): string {
  let any = false;
  let name = "";
  try {
    const text = JSON.stringify(value, function each(this: unknown, key: string, item: unknown) {
      const made = replace ? replace.call(this, key, item) : item;
      // The items of a list have its name.
      if (!Array.isArray(this)) name = key;
      if (typeof made !== "bigint") return made;
      any = true;
      return checked(name, made);
    });
    return any ? text.replaceAll(marked, "$1") : text;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw usageError(say("kValueNestedTooDeeply", "a value is nested too deeply"));
  }
}

/** `JSON.parse` for texts of the engine: an integer that a number cannot hold becomes a bigint. */
export function fromJson(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text, revive) as unknown;
  // Strings are matched to leave their digits alone.
  const exact = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (part) =>
    /^-?\d{16,}$/.test(part) && !Number.isSafeInteger(Number(part))
      ? JSON.stringify(MARK + part)
      : part,
  );
  return JSON.parse(exact, (key, value: unknown) => {
    const digits = typeof value === "string" ? markedText.exec(value)?.[1] : undefined;
    if (digits !== undefined) return BigInt(digits);
    return revive ? revive(key, value) : value;
  }) as unknown;
}
