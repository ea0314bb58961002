// The changed parts of two texts as rows with a cell for each side.
import { diffRows, GAP } from "./diff-rows";
import { wordsByLine, type HunkLine, type WordsOf } from "./hunks";
import type { LineDiff } from "./line-diff";

export interface SideLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** The changed parts, in order; empty if the whole line changed or nothing did. */
  readonly words: HunkLine["words"];
}

export type SideRow =
  /** Unchanged lines that are left out, by number. */
  | { readonly kind: "gap"; readonly lines: number }
  | {
      readonly kind: "same" | "changed";
      readonly before: SideLine | undefined;
      readonly after: SideLine | undefined;
    };

/**
 * The rows of both texts (`diffRows`), without the folded stretches.
 *
 * @param limit the most rows; no more lines are read than they need.
 */
export function sideBySide(
  diff: LineDiff,
  a: string,
  b: string,
  limit = Number.POSITIVE_INFINITY,
): SideRow[] {
  const [linesA, linesB] = [a.split("\n"), b.split("\n")];
  const all = diffRows(diff, a, b);
  if (!all.changed.includes(1)) return [];
  const folds = new Map(all.folds.map(({ from, count }) => [from, count]));
  const wordsA = wordsByLine(linesA, diff.changes, ({ fromA, toA }) => [fromA, toA]);
  const wordsB = wordsByLine(linesB, diff.changes, ({ fromB, toB }) => [fromB, toB]);
  const side = (line: number, lines: readonly string[], words: WordsOf): SideLine | undefined =>
    line === GAP ? undefined : { number: line + 1, text: lines[line] ?? "", words: words(line) };
  const rows: SideRow[] = [];
  for (let row = 0; row < all.changed.length && rows.length < limit; row += 1) {
    const hidden = folds.get(row);
    if (hidden !== undefined) {
      rows.push({ kind: "gap", lines: hidden });
      row += hidden - 1;
      continue;
    }
    const before = side(all.a[row] ?? GAP, linesA, wordsA);
    const after = side(all.b[row] ?? GAP, linesB, wordsB);
    rows.push({ kind: all.changed[row] === 1 ? "changed" : "same", before, after });
  }
  return rows;
}
