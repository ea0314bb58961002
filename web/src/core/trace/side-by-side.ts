// The changed parts of two texts as rows with a cell for each side.
import { allLines, type HunkLine } from "./hunks";
import { foldable, type LineDiff } from "./line-diff";

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
 * The rows of both texts, without the stretches that the comparison folds (`foldable`).
 *
 * @param limit the most rows; no more lines are read than they need.
 */
export function sideBySide(
  diff: LineDiff,
  a: string,
  b: string,
  limit = Number.POSITIVE_INFINITY,
): SideRow[] {
  const linesA = a.split("\n");
  const folds = new Map(foldable(diff, b.split("\n").length).map((run) => [run.a + 1, run.count]));
  const rows: SideRow[] = [];
  let [atA, atB] = [1, 1];
  /** Unchanged lines of the first side before this one are not shown. */
  let hidden = 0;
  let removed: SideLine[] = [];
  let added: SideLine[] = [];
  const flush = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
      rows.push({ kind: "changed", before: removed[i], after: added[i] });
    }
    removed = [];
    added = [];
  };
  for (const { kind, text, words } of allLines(diff, a, b)) {
    if (rows.length >= limit) break;
    if (kind === "same") {
      flush();
      const lines = folds.get(atA);
      if (lines !== undefined) {
        rows.push({ kind: "gap", lines });
        hidden = atA + lines;
      }
      // Lines that differ only in numbers of variables are shown as each side has them.
      const before = { number: atA, text: linesA[atA - 1] ?? text, words };
      if (atA >= hidden) rows.push({ kind, before, after: { number: atB, text, words } });
      atA += 1;
      atB += 1;
    } else if (kind === "removed") {
      // A removed line comes directly above its new version, so the next removed line begins another pair.
      if (added.length > 0) flush();
      removed.push({ number: atA, text, words });
      atA += 1;
    } else {
      added.push({ number: atB, text, words });
      atB += 1;
    }
  }
  flush();
  return rows.slice(0, limit);
}
