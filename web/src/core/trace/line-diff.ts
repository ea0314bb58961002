// A diff for Relay text. Passes insert and remove whole lines, and each inserted line renumbers
// every `%n` after it, so a plain text diff would mark nearly everything. Here lines are matched
// first, by what is known of them and by what they compute (`alignment.ts`); then lines of a replaced
// stretch are paired by the operator they call; only then are words compared inside a pair, and
// numbers by what they mean.
import type { RelatedLines } from "../protocol/messages";
import { alignLines, Counterparts, NUMBERS, referencesOf } from "./alignment";
import { matchBetween, matchSequences } from "./match-sequences";

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
  /** Changed ranges as offsets into the texts, in order, not touching. */
  readonly changes: readonly Change[];
  readonly unchanged: readonly Run[];
  /** Lines that only one side has, or that differ. */
  readonly removed: number;
  readonly added: number;
  /** Lines that differ in nothing but the numbers of variables and constants. */
  readonly renumbered: number;
}

export interface LineDiffOptions {
  /** Take lines that differ only in the numbers of what they name, as `%0`, `%1`, …, for equal. */
  readonly ignoreNumbers: boolean;
  /** Which lines and constants are about the same expressions; of use only where numbers are ignored. */
  readonly known?: RelatedLines | undefined;
}

/** Lines longer than this (the signature of a large network) are not compared word by word. */
const MAX_WORDS = 600;

