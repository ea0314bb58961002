// A line diff as hunks: changed stretches with a few unchanged lines around them, as in a unified diff.
import { changedPart, type Change, type LineDiff } from "./line-diff";

export interface HunkLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
  /** The changed parts of the text, in order; empty if the whole line changed. */
  readonly words: readonly (readonly [from: number, to: number])[];
}

export interface Hunk {
  /** The first line and the number of lines on each side; lines count from 1. */
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
  const texts = new ComparedLines(diff, a, b);
  const [countA, countB] = [texts.linesA.length, texts.linesB.length];
  const hunks: Hunk[] = [];
  for (const group of grouped(stretches(diff, countA, countB), 2 * context)) {
    const [first] = group;
    const last = group.at(-1);
    if (!first || !last) continue;
    const before = Math.min(context, first.a, first.b);
    const after = Math.min(context, countA - last.endA, countB - last.endB);
    hunks.push({
      fromA: first.a - before + 1,
      countA: last.endA + after - first.a + before,
      fromB: first.b - before + 1,
      countB: last.endB + after - first.b + before,
      lines: [...texts.lines(group, first.b - before, last.endB + after)],
    });
  }
  return hunks;
}

/** Two texts, read once from the first line to the last. */
class ComparedLines {
  readonly linesA: readonly string[];
  readonly linesB: readonly string[];
  readonly #wordsA: WordsOf;
  readonly #wordsB: WordsOf;
  readonly #became: LineDiff["became"];
  #next = 0;

  constructor(diff: LineDiff, a: string, b: string) {
    this.linesA = a.split("\n");
    this.linesB = b.split("\n");
    const { changes, became } = diff;
    this.#wordsA = wordsByLine(this.linesA, changes, ({ fromA, toA }) => [fromA, toA]);
    this.#wordsB = wordsByLine(this.linesB, changes, ({ fromB, toB }) => [fromB, toB]);
    this.#became = became;
  }

  /** The lines of consecutive stretches, and the lines of the second text from `at` to `end` around them. */
  *lines(group: readonly Stretch[], at: number, end: number): Generator<HunkLine> {
    let from = at;
    for (const stretch of group) {
      yield* this.#same(from, stretch.b);
      let { a, b } = stretch;
      // A removed line comes directly above its new version.
      for (const [toA, toB] of this.#pairsIn(stretch)) {
        for (; a < toA; a += 1) yield changed("removed", this.linesA, this.#wordsA, a);
        for (; b < toB; b += 1) yield changed("added", this.linesB, this.#wordsB, b);
      }
      from = stretch.endB;
    }
    yield* this.#same(from, end);
  }

  *#same(from: number, to: number): Generator<HunkLine> {
    for (let i = from; i < to; i += 1) {
      yield { kind: "same", text: this.linesB[i] ?? "", words: [] };
    }
  }

  /** The ends of the pairs in a stretch, then the end of the stretch. */
  *#pairsIn({ endA, endB }: Stretch): Generator<readonly [endA: number, endB: number]> {
    for (; ; this.#next += 1) {
      const [a, b] = this.#became[this.#next] ?? [endA, endB];
      if (a >= endA || b >= endB) break;
      yield [a + 1, b + 1];
    }
    yield [endA, endB];
  }
}

/** The stretches between the unchanged runs. */
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

/** Returns the changed parts of a line. The index must not decrease from call to call. */
export type WordsOf = (index: number) => HunkLine["words"];

function changed(
  kind: "removed" | "added",
  lines: readonly string[],
  wordsOf: WordsOf,
  index: number,
): HunkLine {
  return { kind, text: lines[index] ?? "", words: wordsOf(index) };
}

/** Finds the changed ranges that cover part of a line. Changes are in order. */
export function wordsByLine(
  lines: readonly string[],
  changes: readonly Change[],
  rangeOf: (change: Change) => readonly [from: number, to: number],
): WordsOf {
  let next = 0;
  let line = 0;
  let start = 0;
  return (index) => {
    const words: (readonly [number, number])[] = [];
    for (; next < changes.length; next += 1) {
      const change = changes[next];
      if (!change) break;
      const [from, to] = rangeOf(change);
      while (line < index && from > start + (lines[line]?.length ?? 0)) {
        start += (lines[line]?.length ?? 0) + 1;
        line += 1;
      }
      const text = lines[line] ?? "";
      if (from > start + text.length) break;
      const part = line < index ? undefined : changedPart(from, to, start, text);
      if (part) words.push(part);
    }
    return words;
  };
}
