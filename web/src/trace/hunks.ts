// A line diff as hunks: stretches that changed, with a few unchanged lines around them, as in a unified diff.
import type { Change, LineDiff } from "./line-diff";

export interface HunkLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
  /** Parts of the text that changed, in order; none where the whole line did. */
  readonly words: readonly (readonly [from: number, to: number])[];
}

export interface Hunk {
  /** First line and number of lines on each side; lines count from 1. */
  readonly fromA: number;
  readonly countA: number;
  readonly fromB: number;
  readonly countB: number;
  readonly lines: readonly HunkLine[];
}

interface Stretch {
  readonly a: number;
  readonly endA: number;
  readonly b: number;
  readonly endB: number;
}

export function hunksOf(diff: LineDiff, a: string, b: string, context = 3): Hunk[] {
  const linesA = a.split("\n");
  const linesB = b.split("\n");
  const wordsA = wordsByLine(
    linesA,
    diff.changes.map(({ fromA, toA }) => [fromA, toA]),
  );
  const wordsB = wordsByLine(
    linesB,
    diff.changes.map(({ fromB, toB }) => [fromB, toB]),
  );
  const hunks: Hunk[] = [];
  for (const group of grouped(stretches(diff, linesA.length, linesB.length), 2 * context)) {
    const [first] = group;
    const last = group.at(-1);
    if (!first || !last) continue;
    const before = Math.min(context, first.a, first.b);
    const after = Math.min(context, linesA.length - last.endA, linesB.length - last.endB);
    const lines: HunkLine[] = [];
    const same = (from: number, to: number): void => {
      for (const text of linesB.slice(from, to)) lines.push({ kind: "same", text, words: [] });
    };
    let at = first.b - before;
    for (const { a: fromA, endA, b: fromB, endB } of group) {
      same(at, fromB);
      for (let i = fromA; i < endA; i += 1) lines.push(changed("removed", linesA, wordsA, i));
      for (let i = fromB; i < endB; i += 1) lines.push(changed("added", linesB, wordsB, i));
      at = endB;
    }
    same(at, last.endB + after);
    hunks.push({
      fromA: first.a - before + 1,
      countA: last.endA + after - first.a + before,
      fromB: first.b - before + 1,
      countB: last.endB + after - first.b + before,
      lines,
    });
  }
  return hunks;
}

/** What lies between the unchanged runs. */
function stretches(diff: LineDiff, countA: number, countB: number): Stretch[] {
  const found: Stretch[] = [];
  let [a, b] = [0, 0];
  for (const run of [...diff.unchanged, { a: countA, b: countB, count: 0 }]) {
    if (run.a > a || run.b > b) found.push({ a, endA: run.a, b, endB: run.b });
    [a, b] = [run.a + run.count, run.b + run.count];
  }
  return found;
}

/** Stretches with at most `gap` unchanged lines between them share a hunk. */
function grouped(all: readonly Stretch[], gap: number): Stretch[][] {
  const groups: Stretch[][] = [];
  for (const stretch of all) {
    const last = groups.at(-1)?.at(-1);
    if (last && stretch.b - last.endB <= gap) groups.at(-1)?.push(stretch);
    else groups.push([stretch]);
  }
  return groups;
}

type Words = ReadonlyMap<number, readonly (readonly [number, number])[]>;

function changed(
  kind: "removed" | "added",
  lines: readonly string[],
  words: Words,
  index: number,
): HunkLine {
  return { kind, text: lines[index] ?? "", words: words.get(index) ?? [] };
}

/** Changed ranges that are parts of a line, by its index. Changes come in order. */
function wordsByLine(
  lines: readonly string[],
  ranges: readonly (readonly [Change["fromA"], Change["toA"]])[],
): Words {
  const found = new Map<number, [number, number][]>();
  let line = 0;
  let start = 0;
  for (const [from, to] of ranges) {
    while (line < lines.length - 1 && from > start + (lines[line]?.length ?? 0)) {
      start += (lines[line]?.length ?? 0) + 1;
      line += 1;
    }
    const length = lines[line]?.length ?? 0;
    // What reaches beyond its line is of whole lines.
    if (from === to || to > start + length || (from === start && to === start + length)) continue;
    const words = found.get(line) ?? [];
    // A word's change has the space before it in it.
    const blank = /^\s*/.exec(lines[line]?.slice(from - start, to - start) ?? "")?.[0].length ?? 0;
    const skipped = blank < to - from ? blank : 0;
    words.push([from - start + skipped, to - start]);
    found.set(line, words);
  }
  return found;
}
