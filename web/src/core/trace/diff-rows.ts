// The rows of a diff. A row has a line of each text, or a gap beside a line that only one text has. The preview, the
// editors side by side and the text in one column all show these rows, so none of them moves when another replaces it.
import { foldable, type LineDiff } from "./line-diff";

/** No line: the row has a gap on this side. */
export const GAP = -1;

/** A stretch of consecutive rows. */
export interface RowRange {
  readonly from: number;
  readonly count: number;
}

export interface DiffRows {
  /** The line of each row, from 0, or `GAP`. Lines increase from row to row. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** 1 for each row that changed. */
  readonly changed: Uint8Array;
  /** The row of each line. */
  readonly ofA: Int32Array;
  readonly ofB: Int32Array;
  /** Unchanged rows that are folded. */
  readonly folds: readonly RowRange[];
  /** The changes, one operator each. */
  readonly steps: readonly RowRange[];
}

/**
 * Lays out a diff in rows. A line stands beside the line that it became. All other changed lines have a gap beside
 * them, removed ones before added ones. Lines that do not belong together never stand in one row.
 */
export function diffRows(diff: LineDiff, textA: string, textB: string): DiffRows {
  const known = laidOut.get(diff);
  if (known) return known;
  const made = layOut(diff, textA, textB);
  laidOut.set(diff, made);
  return made;
}

/** The preview and the editors ask for the same rows. */
const laidOut = new WeakMap<LineDiff, DiffRows>();

function layOut(diff: LineDiff, textA: string, textB: string): DiffRows {
  const [linesA, linesB] = [textA.split("\n"), textB.split("\n")];
  const rows = new RowBuilder(linesA.length, linesB.length);
  for (const { a, b, count } of stretchesOf(diff)) {
    rows.upTo(a, b);
    for (let i = 0; i < count; i += 1) rows.add(a + i, b + i, false);
    if (count === 0) rows.add(a, b, true);
  }
  rows.upTo(linesA.length, linesB.length);
  const made = rows.finish();
  const folds = foldable(diff, linesB.length).map(({ a, count }) => ({
    from: made.ofA[a] ?? 0,
    count,
  }));
  return { ...made, folds, steps: stepsOf(made, linesA, linesB) };
}

type Rows = Omit<DiffRows, "folds" | "steps">;

class RowBuilder {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #changed: Uint8Array;
  readonly #ofA: Int32Array;
  readonly #ofB: Int32Array;
  #count = 0;
  /** The lines before these have their rows. */
  #atA = 0;
  #atB = 0;

  constructor(countA: number, countB: number) {
    this.#a = new Int32Array(countA + countB);
    this.#b = new Int32Array(countA + countB);
    this.#changed = new Uint8Array(countA + countB);
    this.#ofA = new Int32Array(countA);
    this.#ofB = new Int32Array(countB);
  }

  add(a: number, b: number, changed: boolean): void {
    const row = this.#count++;
    [this.#a[row], this.#b[row], this.#changed[row]] = [a, b, Number(changed)];
    if (a !== GAP) [this.#ofA[a], this.#atA] = [row, a + 1];
    if (b !== GAP) [this.#ofB[b], this.#atB] = [row, b + 1];
  }

  /** Adds the lines before `a` and `b`, each beside a gap. */
  upTo(a: number, b: number): void {
    while (this.#atA < a) this.add(this.#atA, GAP, true);
    while (this.#atB < b) this.add(GAP, this.#atB, true);
  }

  finish(): Rows {
    return {
      a: this.#a.slice(0, this.#count),
      b: this.#b.slice(0, this.#count),
      changed: this.#changed.slice(0, this.#count),
      ofA: this.#ofA,
      ofB: this.#ofB,
    };
  }
}

/** The unchanged stretches and the pairs of lines (with a count of 0) of a diff, in order. */
function* stretchesOf({
  unchanged,
  became,
}: LineDiff): Generator<{ a: number; b: number; count: number }> {
  let next = 0;
  for (const run of unchanged) {
    for (; (became[next]?.[0] ?? Infinity) < run.a; next += 1) yield pairOf(became[next]);
    yield run;
  }
  for (; next < became.length; next += 1) yield pairOf(became[next]);
}

const pairOf = (
  [a, b]: readonly [number, number] = [0, 0],
): {
  a: number;
  b: number;
  count: number;
} => ({ a, b, count: 0 });

/** The part of a program that a line is: an operator, or what surrounds operators. */
type LineKind = "operator" | "signature" | "opens" | "closes";

const SIGNATURE = /^(?:def @|\s+%[\w.]+\s*:(?!.*=))|^\s*\) ?->/;
const CLOSES = /^\s*(?:[)}\]]|$)/;
const OPENS =
  /^\s*(?:(?:let )?%[\w.]+(?: \/\*.*?\*\/)?(?::[^=]*)? = )?(?:fn|if|match|type|extern)\b|[{]\s*$/;

function kindOf(line: string): LineKind {
  if (SIGNATURE.test(line)) return "signature";
  if (CLOSES.test(line)) return "closes";
  return OPENS.test(line) ? "opens" : "operator";
}

/**
 * Cuts the changed rows into steps. A step has one operator, with the lines that open or close a function around it, or
 * a whole signature.
 */
function stepsOf({ a, b, changed }: Rows, linesA: string[], linesB: string[]): RowRange[] {
  const steps: RowRange[] = [];
  let from = -1;
  /** What the current step has already. */
  let has: LineKind | undefined;
  const end = (row: number): void => {
    if (from >= 0) steps.push({ from, count: row - from });
    [from, has] = [-1, undefined];
  };
  for (let row = 0; row < changed.length; row += 1) {
    if (changed[row] === 0) {
      end(row);
      continue;
    }
    const [lineA = GAP, lineB = GAP] = [a[row], b[row]];
    const kind = kindOf((lineB === GAP ? linesA[lineA] : linesB[lineB]) ?? "");
    const goesOn =
      kind === "closes" ||
      has === undefined ||
      has === "opens" ||
      (kind === has && has === "signature");
    if (!goesOn) end(row);
    if (from < 0) from = row;
    if (kind !== "closes" || has === undefined) has = kind;
  }
  end(changed.length);
  return steps;
}
