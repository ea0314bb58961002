// Which lines of two Relay texts are the same. A text's own numbers tell nothing: each inserted line renumbers every
// `%n` after it, and each constant before it every `meta[relay.Constant][n]`. So a line is known by what it computes:
// its text without these numbers, and what the lines compute that it names. Lines are matched first where the engine
// knows that they are about the same expression, then by the longest reach of what they compute, then by a shorter one,
// in the end by their own text; what they name is then looked up in both texts, so that a line of which only numbers
// differ is told from one that has got another argument. `src/text/program_diff.cc` does the same for the command line.
import type { RelatedLines } from "../protocol/messages";
import { inOrder, matchBetween } from "./match-sequences";

type Pair = readonly [number, number];

/** What a line says by numbers. */
export interface LineReferences {
  /** The text without the numbers. */
  readonly key: string;
  /** For each `%n` in the line, its own definition left out: the line that defines it, or -1. */
  readonly uses: readonly number[];
  /** The numbers of constants, in the order of the line. */
  readonly constants: readonly number[];
}

/** A variable's number, or a constant's. */
export const NUMBERS = /%\d+|(?<=Constant\]\[)\d+/g;

const DEFINITION = /^\s*%\d+ = /;

/** The numbers of each line, resolved: a number means what the nearest line above has defined by it. */
export function referencesOf(lines: readonly string[]): LineReferences[] {
  const defined = new Map<string, number>();
  return lines.map((line, at) => {
    const uses: number[] = [];
    const constants: number[] = [];
    let own = DEFINITION.test(line);
    let definition: string | undefined;
    const key = line.replace(NUMBERS, (number) => {
      if (!number.startsWith("%")) {
        constants.push(Number(number));
        return "";
      }
      if (own) definition = number;
      else uses.push(defined.get(number) ?? -1);
      own = false;
      return "%";
    });
    if (definition !== undefined) defined.set(definition, at);
    return { key, uses, constants };
  });
}

/** How far what a line names is followed, from the first matching to the last. */
const REACHES = [3, 1, 0] as const;

/**
 * Pairs of lines of which one became the other, in order: those that say the same but for numbers, and those that are
 * known to be about the same expression.
 *
 * @param known lines of the two texts; what is not of them is left out.
 */
export function alignLines(
  a: readonly LineReferences[],
  b: readonly LineReferences[],
  known: readonly Pair[] = [],
): [number, number][] {
  const classes = new Map<string, number>();
  const classOf = (text: string): number => {
    const known = classes.get(text);
    if (known !== undefined) return known;
    classes.set(text, classes.size);
    return classes.size - 1;
  };
  // By reach: the class of each line, equal for lines that compute the same as far as that.
  const reaching = (lines: readonly LineReferences[]): number[][] => {
    const all = [lines.map(({ key }) => classOf(key))];
    for (let reach = 1; reach <= REACHES[0]; reach += 1) {
      const [own, nearer] = [all[0] ?? [], all[reach - 1] ?? []];
      all.push(
        lines.map(({ uses }, at) =>
          uses.length === 0
            ? (own[at] ?? -1)
            : classOf(`\n${own[at]} ${uses.map((use) => nearer[use] ?? "").join(" ")}`),
        ),
      );
    }
    return all;
  };
  const [classesA, classesB] = [reaching(a), reaching(b)];
  let pairs = knownInOrder(a, b, known);
  for (const reach of REACHES) {
    pairs = matchBetween(pairs, classesA[reach] ?? [], classesB[reach] ?? []);
  }
  return pairs;
}

