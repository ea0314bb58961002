// The parts of a run that the page shows while it runs or after it failed.
import type { TraceRow } from "../protocol/messages";
import { foldedAtFirst, lastFailed, pathTo } from "../trace/tree";
import type { AppState, RunningPass } from "./app-state";

/** The current pass. It keeps its start time while the pass stays the same. */
export function runningPass(
  last: RunningPass | undefined,
  { name, done }: { readonly name: string; readonly done: number },
): RunningPass {
  return last?.done === done ? last : { name, done, since: performance.now() };
}

/** Selects the innermost failed row and brings it into view. */
export function chooseFailed(
  rows: readonly TraceRow[],
  collapsed = foldedAtFirst(rows),
): Partial<Pick<AppState, "selected" | "collapsed" | "rowPlace">> {
  const row = lastFailed(rows);
  if (row < 0) return {};
  const around = new Set(pathTo(rows, row).slice(0, -1));
  const folded = [...collapsed].filter((at) => !around.has(at));
  return { selected: row, collapsed: new Set(folded), rowPlace: { row, focus: false } };
}
