import { describe, expect, it } from "vitest";
import { hunksOf, type Hunk } from "../../src/core/trace/hunks";
import { diffTexts } from "./diff-texts";

const of = (a: string, b: string, context = 1): Hunk[] =>
  hunksOf(diffTexts(a, b, true), a, b, context);

/** The hunks as a unified diff, with changed words in brackets. */
const text = (hunks: readonly Hunk[]): string[] =>
  hunks.flatMap((hunk) => [
    `@@ ${hunk.fromA},${hunk.countA} ${hunk.fromB},${hunk.countB}`,
    ...hunk.lines.map((line) => {
      let marked = "";
      let at = 0;
      for (const [from, to] of line.words) {
        marked += `${line.text.slice(at, from)}[${line.text.slice(from, to)}]`;
        at = to;
      }
      const sign = { same: " ", removed: "-", added: "+" }[line.kind];
      return sign + marked + line.text.slice(at);
    }),
  ]);

const lines = (...all: string[]): string => all.join("\n");

describe("hunks", () => {
  it("have changed lines with their surroundings, and the words that changed", () => {
    const a = lines("a", "b", "  %0 = add(%x, 1);", "c", "d", "e", "f");
    const b = lines("a", "b", "  %0 = add(%x, 2);", "c", "d", "e", "g", "f");
    expect(text(of(a, b))).toEqual([
      "@@ 2,3 2,3",
      " b",
      "-  %0 = add(%x, [1]);",
      "+  %0 = add(%x, [2]);",
      " c",
      "@@ 6,2 6,3",
      " e",
      "+g",
      " f",
    ]);
  });

  it("put a line right above what it became", () => {
    const a = lines("%0 = f(a);", "%1 = g(b);", "%2 = h(c);");
    const b = lines("%0 = f(x);", "%1 = new(q);", "%2 = g(y);");
    expect(text(of(a, b))).toEqual([
      "@@ 1,3 1,3",
      "-%0 = f([a]);",
      "+%0 = f([x]);",
      "-%1 = g([b]);",
      "+%1 = new(q);",
      "+%2 = g([y]);",
      "-%2 = h(c);",
    ]);
  });

  it("join when they are near", () => {
    const a = lines("x", "a", "b", "y");
    const b = lines("X()", "a", "b", "Y()");
    expect(of(a, b)).toHaveLength(1);
    expect(of(a, b, 0)).toHaveLength(2);
  });

  it("take lines that only have other numbers for unchanged, with the new numbers", () => {
    const a = lines("%0 = f();", "%1 = g(%0);");
    const b = lines("%0 = new();", "%1 = f();", "%2 = g(%1);");
    expect(text(of(a, b))).toEqual(["@@ 1,1 1,2", "+%0 = new();", " %1 = f();"]);
  });

  it("reach from an empty text to a whole one", () => {
    expect(text(of("", lines("a()", "b()")))).toEqual(["@@ 1,1 1,2", "-", "+a()", "+b()"]);
    expect(of("same", "same")).toEqual([]);
  });

  it("agree with the diff about what was removed and added", () => {
    const noise = (seed: number): string =>
      Array.from(
        { length: 200 },
        (_, i) => `%${i} = op${(i * i * seed) % 17}(${(i * seed) % 5});`,
      ).join("\n");
    for (let seed = 1; seed < 8; seed += 1) {
      const [a, b] = [noise(seed), noise(seed + 1)];
      const diff = diffTexts(a, b, true);
      const all = hunksOf(diff, a, b).flatMap((hunk) => hunk.lines);
      expect(all.filter(({ kind }) => kind === "removed")).toHaveLength(diff.removed);
      expect(all.filter(({ kind }) => kind === "added")).toHaveLength(diff.added);
      for (const hunk of hunksOf(diff, a, b)) {
        const side = (kind: string): string[] =>
          hunk.lines.filter((line) => line.kind !== kind).map((line) => line.text);
        expect(side("removed")).toEqual(
          b.split("\n").slice(hunk.fromB - 1, hunk.fromB - 1 + hunk.countB),
        );
        expect(side("added")).toHaveLength(hunk.countA);
      }
    }
  });
});