/** Those of the known pairs that rise on both sides: first as many as can be that say the same, then others between. */
function knownInOrder(
  a: readonly LineReferences[],
  b: readonly LineReferences[],
  known: readonly Pair[],
): [number, number][] {
  const within = known.filter(([x, y]) => x < a.length && y < b.length);
  const saysTheSame = ([x, y]: Pair): boolean => a[x]?.key === b[y]?.key;
  const same = inOrder(within.filter(saysTheSame));
  let next = 0;
  const fitting = within.filter((pair) => {
    if (saysTheSame(pair)) return false;
    const [x, y] = pair;
    while ((same[next]?.[0] ?? Infinity) < x) next += 1;
    const [nextX, nextY] = same[next] ?? [Infinity, Infinity];
    return nextX !== x && nextY > y && (same[next - 1]?.[1] ?? -1) < y;
  });
  return [...same, ...inOrder(fitting)].sort(([x], [y]) => x - y);
}

/** Tells which numbers of the two texts mean the same, once it is known which lines belong together. */
export class Counterparts {
  readonly #ofA: Int32Array;
  readonly #ofB: Int32Array;
  readonly #constantsA = new Map<number, number>();
  readonly #constantsB = new Map<number, number>();

  /**
   * @param same pairs of lines that say the same but for numbers, in order
   * @param versions pairs of lines of which one became the other
   * @param known what is known of lines, in whatever order they stand, and of constants
   */
  constructor(
    readonly a: readonly LineReferences[],
    readonly b: readonly LineReferences[],
    same: readonly (readonly [number, number])[],
    versions: readonly (readonly [number, number])[],
    known: RelatedLines = { lines: [], constants: [] },
  ) {
    this.#ofA = new Int32Array(a.length).fill(-1);
    this.#ofB = new Int32Array(b.length).fill(-1);
    for (const [x, y] of [...known.lines, ...versions, ...same]) {
      this.#ofA[x] = y;
      this.#ofB[y] = x;
    }
    for (const [constant, other] of known.constants) this.#pairConstants(constant, other);
    // A constant is what it is in the first of the lines that have it.
    for (const [x, y] of same) {
      a[x]?.constants.forEach((constant, i) => {
        this.#pairConstants(constant, b[y]?.constants[i] ?? -1);
      });
    }
  }

  #pairConstants(constant: number, other: number): void {
    if (this.#constantsA.has(constant) || this.#constantsB.has(other)) return;
    this.#constantsA.set(constant, other);
    this.#constantsB.set(other, constant);
  }

  /** Whether all that two lines name by number is the same; their texts without numbers are. */
  sameReferences(x: number, y: number): boolean {
    const [before, after] = [this.a[x], this.b[y]];
    if (!before || !after) return false;
    return (
      before.uses.every((_, i) => this.#useA(x, i) === this.#useB(y, i)) &&
      before.constants.every((_, i) => this.#constantA(x, i) === this.#constantB(y, i))
    );
  }

  /** What the numbers of a line mean, in its order; equal texts for what is the same on both sides. */
  meanings(side: "a" | "b", line: number): { uses: string[]; constants: string[] } {
    const { uses = [], constants = [] } = (side === "a" ? this.a : this.b)[line] ?? {};
    const [use, constant] =
      side === "a"
        ? [(i: number) => this.#useA(line, i), (i: number) => this.#constantA(line, i)]
        : [(i: number) => this.#useB(line, i), (i: number) => this.#constantB(line, i)];
    return {
      uses: uses.map((_, i) => String(use(i))),
      constants: constants.map((_, i) => String(constant(i))),
    };
  }

  // A variable is the line of the second text that defines it. What is defined on one side alone has no
  // counterpart; where such a variable stands in the place of another, a line took the place of another.

  #useA(line: number, i: number): number {
    const defined = this.a[line]?.uses[i] ?? -1;
    return defined < 0 ? -1 : (this.#ofA[defined] ?? -1);
  }

  #useB(line: number, i: number): number {
    const defined = this.b[line]?.uses[i] ?? -1;
    return defined < 0 || (this.#ofB[defined] ?? -1) < 0 ? -1 : defined;
  }

  #constantA(line: number, i: number): number {
    return this.#constantsA.get(this.a[line]?.constants[i] ?? -1) ?? -1;
  }

  #constantB(line: number, i: number): number {
    const constant = this.b[line]?.constants[i] ?? -1;
    return this.#constantsB.has(constant) ? constant : -1;
  }
}
