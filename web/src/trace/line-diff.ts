// A diff for Relay text. Passes insert and remove whole lines, and each inserted line renumbers
// every `%n` after it, so a plain text diff would mark nearly everything. Here lines are matched
// first, by their text without the numbers; then lines of a replaced stretch are paired by the
// operator they call; only then are words compared inside a pair.

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
  /** Lines that differ in nothing but the numbers of variables. */
  readonly renumbered: number;
}

export interface LineDiffOptions {
  /** Take lines that differ only in `%0`, `%1`, … for equal. */
  readonly ignoreNumbers: boolean;
}

/** Beyond this edit distance a stretch counts as replaced as a whole: the search is quadratic. */
const MAX_DISTANCE = 3000;

/** Lines longer than this (the signature of a large network) are not compared word by word. */
const MAX_WORDS = 600;

const withoutNumbers = (text: string): string => text.replace(/%\d+/g, "%");

/**
 * Matches two sequences by Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its
 * Variations", 1986). Returns pairs of equal elements in order; of what differs too much, none.
 */
export function matchSequences(
  a: readonly string[],
  b: readonly string[],
  maxDistance = MAX_DISTANCE,
): [number, number][] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const pairs: [number, number][] = [];
  for (let i = 0; i < start; i += 1) pairs.push([i, i]);
  // Elements of one side only cannot match: leaving them out shortens the search, whose time grows
  // with the square of the distance. The others are compared as numbers, not as long strings.
  const sideA = elements(a, start, endA, new Set(b.slice(start, endB)));
  const sideB = elements(b, start, endB, new Set(a.slice(start, endA)));
  const numbers = new Map<string, number>();
  const numbered = (side: readonly number[], texts: readonly string[]): Int32Array =>
    Int32Array.from(side, (at) => {
      const text = texts[at] ?? "";
      const known = numbers.get(text);
      if (known === undefined) numbers.set(text, numbers.size);
      return known ?? numbers.size - 1;
    });
  for (const [x, y] of myers(numbered(sideA, a), numbered(sideB, b), maxDistance)) {
    pairs.push([sideA[x] ?? 0, sideB[y] ?? 0]);
  }
  for (let i = 0; endA + i < a.length; i += 1) pairs.push([endA + i, endB + i]);
  return pairs;
}

/** Indices from `start` up to `end` of the elements that the other side has too. */
function elements(
  texts: readonly string[],
  start: number,
  end: number,
  other: ReadonlySet<string>,
): number[] {
  const indices: number[] = [];
  for (let i = start; i < end; i += 1) if (other.has(texts[i] ?? "")) indices.push(i);
  return indices;
}

function myers(a: Int32Array, b: Int32Array, maxDistance: number): [number, number][] {
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0) return [];
  const limit = Math.min(n + m, maxDistance);
  // reach[k + limit + 1]: how far along `a` the best path on diagonal k has come.
  const reach = new Int32Array(2 * limit + 3);
  // Per distance d, `reach` for the diagonals -d-1 to d+1 as it was before.
  const trace: Int32Array[] = [];
  const middle = limit + 1;
  for (let d = 0; d <= limit; d += 1) {
    trace.push(reach.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const above = reach[middle + k + 1] ?? 0;
      const below = reach[middle + k - 1] ?? 0;
      let x = k === -d || (k !== d && below < above) ? above : below + 1;
      let y = x - k;
      while (x < n && y < m && a[x] === b[y]) {
        x += 1;
        y += 1;
      }
      reach[middle + k] = x;
      if (x >= n && y >= m) return backtrack(trace, n, m, d);
    }
  }
  return [];
}

function backtrack(
  trace: readonly Int32Array[],
  n: number,
  m: number,
  distance: number,
): [number, number][] {
  const pairs: [number, number][] = [];
  let x = n;
  let y = m;
  for (let d = distance; d >= 0 && (x > 0 || y > 0); d -= 1) {
    const at = (k: number): number => trace[d]?.[k + d + 1] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = d === 0 ? 0 : at(previousK);
    const previousY = d === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    x = previousX;
    y = previousY;
  }
  return pairs.reverse();
}