/** What a line computes, for pairing: the operator called, or the line's first word. */
function role(line: string): string {
  const call = /(?:= |^\s*)([\w.]+)\(/.exec(line);
  if (call?.[1]) return call[1];
  const item = /= %\S*?(\.\d+)/.exec(line);
  if (item?.[1]) return item[1];
  return /\S+/.exec(line)?.[0] ?? "";
}

/**
 * The indentation, and words and signs, each with the space before it: a space of its own would match any other. A
 * line has as many of them without the numbers of its variables.
 */
const words = (line: string): string[] => line.match(/^\s+|\s*(?:%?[\w.]+|[^\s\w])|\s+/g) ?? [];

/** A line as its words are compared: with other numbers of variables and constants, or none. */
interface Compared {
  readonly text: string;
  /** Where in `text` such a number ends, and by how many characters the line itself is longer up to there. */
  readonly moved: readonly (readonly [at: number, by: number])[];
}

/** The line with what `put` says in the place of what it calls variables without a name, and constants, by. */
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

/** The place in the line itself of a place between two words of what is compared. */
function placeInLine({ moved }: Compared, at: number): number {
  let longer = 0;
  for (const [from, by] of moved) {
    if (from > at) break;
    longer = by;
  }
  return at + longer;
}

/** A line of one side, and what tells what its numbers mean; without that they mean themselves. */
interface Side {
  readonly line: string;
  readonly meanings: { readonly uses: string[]; readonly constants: string[] } | undefined;
}

/** The changed words of two lines as ranges within them; undefined for lines that are too long to compare. */
type CompareWords = (a: Side, b: Side) => Change[] | undefined;

/**
 * Compares the words of pairs of lines. A network repeats its blocks, and a pass does the same to each: pairs that
 * differ in nothing but the numbers of their variables and constants are matched once. Numbers are given anew as they
 * come in the pair, so that those that mean the same stay so, and no other word is like them.
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
      let [uses, constants] = [0, 0];
      // The definition is the first number of its line, and has no meaning of its own.
      const defines = meanings && /^\s*%\d+ = /.test(line);
      if (defines) uses = -1;
      return comparedBy(line, (name) => {
        if (!meanings) return put(name, name);
        if (!name.startsWith("%")) return put(name, `c${meanings.constants[constants++]}`);
        return put(name, uses < 0 ? `=${uses++}` : `%${meanings.uses[uses++]}`);
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
  // Other indentation is worth a mark where nothing else differs.
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

/** Joins changes that a single character keeps apart: easier to read as one. */
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

/** Characters of the punctuation that both sides of a change have at their end. */
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
 * Pairs of lines of a replaced stretch of which one became the other: those that are known, and those that call the
 * same operator, of which those whose results are of the same type come first.
 */
function versionsIn(
  linesA: readonly string[],
  linesB: readonly string[],
  { fromA, toA, fromB, toB }: Change,
  known: readonly (readonly [number, number])[],
): [number, number][] {
  if (fromA === toA || fromB === toB) return [];
  const roles = (lines: readonly string[]): string[] => lines.map(role);
  const typed = (lines: readonly string[], of: readonly string[]): string[] =>
    lines.map((line, i) => `${of[i]}\n${/\/\* ty=[^*]*\*\/;?$/.exec(line)?.[0] ?? ""}`);
  const [partA, partB] = [linesA.slice(fromA, toA), linesB.slice(fromB, toB)];
  const [rolesA, rolesB] = [roles(partA), roles(partB)];
  const own = known.map(([x, y]): [number, number] => [x - fromA, y - fromB]);
  const sure = matchBetween(own, typed(partA, rolesA), typed(partB, rolesB));
  return matchBetween(sure, rolesA, rolesB).map(([x, y]) => [x + fromA, y + fromB]);
}

export function diffLines(a: string, b: string, options: LineDiffOptions): LineDiff {
  const linesA = a.split("\n");
  const linesB = b.split("\n");
  const startsA = lineStarts(linesA);
  const startsB = lineStarts(linesB);
  const references = options.ignoreNumbers
    ? { a: referencesOf(linesA), b: referencesOf(linesB) }
    : undefined;
  const { known } = options;
  const aligned = references
    ? alignLines(references.a, references.b, known?.lines)
    : matchSequences(linesA, linesB);
  const saysTheSame = ([x, y]: readonly [number, number]): boolean =>
    !references || references.a[x]?.key === references.b[y]?.key;
  const matches = aligned.filter(saysTheSame);
  const became = aligned.filter((pair) => !saysTheSame(pair));
  const gaps: { readonly lines: Change; readonly versions: [number, number][] }[] = [];
  let [i, j, next] = [0, 0, 0];
  for (const [x, y] of [...matches, [linesA.length, linesB.length] as const]) {
    const lines = { fromA: i, toA: x, fromB: j, toB: y };
    const from = next;
    while ((became[next]?.[0] ?? Infinity) < x) next += 1;
    gaps.push({ lines, versions: versionsIn(linesA, linesB, lines, became.slice(from, next)) });
    [i, j] = [x + 1, y + 1];
  }
  const counterparts =
    references &&
    new Counterparts(
      references.a,
      references.b,
      matches,
      gaps.flatMap(({ versions }) => versions),
      known,
    );
  const compareWords = wordComparer();
  const changes: Change[] = [];
  const unchanged: Run[] = [];
  let [removed, added, renumbered] = [0, 0, 0];

  /** A line became another: what differs in it. Without a difference nothing is added. */
  const compare = (x: number, y: number): boolean => {
    const found = wordChanges(
      { line: linesA[x] ?? "", meanings: counterparts?.meanings("a", x) },
      { line: linesB[y] ?? "", meanings: counterparts?.meanings("b", y) },
      startsA[x] ?? 0,
      startsB[y] ?? 0,
      compareWords,
    );
    changes.push(...found);
    return found.length > 0;
  };
  /** The lines were replaced; a side may be empty. */
  const replace = ({ fromA, toA, fromB, toB }: Change, versions: [number, number][]): void => {
    removed += toA - fromA;
    added += toB - fromB;
    let [i, j] = [fromA, fromB];
    const whole = (x: number, y: number): void => {
      if (i === x && j === y) return;
      changes.push({
        fromA: Math.min(startsA[i] ?? 0, a.length),
        toA: Math.min(startsA[x] ?? 0, a.length),
        fromB: Math.min(startsB[j] ?? 0, b.length),
        toB: Math.min(startsB[y] ?? 0, b.length),
      });
    };
    for (const [x, y] of versions) {
      whole(x, y);
      compare(x, y);
      [i, j] = [x + 1, y + 1];
    }
    whole(toA, toB);
  };

  gaps.forEach(({ lines, versions }, at) => {
    replace(lines, versions);
    const [x, y] = matches[at] ?? [-1, -1];
    if (x < 0) return;
    if (counterparts && !counterparts.sameReferences(x, y) && compare(x, y)) {
      removed += 1;
      added += 1;
      return;
    }
    const run = unchanged.at(-1);
    if (run && run.a + run.count === x && run.b + run.count === y) {
      unchanged[unchanged.length - 1] = { ...run, count: run.count + 1 };
    } else {
      unchanged.push({ a: x, b: y, count: 1 });
    }
    if (linesA[x] !== linesB[y]) renumbered += 1;
  });
  return { changes, unchanged, removed, added, renumbered };
}

/** Whether two differences of the same texts are the same. */
export const sameDiff = (a: LineDiff, b: LineDiff): boolean =>
  JSON.stringify([a.changes, a.unchanged]) === JSON.stringify([b.changes, b.unchanged]);

/** The unchanged stretches worth folding: all but `margin` lines beside each change. */
export function foldable(diff: LineDiff, lines: number, margin = 3, minimum = 4): Run[] {
  return diff.unchanged.flatMap((run) => {
    const before = run.a === 0 && run.b === 0 ? 0 : margin;
    const after = run.b + run.count === lines ? 0 : margin;
    const count = run.count - before - after;
    return count >= minimum ? [{ a: run.a + before, b: run.b + before, count }] : [];
  });
}
