// What a run that is under way, or that failed, shows of itself.
import type { TraceRow } from "../protocol/messages";
import { foldedAtFirst, lastFailed, pathTo } from "../trace/tree";
import type { AppState, RunningPass } from "./app-state";

/** What is known of the pass that runs now. */
export function runningPass(
  last: RunningPass | undefined,
  { name, done }: { readonly name: string; readonly done: number },
): RunningPass {
  return last?.done === done ? last : { name, done, since: performance.now() };
}

/** The innermost row that failed, chosen and to come into view. */
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
