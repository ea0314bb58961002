// A diff for Relay text. Passes insert and remove whole lines, and each inserted line renumbers every `%n` after it, so
// a plain text diff would mark nearly everything. The engine matches the lines (`src/text/line_alignment.h`). This file
// compares the words of a changed line, and numbers by their meaning.
import type { AlignedLines } from "../protocol/messages";
import { NUMBERS } from "./alignment";
import { matchSequences } from "./match-sequences";
import { append } from "../extremes";

export interface Change {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** A stretch of `count` lines that both sides have, from line `a` and line `b` (0-based). */
export interface Run {
  readonly a: number;
  readonly b: number;
  readonly count: number;
}

export interface LineDiff {
  /** Changed ranges as offsets into the texts, in order and without touching each other. */
  readonly changes: readonly Change[];
  readonly unchanged: readonly Run[];
  /** Pairs of lines: one became the other. In order. */
  readonly became: readonly (readonly [a: number, b: number])[];
  /** The number of lines that only one side has or that differ. */
  readonly removed: number;
  readonly added: number;
  /** The number of lines that differ only in the numbers of variables and constants. */
  readonly renumbered: number;
}

/** Lines longer than this (the signature of a large network) are not compared word by word. */
const MAX_WORDS = 600;

/**
 * Splits a line into its indentation, and words and signs, each with the space before it: a separate space would match
 * any other. The numbers of variables do not change how many parts there are.
 */
const words = (line: string): string[] => line.match(/^\s+|\s*(?:%?[\w.]+|[^\s\w])|\s+/g) ?? [];

/** The form of a line in which words are compared: with other numbers of variables and constants, or without them. */
interface Compared {
  readonly text: string;
  /** The end of each such number in `text`, and by how much an offset in the line is larger there. */
  readonly moved: readonly (readonly [at: number, by: number])[];
}

/** The line with each number replaced by `put`: those of unnamed variables and of constants. */
function comparedBy(line: string, put: (name: string) => string): Compared {
  const moved: [number, number][] = [];
  let longer = 0;
  const text = line.replace(NUMBERS, (name, from: number) => {
    const other = put(name);
    const at = from - longer + other.length;
    longer += name.length - other.length;
    moved.push([at, longer]);
    return other;
  });
  return { text, moved };
}

/** The offset in the line of an offset between two words of its compared form. */
function placeInLine({ moved }: Compared, at: number): number {
  let longer = 0;
  for (const [from, by] of moved) {
    if (from > at) break;
    longer = by;
  }
  return at + longer;
}

/** A line of one side, and the meanings of its numbers in order. A number without a meaning is compared as it is. */
interface Side {
  readonly line: string;
  readonly meanings: readonly number[];
}

/** Returns the changed words of two lines as ranges; undefined if the lines are too long. */
type CompareWords = (a: Side, b: Side) => Change[] | undefined;

/**
 * Compares the words of pairs of lines. Networks repeat their blocks, and passes change each block alike. So pairs that
 * differ only in numbers of variables and constants are compared once. For that, the meanings of a pair are numbered in
 * order of appearance. Equal meanings get equal numbers, and no other word looks like one.
 */
function wordComparer(): CompareWords {
  const known = new Map<string, Change[] | undefined>();
  return (sideA, sideB) => {
    const numbered = new Map<string, string>();
    const put = (name: string, meaning: string): string => {
      const number = name.startsWith("%") ? String(numbered.size) : `0c${numbered.size}`;
      const other = numbered.get(meaning) ?? name.replace(/\d+$/, number);
      numbered.set(meaning, other);
      return other;
    };
    const compared = ({ line, meanings }: Side): Compared => {
      let next = 0;
      return comparedBy(line, (name) => {
        const meaning = meanings[next++];
        return put(
          name,
          meaning === undefined ? name : `${name.startsWith("%") ? "%" : "c"}${meaning}`,
        );
      });
    };
    const [a, b] = [compared(sideA), compared(sideB)];
    const key = `${a.text}\n${b.text}`;
    let ranges = known.get(key);
    if (!ranges && !known.has(key)) {
      ranges = changedWords(words(a.text), words(b.text));
      known.set(key, ranges);
    }
    return ranges?.map(({ fromA, toA, fromB, toB }) => ({
      fromA: placeInLine(a, fromA),
      toA: placeInLine(a, toA),
      fromB: placeInLine(b, fromB),
      toB: placeInLine(b, toB),
    }));
  };
}

function changedWords(wordsA: readonly string[], wordsB: readonly string[]): Change[] | undefined {
  if (wordsA.length > MAX_WORDS || wordsB.length > MAX_WORDS) return undefined;
  const changes: Change[] = [];
  let [i, j, posA, posB] = [0, 0, 0, 0];
  const end = [wordsA.length, wordsB.length] as const;
  for (const [x, y] of [...matchSequences(wordsA, wordsB), end]) {
    const [fromA, fromB] = [posA, posB];
    while (i < x) posA += wordsA[i++]?.length ?? 0;
    while (j < y) posB += wordsB[j++]?.length ?? 0;
    if (posA > fromA || posB > fromB) changes.push({ fromA, toA: posA, fromB, toB: posB });
    posA += wordsA[i++]?.length ?? 0;
    posB += wordsB[j++]?.length ?? 0;
  }
  return changes;
}

function wordChanges(
  sideA: Side,
  sideB: Side,
  startA: number,
  startB: number,
  compare: CompareWords,
): Change[] {
  const [lineA, lineB] = [sideA.line, sideB.line];
  const changes = compare(sideA, sideB);
  if (!changes) {
    const [toA, toB] = [startA + lineA.length, startB + lineB.length];
    return [{ fromA: startA, toA, fromB: startB, toB }];
  }
  // A changed indentation is marked only if nothing else differs.
  const blank = ({ fromA, toA, fromB, toB }: Change): boolean =>
    (lineA.slice(fromA, toA) + lineB.slice(fromB, toB)).trim() === "";
  const some = changes.every(blank) ? changes : changes.filter((change) => !blank(change));
  return mergeNear(some).map((change) => {
    const { fromA, toA, fromB, toB } = change;
    const same = commonEnd(lineA.slice(fromA, toA), lineB.slice(fromB, toB));
    return {
      fromA: startA + fromA,
      toA: startA + toA - same,
      fromB: startB + fromB,
      toB: startB + toB - same,
    };
  });
}

/** Joins changes with a single character between them, which are easier to read as one. */
function mergeNear(changes: readonly Change[]): Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const last = merged.at(-1);
    if (last && change.fromA - last.toA <= 1 && change.fromB - last.toB <= 1) {
      merged[merged.length - 1] = { ...last, toA: change.toA, toB: change.toB };
    } else {
      merged.push(change);
    }
  }
  return merged;
}

