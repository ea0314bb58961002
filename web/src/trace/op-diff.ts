// Operator changes: the table of pass × operator, and TVM's list as text.
import type { OpDiffEntry, TraceRow } from "../protocol/messages";

export interface OpTable {
  /** Operators that change anywhere, sorted by name: the columns. */
  readonly operators: readonly string[];
  /** Rows of the trace that change an operator, by index into the trace. */
  readonly rows: readonly number[];
  /** The net change of the whole run, per operator of `operators`. */
  readonly totals: readonly number[];
}

/**
 * A nested pass's changes are contained in its parent's, so the net change counts only the
 * outermost passes, those right below a stage.
 */
export function opTable(rows: readonly TraceRow[]): OpTable {
  const changing: number[] = [];
  const totals = new Map<string, number>();
  rows.forEach((row, i) => {
    if (row.kind === "stage") return;
    const diffs = Object.entries(row.opDiff);
    if (diffs.length === 0) return;
    changing.push(i);
    const outermost = row.parent < 0 || rows[row.parent]?.kind === "stage";
    for (const [op, by] of diffs) totals.set(op, (totals.get(op) ?? 0) + (outermost ? by : 0));
  });
  const operators = [...totals.keys()].sort();
  return { operators, rows: changing, totals: operators.map((op) => totals.get(op) ?? 0) };
}

/** A change with its sign; a real minus sign, so that it is as wide as the plus. */
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
      .map((op) => `${JSON.stringify(op)}: ${diff[op]}`);
    return `[${depth}, ${JSON.stringify(pass)}, {${ops.join(", ")}}]`;
  });
  return `[${lines.join(",\n ")}]`;
}
