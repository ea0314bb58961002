// Maps lines of the program before a pass to lines of the program after it. Remarks are about expressions of the
// program before, and the marks appear in both.
import type { RemarkPlace, RunRemarks } from "../protocol/messages";
import type { LineDiff } from "./line-diff";
import { byLine, type LineRemarks } from "./remarks";

/** For each line of the text before, from 0, its line in the text after; -1 if it is gone. */
export function linesAfter(
  lines: number,
  { unchanged, became }: Pick<LineDiff, "unchanged" | "became">,
): Int32Array {
  const found = new Int32Array(lines).fill(-1);
  for (const [before, after] of became) found[before] = after;
  for (const { a, b, count } of unchanged) {
    for (let i = 0; i < count; i += 1) found[a + i] = b + i;
  }
  return found;
}

/** The lines of a remark in the shown programs, from 0. */
export interface RemarkLines {
  readonly before: number;
  /** The line if both programs share one column: that of the program after, or the next one if the line is gone. */
  readonly inline: number;
}

export interface ProgramMarks {
  readonly before: readonly LineRemarks[];
  readonly after: readonly LineRemarks[];
  readonly inline: readonly LineRemarks[];
  /** By the index of the remark among those of the run. */
  readonly lines: ReadonlyMap<number, RemarkLines>;
}

/**
 * The marks of a pass.
 *
 * @param shownLine the shown line of a printed line of the program before the pass.
 */
export function programMarks(
  said: RunRemarks,
  places: readonly RemarkPlace[],
  before: string,
  after: string,
  diff: Pick<LineDiff, "unchanged" | "became">,
  shownLine: (line: number) => number | undefined,
): ProgramMarks {
  const become = linesAfter(before.split("\n").length, diff);
  // Removed lines are shown above the next line that remains.
  const inline = become.slice();
  let next = Math.max(0, after.split("\n").length - 1);
  for (let line = inline.length - 1; line >= 0; line -= 1) {
    if ((inline[line] ?? -1) < 0) inline[line] = next;
    next = inline[line] ?? next;
  }
  const shownIn = (of: Int32Array) => (line: number) => {
    const shown = shownLine(line);
    const there = shown === undefined ? -1 : (of[shown] ?? -1);
    return there < 0 ? undefined : there;
  };
  const known = new Map<number, RemarkLines>();
  for (const { remark, line } of places) {
    const shown = shownLine(line);
    if (shown !== undefined) known.set(remark, { before: shown, inline: inline[shown] ?? 0 });
  }
  return {
    before: byLine(said, places, shownLine),
    after: byLine(said, places, shownIn(become)),
    inline: byLine(said, places, shownIn(inline)),
    lines: known,
  };
}