/** The length of the punctuation that both sides of a change end with. */
function commonEnd(endA: string, endB: string): number {
  let length = 0;
  for (;;) {
    const sign = endA.at(-1 - length);
    if (sign === undefined || sign !== endB.at(-1 - length) || !/[^\w%]/.test(sign)) break;
    length += 1;
  }
  return length;
}

function lineStarts(lines: readonly string[]): number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}

/**
 * The diff of two texts.
 *
 * @param aligned the lines of the two texts that belong together.
 */
export function diffLines(a: string, b: string, aligned: readonly AlignedLines[]): LineDiff {
  const linesA = a.split("\n");
  const linesB = b.split("\n");
  const startsA = lineStarts(linesA);
  const startsB = lineStarts(linesB);
  const compareWords = wordComparer();
  const changes: Change[] = [];
  const unchanged: Run[] = [];
  const became: [number, number][] = [];
  let [same, renumbered] = [0, 0];
  // The lines before these have been compared.
  let [i, j] = [0, 0];
  /** Adds the lines before `x` and `y` as a change. */
  const replace = (x: number, y: number): void => {
    if (i === x && j === y) return;
    changes.push({
      fromA: Math.min(startsA[i] ?? 0, a.length),
      toA: Math.min(startsA[x] ?? 0, a.length),
      fromB: Math.min(startsB[j] ?? 0, b.length),
      toB: Math.min(startsB[y] ?? 0, b.length),
    });
  };
  for (const [x, y, count, [before, after]] of aligned) {
    replace(x, y);
    [i, j] = [x + count, y + count];
    if (before && after) {
      became.push([x, y]);
      const sideA = { line: linesA[x] ?? "", meanings: before };
      const sideB = { line: linesB[y] ?? "", meanings: after };
      append(changes, wordChanges(sideA, sideB, startsA[x] ?? 0, startsB[y] ?? 0, compareWords));
    } else {
      unchanged.push({ a: x, b: y, count });
      same += count;
      for (let k = 0; k < count; k += 1) if (linesA[x + k] !== linesB[y + k]) renumbered += 1;
    }
  }
  replace(linesA.length, linesB.length);
  const [removed, added] = [linesA.length - same, linesB.length - same];
  return { changes, unchanged, became, removed, added, renumbered };
}

/**
 * The part of a line that a changed range covers, without the space before its first word. Undefined if the range is
 * empty, begins before the line, or covers the whole line: then no single word is marked.
 *
 * @param start the offset of the line.
 */
export function changedPart(
  from: number,
  to: number,
  start: number,
  text: string,
): readonly [from: number, to: number] | undefined {
  const end = start + text.length;
  if (from < start || from === to || to > end || (from === start && to === end)) return undefined;
  const blank = /^\s*/.exec(text.slice(from - start, to - start))?.[0].length ?? 0;
  return [from - start + (blank < to - from ? blank : 0), to - start];
}

/** Whether two diffs of the same texts are equal. */
export const sameDiff = (a: LineDiff, b: LineDiff): boolean =>
  JSON.stringify([a.changes, a.unchanged]) === JSON.stringify([b.changes, b.unchanged]);

/** The unchanged stretches worth folding, without `margin` lines beside each change. */
export function foldable(diff: LineDiff, lines: number, margin = 3, minimum = 4): Run[] {
  return diff.unchanged.flatMap((run) => {
    const before = run.a === 0 && run.b === 0 ? 0 : margin;
    const after = run.b + run.count === lines ? 0 : margin;
    const count = run.count - before - after;
    return count >= minimum ? [{ a: run.a + before, b: run.b + before, count }] : [];
  });
}
