// The changed parts of two texts as rows with a cell for each side.
import { describe, expect, it } from "vitest";
import { sideBySide, type SideRow } from "../../src/core/trace/side-by-side";
import { diffTexts } from "./diff-texts";

const rows = (a: string[], b: string[], ignoreNumbers = true): SideRow[] => {
  const [before, after] = [a.join("\n"), b.join("\n")];
  return sideBySide(diffTexts(before, after, ignoreNumbers), before, after);
};
const words = (row: SideRow): string =>
  row.kind === "gap"
    ? `⋯ ${row.lines}`
    : [row.before, row.after].map((s) => (s ? `${s.number} ${s.text}` : "")).join(" | ");
const many = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i}`);

describe("two texts side by side", () => {
  it("have what differs beside each other, and what one side lacks beside nothing", () => {
    expect(rows(["a", "f(x)", "c"], ["a", "f(y)", "c", "d"]).map(words)).toEqual([
      "1 a | 1 a",
      "2 f(x) | 2 f(y)",
      "3 c | 3 c",
      " | 4 d",
    ]);
  });

  it("leave out long stretches that both have, and count on", () => {
    const [head, tail] = [many("h", 20), many("t", 20)];
    const seen = rows([...head, "gone", ...tail], [...head, ...tail]).map(words);
    expect(seen).toEqual([
      "⋯ 17",
      "18 h17 | 18 h17",
      "19 h18 | 19 h18",
      "20 h19 | 20 h19",
      "21 gone | ",
      "22 t0 | 21 t0",
      "23 t1 | 22 t1",
      "24 t2 | 23 t2",
      "⋯ 17",
    ]);
  });

  it("show a line that is only renumbered as each side has it", () => {
    expect(rows(["%1 = f(%0)", "x"], ["%2 = f(%1)", "y"]).map(words)).toEqual([
      "1 %1 = f(%0) | 1 %2 = f(%1)",
      "2 x | ",
      " | 2 y",
    ]);
  });

  it("are made as far as they are wanted", () => {
    const [before, after] = [many("f(x, ", 500).join("\n"), many("f(y, ", 500).join("\n")];
    const diff = diffTexts(before, after, true);
    let last = 0;
    const changes = new Proxy(diff.changes, {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) last = Math.max(last, Number(key));
        return Reflect.get(target, key) as unknown;
      },
    });
    const some = sideBySide({ ...diff, changes }, before, after, 20);
    expect(some).toEqual(sideBySide(diff, before, after).slice(0, 20));
    expect(last).toBeLessThan(25);
  });

  it("are nothing where nothing differs", () => {
    expect(rows(["a"], ["a"])).toEqual([]);
  });
});
