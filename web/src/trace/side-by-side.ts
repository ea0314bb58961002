// The changed parts of two texts as rows with a cell for each side.
import { hunksOf, type HunkLine } from "./hunks";
import type { LineDiff } from "./line-diff";

export interface SideLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Parts that changed, in order; none where the whole line did, or nothing. */
  readonly words: HunkLine["words"];
}

export type SideRow =
  /** So many lines that both have are left out. */
  | { readonly kind: "gap"; readonly lines: number }
  | {
      readonly kind: "same" | "changed";
      readonly before: SideLine | undefined;
      readonly after: SideLine | undefined;
    };

/** What changed from `a` to `b`, with `context` lines around it. */
export function sideBySide(diff: LineDiff, a: string, b: string, context = 3): SideRow[] {
  const linesA = a.split("\n");
  const rows: SideRow[] = [];
  let seen = 0;
  const gap = (to: number): void => {
    if (to > seen) rows.push({ kind: "gap", lines: to - seen });
  };
  for (const hunk of hunksOf(diff, a, b, context)) {
    let [atA, atB] = [hunk.fromA, hunk.fromB];
    gap(atA - 1);
    let removed: SideLine[] = [];
    let added: SideLine[] = [];
    const flush = (): void => {
      for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
        rows.push({ kind: "changed", before: removed[i], after: added[i] });
      }
      removed = [];
      added = [];
    };
    for (const { kind, text, words } of hunk.lines) {
      if (kind === "same") {
        flush();
        // Lines that are the same but for numbers of variables are seen as each side has them.
        const before = { number: atA, text: linesA[atA - 1] ?? text, words };
        rows.push({ kind, before, after: { number: atB, text, words } });
        atA += 1;
        atB += 1;
      } else if (kind === "removed") {
        // A line stands right above what it became: the next one to go begins another pair.
        if (added.length > 0) flush();
        removed.push({ number: atA, text, words });
        atA += 1;
      } else {
        added.push({ number: atB, text, words });
        atB += 1;
      }
    }
    flush();
    seen = atA - 1;
  }
  gap(linesA.length);
  return rows;
}
