// Inputs of hundreds of thousands of lines, statements and names: they take their time, and no list of them is too long
// for a call.
import { describe, expect, it } from "vitest";
import { append, largest, smallest } from "../../src/core/extremes";
import { dedent, readSettings } from "../../src/embed/settings";
import { prepareCode } from "../../src/engine/code-js/code-source";
import { formatTable } from "../../src/engine/code-js/inspect";
import { ownCode } from "../../src/features/share/own-code";

const MANY = 130_000;
const repeated = (text: string): string => text.repeat(MANY);

it("the largest and the smallest of a long list are found", () => {
  const list = Array.from({ length: 1_000_000 }, (_, i) => i);
  expect([smallest(list), largest(list), largest([]), largest([], 1)]).toEqual([
    0,
    999_999,
    Number.NEGATIVE_INFINITY,
    1,
  ]);
  const copy: number[] = [];
  append(copy, list);
  expect(copy.length).toBe(list.length);
});

describe("an element", () => {
  it("takes a program of many lines", () => {
    const text = `\n\n  def @main() {\n${repeated("    let %a = 1;\n")}    1\n  }\n\n`;
    const read = dedent(text);
    expect(read.startsWith("def @main() {\n  let %a = 1;\n")).toBe(true);
    expect(read.endsWith("  1\n}\n")).toBe(true);
    const { problems, workspace } = readSettings({ attributes: new Map(), program: text });
    expect(problems).toEqual([]);
    expect(workspace?.source.kind).toBe("text");
    expect(dedent("\n".repeat(MANY))).toBe("");
  });

  it.each(["1000000", "99999vh", "9999em", "601rem", "10001"])("is not as high as %s", (height) => {
    const { height: taken, problems } = readSettings({ attributes: new Map([["height", height]]) });
    expect(taken).toBeUndefined();
    expect(problems).toHaveLength(1);
  });
});

describe("code of many statements", () => {
  const code = `export const a = 1;\n${repeated("a;\n")}`;

  it("is prepared", () => {
    expect(prepareCode(code, new Set(), "blob:x").text.length).toBeGreaterThanOrEqual(code.length);
  });

  it("is shared as a program", () => {
    expect(() => ownCode(code)).not.toThrow();
  });
});

it("long lists are shown", () => {
  expect(formatTable(Array.from({ length: MANY }, (_, i) => i))).toContain("more rows");
});
