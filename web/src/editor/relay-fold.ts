// Folding: text between braces on several lines, and the metadata section.
import { foldService } from "@codemirror/language";
import type { Text } from "@codemirror/state";

/** Braces are matched within this many characters; longer function bodies cannot be folded. */
const REACH = 8_000_000;

/** The offset of the brace that closes the one before `from`; -1 if there is none. */
export function closingBrace(doc: Text, from: number): number {
  let depth = 1;
  let mode: "code" | "line" | "block" | "string" = "code";
  let before = "";
  let offset = from;
  for (const piece of doc.iterRange(from, Math.min(doc.length, from + REACH))) {
    for (let i = 0; i < piece.length; i += 1) {
      const char = piece.charAt(i);
      if (mode === "code") {
        if (char === "{") depth += 1;
        else if (char === "}") {
          depth -= 1;
          if (depth === 0) return offset + i;
        } else if (char === '"') mode = "string";
        else if (before === "/" && char === "/") mode = "line";
        else if (before === "/" && char === "*") mode = "block";
      } else if (char === "\n") {
        if (mode !== "block") mode = "code";
      } else if (mode === "block") {
        if (before === "*" && char === "/") mode = "code";
      } else if (mode === "string" && char === '"' && before !== "\\") {
        mode = "code";
      }
      before = before === "\\" && char === "\\" ? "" : char;
    }
    offset += piece.length;
  }
  return -1;
}

/** The range from behind the last open brace of a line to its closing brace on a later line. */
export function foldRange(
  doc: Text,
  lineStart: number,
  lineEnd: number,
): { from: number; to: number } | null {
  const line = doc.sliceString(lineStart, lineEnd);
  if (line.startsWith("#[metadata]")) {
    return lineEnd < doc.length ? { from: lineEnd, to: doc.length } : null;
  }
  const open = /\{\s*(?:\/\/.*|\/\*[^*]*\*\/\s*)?$/.exec(line);
  if (!open) return null;
  const from = lineStart + open.index + 1;
  const to = closingBrace(doc, from);
  return to > lineEnd ? { from, to } : null;
}

// Results by line: the editor asks about the same line many times between two changes.
const remembered = new WeakMap<Text, Map<number, { from: number; to: number } | null>>();

export const relayFolding = foldService.of((state, lineStart, lineEnd) => {
  let ranges = remembered.get(state.doc);
  if (!ranges) {
    ranges = new Map<number, { from: number; to: number } | null>();
    remembered.set(state.doc, ranges);
  }
  let range = ranges.get(lineStart);
  if (range === undefined) {
    range = foldRange(state.doc, lineStart, lineEnd);
    ranges.set(lineStart, range);
  }
  return range;
});
