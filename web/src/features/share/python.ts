// Writes values and calls as Python.
import { indent } from "./parts";

const MAX_LINE = 92;

/** A JSON value as a Python literal. */
export function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number") return numberText(value);
  // Python reads JSON's escapes in the same way.
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  const items = Object.entries(value).map(([key, item]) => `${python(key)}: ${python(item)}`);
  return `{${items.join(", ")}}`;
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  if (Number.isFinite(value)) return String(value);
  return `float(${JSON.stringify(String(value).replace("Infinity", "inf"))})`;
}

/** Any text of several lines as a triple-quoted string, in which the lines stay readable. */
export function multiLine(text: string): string {
  const escaped = text
    .replace(/\\/g, "\\\\")
    .replace(/"{3,}|"+$/g, (quotes) => quotes.replaceAll('"', '\\"'))
    // Python reads all line breaks as line feeds, and files cannot contain lone surrogates.
    .replace(/[^\P{Cc}\n\t]|\p{Cs}|\uFEFF/gu, (c) => {
      return `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
    });
  return `"""\\\n${escaped}"""`;
}

/** The lines of a call: one if it fits. An item can have several lines. */
export function call(callee: string, items: readonly string[]): string[] {
  const line = `${callee}(${items.join(", ")})`;
  if (line.length <= MAX_LINE && !line.includes("\n")) return [line];
  return [`${callee}(`, ...items.flatMap((item) => indent(`${item},`.split("\n"), "    ")), ")"];
}
