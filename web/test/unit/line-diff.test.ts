import { describe, expect, it } from "vitest";
import { foldable, type LineDiff } from "../../src/core/trace/line-diff";
import { matchSequences } from "../../src/core/trace/match-sequences";
import { diffTexts } from "./diff-texts";

const lines = (...list: string[]): string => list.join("\n");

/** Applies a diff: replaces the changed ranges of `a` with those of `b`. */
function apply(a: string, b: string, diff: LineDiff): string {
  let result = "";
  let at = 0;
  for (const change of diff.changes) {
    result += a.slice(at, change.fromA) + b.slice(change.fromB, change.toB);
    at = change.toA;
  }
  return result + a.slice(at);
}

describe("matching sequences", () => {
  it("keeps a longest common part in order", () => {
    expect(matchSequences([..."abcabba"], [..."cbabac"])).toHaveLength(4);
    expect(matchSequences([..."abc"], [..."abc"])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(matchSequences([], [..."abc"])).toEqual([]);
    expect(matchSequences([..."abc"], [..."axc"])).toEqual([
      [0, 0],
      [2, 2],
    ]);
  });

  it("pairs only equal elements, whatever the input", () => {
    let seed = 7;
    const random = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * n);
    };
    for (let round = 0; round < 200; round += 1) {
      const make = (): string[] => Array.from({ length: random(12) }, () => "abc"[random(3)] ?? "");
      const [a, b] = [make(), make()];
      let [lastX, lastY] = [-1, -1];
      for (const [x, y] of matchSequences(a, b)) {
        expect(a[x]).toBe(b[y]);
        expect(x).toBeGreaterThan(lastX);
        expect(y).toBeGreaterThan(lastY);
        [lastX, lastY] = [x, y];
      }
    }
  });

  it("gives up on what is too different", () => {
    expect(matchSequences([..."abcdef"], [..."fedcba"], 3)).toEqual([]);
    expect(matchSequences([..."abcdef"], [..."fedcba"])).toHaveLength(1);
  });
});

