// Which lines of two texts belong together, for the preview of a diff alone: it is shown with the first result, when the
// engine's later part, which tells it for everything else, is still on its way. `src/text/line_alignment.h` says how lines
// are matched; here nothing is known by lineage. `test/unit/alignment.test.ts` holds both against each other.
import type { AlignedLines } from "../protocol/messages";
import { matchBetween } from "./match-sequences";

/** A variable's number, or a constant's. */
export const NUMBERS = /%\d+|(?<=Constant\]\[)\d+/g;

/** What a line names by a number: the line that defines a variable, or a constant's number. */
interface Name {
  readonly sort: "lines" | "constants";
  readonly of: number;
}

interface Line {
  /** The text without the numbers. */
  readonly key: string;
  readonly names: readonly Name[];
  /** The lines that define the variables among them, its own left out. */
  readonly uses: readonly number[];
}

/** What has no counterpart, and what a line defines, among the meanings of names. */
const [NOTHING, DEFINITION] = [-1, -2];

/** A number means what the nearest line above has defined by it. */
function scanned(text: string, ignoreNumbers: boolean): Line[] {
  const defined = new Map<string, number>();
  return text.split("\n").map((line, at) => {
    if (!ignoreNumbers) return { key: line, names: [], uses: [] };
    const names: Name[] = [];
    const uses: number[] = [];
    const definition = /^ *(%\d+) = /.exec(line)?.[1];
    const key = line.replace(NUMBERS, (number) => {
      const variable = number.startsWith("%");
      const defines = variable && definition !== undefined && names.length === 0;
      const of = defines ? DEFINITION : (defined.get(number) ?? NOTHING);
      if (variable && !defines) uses.push(of);
      names.push(variable ? { sort: "lines", of } : { sort: "constants", of: Number(number) });
      return variable ? "%" : "";
    });
    if (definition !== undefined) defined.set(definition, at);
    return { key, names, uses };
  });
}

/** The operator called, the place in a tuple, or else the first word of what a line computes. */
function roleOf(key: string): string {
  const value = /^[^(]*?= (.*)$/.exec(key)?.[1] ?? key.trimStart();
  const found =
    /^([\w.]+)\(/.exec(value) ?? /^%[\w.]*(\.\d+)(?![\w.:])/.exec(value) ?? /^([^ ]*)/.exec(value);
  return found?.[1] ?? "";
}

/** For each line what lines are matched by, one after the other: texts that are equal for those that match. */
function matchedBy(
  lines: readonly Line[],
  classOf: (text: string) => number,
): (readonly (number | string)[])[] {
  const own = lines.map(({ key }) => classOf(key));
  const further = (nearer: readonly number[]): number[] =>
    lines.map(({ uses }, at) => {
      if (uses.length === 0) return own[at] ?? NOTHING;
      let used = `\n${own[at]}`;
      for (const use of uses) used += ` ${nearer[use] ?? ""}`;
      return classOf(used);
    });
  const near = further(own);
  const roles = lines.map(({ key }) => roleOf(key));
  const typed = lines.map(({ key }, i) => {
    const type = key.lastIndexOf("/* ty=");
    return `${roles[i]}\n${type < 0 ? "" : key.slice(type)}`;
  });
  return [further(further(near)), near, own, typed, roles];
}

/** As `relay.alignTexts` of the package tells it. */
export function previewLines(
  before: string,
  after: string,
  ignoreNumbers: boolean,
): AlignedLines[] {
  const [a, b] = [scanned(before, ignoreNumbers), scanned(after, ignoreNumbers)];
  const classes = new Map<string, number>();
  const classOf = (text: string): number => {
    const known = classes.get(text) ?? classes.size;
    classes.set(text, known);
    return known;
  };
  const [waysA, waysB] = [matchedBy(a, classOf), matchedBy(b, classOf)];
  let pairs: readonly [number, number][] = [];
  waysA.forEach((way, i) => (pairs = matchBetween(pairs, way, waysB[i] ?? [])));

  // What stands for what: lines, and constants, each of which is what it is in the first lines that have it.
  const ofA = new Int32Array(a.length).fill(NOTHING);
  const ofB = new Int32Array(b.length).fill(NOTHING);
  const [constantsA, constantsB] = [new Map<number, number>(), new Set<number>()];
  const saysTheSame = ([x, y]: readonly [number, number]): boolean => a[x]?.key === b[y]?.key;
  for (const pair of pairs) {
    const [x, y] = pair;
    [ofA[x], ofB[y]] = [y, x];
    if (!saysTheSame(pair)) continue;
    a[x]?.names.forEach(({ sort, of }, i) => {
      const other = b[y]?.names[i]?.of ?? NOTHING;
      if (sort === "lines" || constantsA.has(of) || constantsB.has(other)) return;
      constantsA.set(of, other);
      constantsB.add(other);
    });
  }
  const meaningsA = (line: number): number[] =>
    (a[line]?.names ?? []).map(({ sort, of }) => {
      if (sort === "constants") return constantsA.get(of) ?? NOTHING;
      return of < 0 ? of : (ofA[of] ?? NOTHING);
    });
  const meaningsB = (line: number): number[] =>
    (b[line]?.names ?? []).map(({ sort, of }) => {
      if (of === DEFINITION) return of;
      return (sort === "constants" ? constantsB.has(of) : (ofB[of] ?? NOTHING) >= 0) ? of : NOTHING;
    });

  const all: [number, number, number, number[][]][] = [];
  for (const pair of pairs) {
    const [x, y] = pair;
    const names = [meaningsA(x), meaningsB(y)] as const;
    const last = all.at(-1);
    const same = saysTheSame(pair) && names[0].every((of, i) => of === names[1][i]);
    const goesOn = last?.[3].length === 0 && last[0] + last[2] === x && last[1] + last[2] === y;
    if (same && goesOn) last[2] += 1;
    else all.push([x, y, 1, same ? [] : [...names]]);
  }
  return all;
}
