// Values and calls in Python's notation.
import { indent } from "./parts";

const MAX_LINE = 92;

/** A value that came from JSON. */
export function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number") return numberText(value);
  // What JSON escapes, Python reads the same way.
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

/** A text of several lines that looks as it is, whatever is in it. */
export function multiLine(text: string): string {
  const escaped = text
    .replace(/\\/g, "\\\\")
    .replace(/"{3,}|"+$/g, (quotes) => quotes.replaceAll('"', '\\"'))
    // Python reads all ends of lines as line feeds; halves of pairs do not survive in a file.
    .replace(/[^\P{Cc}\n\t]|\p{Cs}|\uFEFF/gu, (c) => {
      return `\\u${(c.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
    });
  return `"""\\\n${escaped}"""`;
}

/** The lines of a call: one if it fits. Items may be lines that belong together. */
export function call(callee: string, items: readonly string[]): string[] {
  const line = `${callee}(${items.join(", ")})`;
  if (line.length <= MAX_LINE && !line.includes("\n")) return [line];
  return [`${callee}(`, ...items.flatMap((item) => indent(`${item},`.split("\n"), "    ")), ")"];
}