/** What a line computes, for pairing: the operator called, or the line's first word. */
function role(line: string): string {
  const call = /(?:= |^\s*)([\w.]+)\(/.exec(line);
  if (call?.[1]) return call[1];
  const item = /= %\S*?(\.\d+)/.exec(line);
  if (item?.[1]) return item[1];
  return /\S+/.exec(line)?.[0] ?? "";
}

/**
 * Words and signs, each with the space before it: a space of its own would match any other. A line has as many
 * of them without the numbers of its variables.
 */
const words = (line: string): string[] => line.match(/\s*(?:%?[\w.]+|[^\s\w])|\s+/g) ?? [];

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
  const text = line.replace(/%\d+|Constant\]\[\d+/g, (name, from: number) => {
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

/** The changed words of two lines as ranges within them; undefined for lines that are too long to compare. */
type CompareWords = (lineA: string, lineB: string) => Change[] | undefined;

/**
 * Compares the words of pairs of lines. A network repeats its blocks, and a pass does the same to each: pairs that
 * differ in nothing but the numbers of their variables and constants are matched once. Numbers are given anew as they
 * come in the pair, so that those that are the same stay so, and no other word is like them.
 */
function wordComparer({ ignoreNumbers }: LineDiffOptions): CompareWords {
  const known = new Map<string, Change[] | undefined>();
  return (lineA, lineB) => {
    const numbered = new Map<string, string>();
    const put = (name: string): string => {
      const variable = name.startsWith("%");
      if (variable && ignoreNumbers) return "%";
      const number = variable ? String(numbered.size) : `0c${numbered.size}`;
      const other = numbered.get(name) ?? name.replace(/\d+$/, number);
      numbered.set(name, other);
      return other;
    };
    const [a, b] = [comparedBy(lineA, put), comparedBy(lineB, put)];
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
  lineA: string,
  lineB: string,
  startA: number,
  startB: number,
  compare: CompareWords,
): Change[] {
  const changes = compare(lineA, lineB);
  if (!changes) {
    const [toA, toB] = [startA + lineA.length, startB + lineB.length];
    return [{ fromA: startA, toA, fromB: startB, toB }];
  }
  return mergeNear(changes).map((change) => {
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

export function diffLines(a: string, b: string, options: LineDiffOptions): LineDiff {
  const linesA = a.split("\n");
  const linesB = b.split("\n");
  const startsA = lineStarts(linesA);
  const startsB = lineStarts(linesB);
  const compared = options.ignoreNumbers ? withoutNumbers : (line: string): string => line;
  const matches = matchSequences(linesA.map(compared), linesB.map(compared));
  const compareWords = wordComparer(options);
  const changes: Change[] = [];
  const unchanged: Run[] = [];
  let [removed, added, renumbered] = [0, 0, 0];

  /** Lines fromA..toA were replaced by fromB..toB; a side may be empty. */
  const replace = (fromA: number, toA: number, fromB: number, toB: number): void => {
    removed += toA - fromA;
    added += toB - fromB;
    const pairs = matchSequences(
      linesA.slice(fromA, toA).map(role),
      linesB.slice(fromB, toB).map(role),
    ).map(([x, y]): [number, number] => [x + fromA, y + fromB]);
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
    for (const [x, y] of pairs) {
      whole(x, y);
      changes.push(
        ...wordChanges(
          linesA[x] ?? "",
          linesB[y] ?? "",
          startsA[x] ?? 0,
          startsB[y] ?? 0,
          compareWords,
        ),
      );
      [i, j] = [x + 1, y + 1];
    }
    whole(toA, toB);
  };

  let [i, j] = [0, 0];
  for (const [x, y] of matches) {
    if (x > i || y > j) replace(i, x, j, y);
    const run = unchanged.at(-1);
    if (run && run.a + run.count === x && run.b + run.count === y) {
      unchanged[unchanged.length - 1] = { ...run, count: run.count + 1 };
    } else {
      unchanged.push({ a: x, b: y, count: 1 });
    }
    if (linesA[x] !== linesB[y]) renumbered += 1;
    [i, j] = [x + 1, y + 1];
  }
  if (i < linesA.length || j < linesB.length) replace(i, linesA.length, j, linesB.length);
  return { changes, unchanged, removed, added, renumbered };
}

/** The unchanged stretches worth folding: all but `margin` lines beside each change. */
export function foldable(diff: LineDiff, lines: number, margin = 3, minimum = 4): Run[] {
  return diff.unchanged.flatMap((run) => {
    const before = run.a === 0 && run.b === 0 ? 0 : margin;
    const after = run.b + run.count === lines ? 0 : margin;
    const count = run.count - before - after;
    return count >= minimum ? [{ a: run.a + before, b: run.b + before, count }] : [];
  });
}
