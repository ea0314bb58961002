// Which programs of a run are looked at when the model is run: the one before, and what each stage and each pass
// of the pipeline left that changed it.
import type { Pipeline } from "../../core/pipeline/model";
import type { TraceRow } from "../../core/protocol/messages";
import { allSnapshots, passAround } from "../../core/trace/snapshot-pair";

export interface RunProgram {
  /** Programs with the same number are the very same one. */
  readonly snapshot: number;
  /** The row that left it; -1 for the one before everything. */
  readonly row: number;
  readonly label: string;
  /** The outermost row that it is of: a stage, bound parameters, an edit; -1 as above. */
  readonly root: number;
}

/** In the order in which they came about. */
export function programsOf(rows: readonly TraceRow[], pipeline: Pipeline): readonly RunProgram[] {
  const first = rows[0]?.before;
  return allSnapshots(rows, pipeline).flatMap(({ snapshot, pin, label }) => {
    if (snapshot === first) return [{ snapshot, row: -1, label, root: -1 }];
    const inside = pin.side === "before" || passAround(rows, pin.row, pipeline) !== undefined;
    return inside ? [] : [{ snapshot, row: pin.row, label, root: rootOf(rows, pin.row) }];
  });
}

function rootOf(rows: readonly TraceRow[], row: number): number {
  let at = row;
  for (let up = rows[at]?.parent ?? -1; up >= 0; up = rows[up]?.parent ?? -1) at = up;
  return at;
}

/**
 * The program that a row of the trace leads to: the one that it left, or what it is a part of. The one before
 * everything where no row is selected.
 */
export function programOfRow(
  programs: readonly RunProgram[],
  rows: readonly TraceRow[],
  selected: number,
): RunProgram | undefined {
  for (let at = rows[selected]; at; at = rows[at.parent]) {
    const { after } = at;
    const found = programs.find(({ snapshot }) => snapshot === after);
    if (found) return found;
  }
  return programs[0];
}
