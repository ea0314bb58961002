// Which row of a run is selected until the user chooses one.
import { didRun, type TraceRow } from "../protocol/messages";

/**
 * The first step of the pipeline that changed the operator counts: it shows more than a step that only found types.
 * Otherwise the first step that changed the program, then the first pass, then anything else, such as bound parameters.
 * -1 if nothing changed.
 */
export function firstChange(rows: readonly TraceRow[]): number {
  const changed = (row: TraceRow): boolean => didRun(row) && row.changed;
  const kinds: readonly ((row: TraceRow) => boolean)[] = [
    (row) => row.stepId !== undefined && Object.keys(row.opDiff).length > 0,
    (row) => row.stepId !== undefined,
    (row) => row.kind === "pass" && row.name !== "sequential",
    (row) => row.kind !== "stage",
  ];
  for (const kind of kinds) {
    const found = rows.findIndex((row) => kind(row) && changed(row));
    if (found >= 0) return found;
  }
  return -1;
}

/** Whether two runs have the same rows, so that a row number means the same in both. */
export const sameShape = (before: readonly TraceRow[], rows: readonly TraceRow[]): boolean =>
  before.length === rows.length && rows.every((row, i) => row.name === before[i]?.name);

/**
 * The selected row of a new run: the previously selected step, wherever it is now, because users keep watching a step
 * while they edit. A row that the page selected stays selected only while it changes something.
 */
export function selectedAfter(
  before: readonly TraceRow[],
  selected: number,
  rows: readonly TraceRow[],
): number {
  const was = before[selected];
  const first = firstChange(rows);
  if (was === undefined) return first;
  const step = (row: TraceRow): boolean =>
    was.stepId !== undefined && row.stepId === was.stepId && row.name === was.name;
  const now = sameShape(before, rows) ? selected : rows.findIndex(step);
  if (now < 0) return first;
  return rows[now]?.changed || selected !== firstChange(before) ? now : first;
}
