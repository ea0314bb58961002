// The matrix of pass × operator: how many calls of each operator each pass adds or removes.
import type { TraceRow } from "../protocol/messages";
import { labelOf } from "./profile";
import { own } from "../../i18n/own";

export interface MatrixRow {
  /** A row of the trace. */
  readonly index: number;
  readonly name: string;
  /** 0 for a pass that a stage runs directly, 1 for a pass inside of it, and so on. */
  readonly depth: number;
  /** The change for each operator of the matrix; 0 if there is none. */
  readonly changes: readonly number[];
  /** The sum over all operators, also those that the filter leaves out. */
  readonly net: number;
}

export interface OpMatrix {
  /** Operators that change anywhere and pass the filter, by name. */
  readonly operators: readonly string[];
  /** The number of operators without the filter. */
  readonly allOperators: number;
  readonly rows: readonly MatrixRow[];
  /** The net change of the whole run, per operator (`totals`) and over all operators (`net`). */
  readonly totals: readonly number[];
  readonly net: number;
  /** The largest change, which scales the colours. */
  readonly largest: number;
  /** The number of depths to choose from, at least 1. */
  readonly depths: number;
}

export interface MatrixFilter {
  /** Passes at this depth and deeper are left out; Infinity for none. */
  readonly depths: number;
  /** Operators without this in their name are left out. */
  readonly operators: string;
}

const depthOf = (row: TraceRow): number => (row.kind === "pass" ? row.level - 1 : 0);

/**
 * The matrix of a run. A nested pass's changes are part of its parent's. So the totals count only the outermost passes,
 * those directly below a stage, whatever is shown.
 */
export function opMatrix(rows: readonly TraceRow[], filter: MatrixFilter): OpMatrix {
  const totals = new Map<string, number>();
  const changing: number[] = [];
  let depths = 1;
  rows.forEach((row, i) => {
    if (row.kind === "stage") return;
    const diff = Object.entries(row.opDiff);
    if (diff.length === 0) return;
    const depth = depthOf(row);
    depths = Math.max(depths, depth + 1);
    if (depth < filter.depths) changing.push(i);
    for (const [op, by] of diff) totals.set(op, (totals.get(op) ?? 0) + (depth === 0 ? by : 0));
  });
  const wanted = filter.operators.trim().toLowerCase();
  const all = [...totals.keys()].sort();
  const operators = all.filter((op) => op.toLowerCase().includes(wanted));
  let largest = 0;
  const shown = changing.flatMap((index): MatrixRow[] => {
    const row = rows[index];
    if (!row) return [];
    const changes = operators.map((op) => own(row.opDiff, op) ?? 0);
    if (wanted && changes.every((by) => by === 0)) return [];
    for (const by of changes) largest = Math.max(largest, Math.abs(by));
    const net = Object.values(row.opDiff).reduce((sum, by) => sum + by, 0);
    return [{ index, name: labelOf(row), depth: depthOf(row), changes, net }];
  });
  return {
    operators,
    allOperators: all.length,
    rows: shown,
    totals: operators.map((op) => totals.get(op) ?? 0),
    net: [...totals.values()].reduce((sum, by) => sum + by, 0),
    largest,
    depths,
  };
}

/** The number of colour steps. The scale is logarithmic, because 1 and 2 differ more than 41 and 42. */
const HEATS = 4;

/** The colour step of a change, from 1 (faint) to HEATS; 0 for no change. */
export function heat(by: number, largest: number): number {
  if (by === 0) return 0;
  const part = Math.log2(1 + Math.abs(by)) / Math.log2(1 + Math.max(largest, Math.abs(by)));
  return Math.max(1, Math.ceil(part * HEATS));
}

/** The matrix as tab-separated values for spreadsheets: names indented by depth, totals at the end. */
export function matrixTsv(matrix: OpMatrix): string {
  const line = (name: string, net: number, changes: readonly number[]): string =>
    [name, net, ...changes].join("\t");
  return [
    ["Pass", "Net", ...matrix.operators].join("\t"),
    ...matrix.rows.map((row) => line("  ".repeat(row.depth) + row.name, row.net, row.changes)),
    line("Net change", matrix.net, matrix.totals),
    "",
  ].join("\n");
}
