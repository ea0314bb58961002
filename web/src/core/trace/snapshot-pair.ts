// The two compared snapshots: those of the selected row, or any two pinned ones.
import { t } from "../texts";
import { findStep, stageNumber, type Pipeline } from "../pipeline/model";
import { didRun, type TraceRow } from "../protocol/messages";
import type { Pin } from "../state/app-state";
import { pathTo } from "./tree";

interface Side {
  readonly snapshot: number;
  readonly label: string;
}

export interface Comparison {
  readonly a: Side;
  readonly b: Side;
  /** Whether a pin chose at least one side; otherwise both are the selected row's. */
  readonly pinned: boolean;
}

/** The name of a row without its context. */
export function rowName(row: TraceRow, pipeline: Pipeline): string {
  if (row.kind === "stage") {
    return t("row.stage", { number: stageNumber(pipeline, row.stageId) });
  }
  if (row.kind === "bind") return t("row.bind");
  if (row.kind === "edit") return t("row.edited");
  return row.name;
}

export interface NamedSnapshot extends Side {
  readonly pin: Pin;
}

/** Whether a row is a list of passes: a stage, or a Sequential that the user added. */
const isList = (row: TraceRow, pipeline: Pipeline): boolean =>
  row.kind === "stage" ||
  (row.stepId === undefined
    ? row.level === 1 && row.name === "sequential"
    : findStep(pipeline, row.stepId)?.kind === "sequential");

/** The outermost pass of a list that the row's pass ran within; undefined if the row itself is in a list. */
export function passAround(
  rows: readonly TraceRow[],
  index: number,
  pipeline: Pipeline,
): TraceRow | undefined {
  const path = pathTo(rows, index).slice(0, -1);
  return path.flatMap((at) => rows[at] ?? []).find((row) => !isList(row, pipeline));
}

/** Whether a row is a part of the user's pipeline, not a pass that another pass ran. */
const isStep = ({ kind, stepId }: TraceRow): boolean =>
  kind === "bind" || kind === "edit" || stepId !== undefined;

/**
 * The names of rows among all rows of a run. A nested pass has its outer pass ("InferType in FoldConstant"). Passes
 * with equal names have a number ("FoldConstant (2)").
 */
function rowLabels(rows: readonly TraceRow[], pipeline: Pipeline): readonly string[] {
  const plain: string[] = [];
  rows.forEach((row, i) => {
    const step = passAround(rows, i, pipeline);
    const name = rowName(row, pipeline);
    plain.push(step ? t("row.inside", { name, step: rowName(step, pipeline) }) : name);
  });
  const times = new Map<string, number>();
  for (const name of plain) times.set(name, (times.get(name) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return plain.map((name) => {
    if (times.get(name) === 1) return name;
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return `${name} (${number})`;
  });
}

interface Mention {
  readonly pin: Pin;
  readonly snapshot: number;
}

/** All mentions of snapshots, in the order of execution. */
function mentions(rows: readonly TraceRow[]): readonly Mention[] {
  const children = new Map<number, number[]>();
  rows.forEach(({ parent }, i) => {
    const siblings = children.get(parent);
    if (siblings) siblings.push(i);
    else children.set(parent, [i]);
  });
  const list: Mention[] = [];
  // A row ends after its children.
  const walk = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    list.push({ pin: { row: index, side: "before" }, snapshot: row.before });
    children.get(index)?.forEach(walk);
    list.push({ pin: { row: index, side: "after" }, snapshot: row.after });
  };
  children.get(-1)?.forEach(walk);
  return list;
}

/**
 * How well a mention names its snapshot, the lower the better: a step of the user, then the outermost pass with this
 * result.
 */
function rankOf(rows: readonly TraceRow[], { row: index, side }: Pin, pipeline: Pipeline): number {
  const row = rows[index];
  if (!row || side === "before") return Infinity;
  if (isStep(row)) return 0;
  return isList(row, pipeline) ? Number.MAX_VALUE : row.level;
}

/**
 * All snapshots of a run, each once, in the order of execution. The name is that of the user's step that left it, even
 * if a nested pass made it.
 */
export function allSnapshots(
  rows: readonly TraceRow[],
  pipeline: Pipeline,
): readonly NamedSnapshot[] {
  const first = rows[0]?.before;
  const best = new Map<number, Mention>();
  for (const mention of mentions(rows)) {
    const known = best.get(mention.snapshot);
    if (!known) best.set(mention.snapshot, mention);
    else if (
      mention.snapshot !== first &&
      rankOf(rows, mention.pin, pipeline) < rankOf(rows, known.pin, pipeline)
    ) {
      best.set(mention.snapshot, mention);
    }
  }
  const labels = rowLabels(rows, pipeline);
  return [...best.values()].map(({ pin, snapshot }) => ({
    pin,
    snapshot,
    label:
      snapshot === first ? t("row.program") : t(`row.${pin.side}`, { name: labels[pin.row] ?? "" }),
  }));
}

/** The name of a pinned snapshot. */
export function snapshotLabel(rows: readonly TraceRow[], pin: Pin, pipeline: Pipeline): string {
  const snapshot = snapshotOf(rows, pin);
  return allSnapshots(rows, pipeline).find((each) => each.snapshot === snapshot)?.label ?? "";
}

const snapshotOf = (rows: readonly TraceRow[], pin: Pin): number | undefined =>
  rows[pin.row]?.[pin.side];

/** The two compared snapshots. Undefined if a side has neither a pin nor a selected row that ran. */
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
