// Matches the lines of two texts, only for the preview of a diff. The preview comes with the first result, before the
// deferred module that matches lines otherwise. `src/text/line_alignment.h` explains the method; this version does not
// use lineage. `test/unit/alignment.test.ts` compares the two.
import type { AlignedLines } from "../protocol/messages";
import { matchBetween } from "./match-sequences";

/** The numbers of variables and of constants. */
export const NUMBERS = /%\d+|(?<=Constant\]\[)\d+/g;

/** The meaning of a number in a line: the line that defines a variable, or a constant's number. */
interface Name {
  readonly sort: "lines" | "constants";
  readonly of: number;
}

interface Line {
  /** The line's text without the numbers. */
  readonly key: string;
  readonly names: readonly Name[];
  /** The lines that define the variables among `names`, except the line itself. */
  readonly uses: readonly number[];
}

/** Meanings of names: one without a counterpart, and the variable that the line itself defines. */
const [NOTHING, DEFINITION] = [-1, -2];

/** The lines of a text. A number refers to the nearest definition above it. */
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

/** The role of a line: the called operator, or the index into a tuple, or else the first word of its expression. */
function roleOf(key: string): string {
  const value = /^[^(]*?= (.*)$/.exec(key)?.[1] ?? key.trimStart();
  const found =
    /^([\w.]+)\(/.exec(value) ?? /^%[\w.]*(\.\d+)(?![\w.:])/.exec(value) ?? /^([^ ]*)/.exec(value);
  return found?.[1] ?? "";
}

/**
 * For each method of matching, the keys of the lines: lines with equal keys match. The methods are applied in order,
 * the most exact first.
 */
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

/** The matched lines, in the form that the package's `relay.alignTexts` returns. */
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

  // The counterparts of lines and of constants. A constant's counterpart comes from the first pair of equal lines that
  // has the constant.
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
