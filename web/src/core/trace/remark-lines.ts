// Which lines of the program after a pass belong to lines of the one before it, for marks of remarks, which are about
// expressions of the program before.
import type { RemarkPlace, RunRemarks } from "../protocol/messages";
import type { LineDiff } from "./line-diff";
import { matchSequences } from "./match-sequences";
import { byLine, type LineRemarks } from "./remarks";

/** The operator that a line calls; "" for a line without a call. */
const operatorOf = (line: string): string => /(?:= |^\s*)([\w.]+)\(/.exec(line)?.[1] ?? "";

/**
 * For each line of the text before, from 0, the line after that it is or has become; -1 for one that is gone. Lines
 * that are not the same are matched by the operators that they call, as far as these keep their order.
 */
export function linesAfter(
  before: readonly string[],
  after: readonly string[],
  { unchanged }: Pick<LineDiff, "unchanged">,
): Int32Array {
  const found = new Int32Array(before.length).fill(-1);
  const replaced = (fromA: number, toA: number, fromB: number, toB: number): void => {
    const calls = (lines: readonly string[], from: number, to: number): number[] =>
      Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i).filter(
        (at) => operatorOf(lines[at] ?? "") !== "",
      );
    const [a, b] = [calls(before, fromA, toA), calls(after, fromB, toB)];
    const pairs = matchSequences(
      a.map((at) => operatorOf(before[at] ?? "")),
      b.map((at) => operatorOf(after[at] ?? "")),
    );
    for (const [x, y] of pairs) found[a[x] ?? 0] = b[y] ?? -1;
  };
  let [endA, endB] = [0, 0];
  for (const { a, b, count } of unchanged) {
    replaced(endA, a, endB, b);
    for (let i = 0; i < count; i += 1) found[a + i] = b + i;
    [endA, endB] = [a + count, b + count];
  }
  replaced(endA, before.length, endB, after.length);
  return found;
}

/** Where a remark stands in the programs that are shown, from 0. */
export interface RemarkLines {
  readonly before: number;
  /** Where both programs stand in one column: the line of the program after, or what stands where it was. */
  readonly inline: number;
}

export interface ProgramMarks {
  readonly before: readonly LineRemarks[];
  readonly after: readonly LineRemarks[];
  readonly inline: readonly LineRemarks[];
  /** By the places of remarks among those of the run. */
  readonly lines: ReadonlyMap<number, RemarkLines>;
}

/**
 * The marks of a pass.
 *
 * @param shownLine the line that is shown of a line of the printed program before the pass.
 */
export function programMarks(
  said: RunRemarks,
  places: readonly RemarkPlace[],
  before: string,
  after: string,
  diff: Pick<LineDiff, "unchanged">,
  shownLine: (line: number) => number | undefined,
): ProgramMarks {
  const lines = before.split("\n");
  const become = linesAfter(lines, after.split("\n"), diff);
  // What is gone is shown above the next line that is still there.
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
