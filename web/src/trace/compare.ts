// Which two snapshots are compared: those of the selected row, or any two that were pinned.
import { t } from "../i18n/core";
import { stageNumber, type Pipeline } from "../pipeline/model";
import { didRun, type TraceRow } from "../protocol/messages";
import type { Pin } from "../state/app-state";

export interface Side {
  readonly snapshot: number;
  readonly label: string;
}

export interface Comparison {
  readonly a: Side;
  readonly b: Side;
  /** Whether pins chose it; otherwise it is the selected row's before and after. */
  readonly pinned: boolean;
}

/** What a row is called on its own. */
export function rowName(row: TraceRow, pipeline: Pipeline): string {
  if (row.kind === "stage") {
    return t("row.stage", { number: stageNumber(pipeline, row.stageId) });
  }
  if (row.kind === "bind") return t("row.bind");
  if (row.kind === "edit") return t("row.edited");
  return row.name;
}

/** A row of many of its name gets its number among them: "FoldConstant (2)". */
export function snapshotLabel(rows: readonly TraceRow[], pin: Pin, pipeline: Pipeline): string {
  const row = rows[pin.row];
  if (!row) return "";
  const name = rowName(row, pipeline);
  const same = rows.flatMap((other, i) => (rowName(other, pipeline) === name ? [i] : []));
  const number = same.length > 1 ? ` (${same.indexOf(pin.row) + 1})` : "";
  return t(`row.${pin.side}`, { name: `${name}${number}` });
}

/** Every snapshot of a run, each once, in the order in which they came about, by its first mention. */
export function allSnapshots(
  rows: readonly TraceRow[],
  pipeline: Pipeline,
): readonly (Side & { readonly pin: Pin })[] {
  const seen = new Set<number>();
  const list: (Side & { pin: Pin })[] = [];
  const add = (pin: Pin, snapshot: number, label?: string): void => {
    if (seen.has(snapshot)) return;
    seen.add(snapshot);
    list.push({ pin, snapshot, label: label ?? snapshotLabel(rows, pin, pipeline) });
  };
  // A row ends after all that is inside of it: children first.
  const walk = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    add({ row: index, side: "before" }, row.before);
    rows.forEach((child, i) => {
      if (child.parent === index) walk(i);
    });
    add({ row: index, side: "after" }, row.after);
  };
  if (rows[0]) add({ row: 0, side: "before" }, rows[0].before, t("row.program"));
  rows.forEach((row, i) => {
    if (row.parent < 0) walk(i);
  });
  return list;
}

export const snapshotOf = (rows: readonly TraceRow[], pin: Pin): number | undefined =>
  rows[pin.row]?.[pin.side];

/** Undefined when there is nothing to compare: no row is selected, and not two pins are set. */
export function comparison(
  rows: readonly TraceRow[],
  selected: number,
  pins: { readonly a?: Pin; readonly b?: Pin },
  pipeline: Pipeline,
): Comparison | undefined {
  const side = (pin: Pin): Side | undefined => {
    const snapshot = snapshotOf(rows, pin);
    if (snapshot === undefined) return undefined;
    return { snapshot, label: snapshotLabel(rows, pin, pipeline) };
  };
  const row = rows[selected];
  const own = (which: Pin["side"]): Side | undefined =>
    row && didRun(row) ? side({ row: selected, side: which }) : undefined;
  const a = pins.a ? side(pins.a) : own("before");
  const b = pins.b ? side(pins.b) : own("after");
  if (!a || !b) return undefined;
  return { a, b, pinned: pins.a !== undefined || pins.b !== undefined };
}
