// The programs of a trace that the model run covers. They are the initial program and the results of the stages and
// passes that changed it.
import type { Pipeline } from "../../core/pipeline/model";
import type { TraceRow } from "../../core/protocol/messages";
import { allSnapshots, passAround } from "../../core/trace/snapshot-pair";

export interface RunProgram {
  /** Entries with the same snapshot have the same program. */
  readonly snapshot: number;
  /** The row after which the program exists, or -1 for the initial program. */
  readonly row: number;
  readonly label: string;
  /** The outermost row around it: a stage, bound parameters or an edit. -1 for the initial program. */
  readonly root: number;
}

/** The programs in the order of the trace. */
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
 * The program after a row of the trace, or after the closest enclosing row that has one. The initial program if no row
 * is selected.
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