describe("a diff of Relay text", () => {
  const before = lines(
    "def @main(%x) {",
    "  %0 = nn.conv2d(%x, %w, padding=[1, 1]) /* ty=A */;",
    "  %1 = nn.relu(%0) /* ty=A */;",
    "  nn.dense(%1, %v)",
    "}",
  );
  const after = lines(
    "def @main(%x) {",
    '  %0 = layout_transform(%x, src_layout="NCHW");',
    "  %1 = nn.conv2d(%0, %w, padding=[1, 1]) /* ty=B */;",
    "  %2 = nn.relu(%1) /* ty=A */;",
    "  nn.dense(%2, %v)",
    "}",
  );

  it("turns one text into the other", () => {
    const diff = diffTexts(before, after, false);
    expect(apply(before, after, diff)).toBe(after);
    expect(diff).toMatchObject({ removed: 3, added: 4, renumbered: 0 });
  });

  it("does not mark lines that were only renumbered, but counts them", () => {
    const diff = diffTexts(before, after, true);
    expect(diff).toMatchObject({ removed: 1, added: 2, renumbered: 2 });
    const texts = diff.changes.map((c) => after.slice(c.fromB, c.toB));
    expect(texts.some((text) => text.includes("nn.relu"))).toBe(false);
  });

  it("pairs a changed line with the one that calls the same operator, and compares words", () => {
    const diff = diffTexts(before, after, true);
    const [inserted, ...words] = diff.changes;
    expect(inserted && after.slice(inserted.fromB, inserted.toB)).toBe(
      '  %0 = layout_transform(%x, src_layout="NCHW");\n',
    );
    expect(inserted && inserted.toA - inserted.fromA).toBe(0);
    expect(words.map((c) => [before.slice(c.fromA, c.toA), after.slice(c.fromB, c.toB)])).toEqual([
      ["%x", "%0"],
      ["A", "B"],
    ]);
  });

  it("takes an inserted remark for just that", () => {
    const [a, b] = ["f(m[0], m[1], k=1)", "f(m[0] /* T[(3), f] */, m[1] /* T[(3), f] */, k=1)"];
    const diff = diffTexts(a, b, true);
    expect(diff.changes.map((c) => [a.slice(c.fromA, c.toA), b.slice(c.fromB, c.toB)])).toEqual([
      ["", " /* T[(3), f] */"],
      ["", " /* T[(3), f] */"],
    ]);
  });

  it("finds the same words in lines that differ by the numbers of variables and constants", () => {
    const line = (out: number, x: number, w: number, kernel: string): string =>
      `  %${out} = nn.conv2d(%${x}, meta[relay.Constant][${w}] /* ty=A */, ${kernel}) /* ty=B */;`;
    const convs = [
      [0, 7, 3],
      [12, 12, 12],
      [130, 99, 1004],
      [5, 130, 5],
    ] as const;
    const a = lines(...convs.map(([out, x, w]) => line(out, x, w, 'layout="OIHW"')));
    const b = lines(...convs.map(([out, x, w]) => line(out + 1, x + 1, w, 'layout="HWIO"')));
    const changed = (ignoreNumbers: boolean): string[][] =>
      diffTexts(a, b, ignoreNumbers).changes.map((c) => [
        a.slice(c.fromA, c.toA),
        b.slice(c.fromB, c.toB),
      ]);
    expect(changed(true)).toEqual(convs.map(() => ["OIHW", "HWIO"]));
    expect(changed(false)).toEqual(
      convs.flatMap(([out, x]) => [
        [`%${out}`, `%${out + 1}`],
        [`%${x}`, `%${x + 1}`],
        ["OIHW", "HWIO"],
      ]),
    );
    // The number of a constant is not that of a variable or another number.
    const mixed = lines("f(%1, meta[relay.Constant][1], 1)", "f(%2, meta[relay.Constant][1], 1)");
    const other = lines("f(%1, meta[relay.Constant][2], 1)", "f(%2, meta[relay.Constant][1], 2)");
    const diff = diffTexts(mixed, other, false);
    expect(apply(mixed, other, diff)).toBe(other);
    expect(diff.changes.map((c) => other.slice(c.fromB, c.toB))).toEqual(["2", " 2"]);
  });

  it("finds nothing between equal texts", () => {
    const diff = diffTexts(before, before, false);
    expect(diff.changes).toEqual([]);
    expect(diff.unchanged).toEqual([{ a: 0, b: 0, count: 5 }]);
  });

  it("handles changes at the very start and end, and empty texts", () => {
    for (const [a, b] of [
      ["x", "y"],
      ["x\ny", "y"],
      ["y", "y\nz"],
      ["", "y\nz"],
      ["y\nz", ""],
    ] as const) {
      const diff = diffTexts(a, b, false);
      for (const change of diff.changes) {
        expect(change.toA).toBeLessThanOrEqual(a.length);
        expect(change.toB).toBeLessThanOrEqual(b.length);
      }
    }
  });

  it("compares very long lines as a whole", () => {
    const long = (end: string): string => `${"%a, ".repeat(2000)}${end}`;
    const diff = diffTexts(long("x"), long("y"), false);
    expect(diff.changes).toHaveLength(1);
    expect(diff.changes[0]?.fromA).toBe(0);
  });
});

describe("folding", () => {
  it("keeps three lines beside a change, and none at the ends of the text", () => {
    const text = Array.from({ length: 40 }, (_, i) => `line ${i}`);
    const changed = [...text];
    changed[20] = "other";
    const diff = diffTexts(text.join("\n"), changed.join("\n"), false);
    expect(foldable(diff, 40)).toEqual([
      { a: 0, b: 0, count: 17 },
      { a: 24, b: 24, count: 16 },
    ]);
  });
});
