// Operator changes as text: signed, as sums, and as TVM's list.
import type { OpDiffEntry } from "../protocol/messages";
import { own } from "../../i18n/own";

/** A change with its sign. It uses the minus sign U+2212, which is as wide as the plus. */
export function signed(by: number): string {
  if (by > 0) return `+${by}`;
  return by < 0 ? `−${-by}` : "0";
}

/** Added and removed calls of one row, for the tree's short summary. */
export function summary(diff: Readonly<Record<string, number>>): {
  added: number;
  removed: number;
} {
  let added = 0;
  let removed = 0;
  for (const by of Object.values(diff)) {
    if (by > 0) added += by;
    else removed -= by;
  }
  return { added, removed };
}

/** TVM's list, `[[1, "CanonicalizeOps", {"add": 1}], …]`, one pass per line; valid JSON. */
export function opDiffText(entries: readonly OpDiffEntry[]): string {
  if (entries.length === 0) return "[]";
  const lines = entries.map(([depth, pass, diff]) => {
    const ops = Object.keys(diff)
      .sort()
      .map((op) => `${JSON.stringify(op)}: ${own(diff, op)}`);
    return `[${depth}, ${JSON.stringify(pass)}, {${ops.join(", ")}}]`;
  });
  return `[${lines.join(",\n ")}]`;
}
