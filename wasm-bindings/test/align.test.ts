// Alignment of the lines of two texts, through the package.

import { relay } from "passcope";
import { describe, expect, test } from "vitest";

const program = (lines: string): string => `def @main(%x) {\n${lines}}\n`;
const before = program("  %0 = nn.relu(%x);\n  exp(%0)\n");
const after = program("  %0 = nn.relu(%x);\n  %1 = nn.relu(%0);\n  exp(%1)\n");

describe("lines of two texts", () => {
  test("belong together that compute the same, or call the same operator", () => {
    expect(relay.alignTexts(before, after)).toEqual([
      [0, 0, 2, []],
      [2, 3, 1, [[1], [-1]]],
      [3, 4, 2, []],
    ]);
    expect(relay.alignTexts("", "")).toEqual([[0, 0, 1, []]]);
  });

  test("are those that are known, by pairs or by what each was", () => {
    const lines: [number, number][] = [
      [1, 2],
      [2, 3],
    ];
    const found = relay.alignTexts(before, after, { known: { lines, constants: [] } });
    expect(found).toEqual([
      [0, 0, 1, []],
      [1, 2, 1, [[-2], [-2, -1]]],
      [2, 3, 3, []],
    ]);
    const was = (...of: [number, number][]) => ({ lines: of, constants: [] });
    const known = [was([1, 7], [2, 8]), was([2, 7], [3, 8])] as const;
    expect(relay.alignTexts(before, after, { known })).toEqual(found);
    // With `byNumbers`, what is known has no effect.
    expect(relay.alignTexts(before, after, { known, byNumbers: true })).toEqual(
      relay.alignTexts(before, after, { byNumbers: true }),
    );
  });

  test("may be anything, and what is known of them, too", () => {
    const places = [-1, 0, 3, 2 ** 32, 2 ** 60, Number.NaN];
    for (const x of places) {
      for (const y of places) {
        const lines: [number, number][] = [
          [x, y],
          [y, x],
        ];
        relay.alignTexts(before, "%0 = %1;\n\0", { known: { lines, constants: lines } });
      }
    }
    // @ts-expect-error: what is known are pairs.
    expect(() => relay.alignTexts(before, after, { known: { lines: [3] } })).toThrow(/known/);
    // @ts-expect-error: texts are compared.
    expect(() => relay.alignTexts(before)).toThrow(/after/);
  });
});
