import { PassContext, relay, transform } from "passcope";
import { describe, expect, it } from "vitest";
import type { RelatedLines } from "../../src/core/protocol/messages";
import { previewLines } from "../../src/core/trace/alignment";
import { hunksOf } from "../../src/core/trace/hunks";
import { splitSignature } from "../../src/core/trace/readable";
import { diffTexts } from "./diff-texts";

const program = (...lines: string[]): string[] => ["def @main(%x) {", ...lines, "}"];

/** The changes of a diff: `-` and `+` lines, with the marked parts in brackets. */
function shown(a: string[], b: string[], known?: RelatedLines): string[] {
  const [before, after] = [a.join("\n"), b.join("\n")];
  const diff = diffTexts(before, after, true, known);
  return hunksOf(diff, before, after, 0).flatMap(({ lines }) =>
    lines.map(({ kind, text, words }) => {
      let marked = text;
      for (const [from, to] of [...words].reverse()) {
        marked = `${marked.slice(0, from)}[${marked.slice(from, to)}]${marked.slice(to)}`;
      }
      return `${kind === "removed" ? "-" : "+"} ${marked.trim()}`;
    }),
  );
}

describe("lines of two texts", () => {
  it("that are repeated are matched by what they compute", () => {
    // The old addition and the new one before it have the same text.
    const a = program(
      "  %0 = nn.conv2d(%x, %v);",
      "  %1 = nn.conv2d(%x, %w);",
      "  %2 = add(%0, %1);",
      "  %3 = nn.batch_norm(%2);",
      "  %4 = %3.0;",
      "  nn.relu(%4)",
    );
    const b = program(
      "  %0 = nn.conv2d(%x, %v);",
      "  %1 = nn.conv2d(%x, %w);",
      "  %2 = sqrt(%u);",
      "  %3 = negative(%2);",
      "  %4 = add(%3, %2);",
      "  %5 = add(%0, %1);",
      "  %6 = add(%5, %4);",
      "  nn.relu(%6)",
    );
    const diff = shown(a, b);
    expect(diff.some((line) => line.includes("relu") || line.includes("add(%0, %1)"))).toBe(false);
  });

  it("are the same when only numbers differ, of variables and of constants", () => {
    const a = program(
      "  %0 = add(%x, meta[relay.Constant][0]);",
      "  %1 = nn.conv2d(%0, meta[relay.Constant][1]);",
      "  nn.relu(%1)",
    );
    const b = program(
      "  %0 = exp(meta[relay.Constant][0]);",
      "  %1 = add(%x, meta[relay.Constant][1]);",
      "  %2 = nn.conv2d(%1, meta[relay.Constant][2]);",
      "  nn.relu(%2)",
    );
    expect(shown(a, b)).toEqual(["+ %0 = exp(meta[relay.Constant][0]);"]);
    const diff = diffTexts(a.join("\n"), b.join("\n"), true);
    expect(diff).toMatchObject({ removed: 0, added: 1, renumbered: 3 });
  });

  it("are renumbered, and no more, where a line took the place of another", () => {
    const a = program("  %0 = nn.batch_norm(%x);", "  %1 = %0.0;", "  nn.relu(%1)");
    const b = program("  %0 = sqrt(%v);", "  %1 = multiply(%x, %0);", "  nn.relu(%1)");
    expect(shown(a, b).filter((line) => line.includes("relu"))).toEqual([]);
  });
});

describe("lines that are known to be about the same expression", () => {
  const known = (...lines: [number, number][]): RelatedLines => ({ lines, constants: [] });
  const a = program("  %0 = nn.relu(%x);", "  %1 = tanh(%0);", "  exp(%1)");
  const b = program(
    "  %0 = nn.relu(%x);",
    "  %1 = nn.relu(%0);",
    "  %2 = fast_tanh(%1);",
    "  exp(%2)",
  );

  it("belong together, whatever else says the same", () => {
    expect(shown(a, b)).toEqual([
      "- %1 = tanh(%0);",
      "+ %1 = nn.relu(%0);",
      "+ %2 = fast_tanh(%1);",
    ]);
    // The second relu is the old one. tanh has become fast_tanh and is still the input of exp.
    expect(shown(a, b, known([1, 2], [2, 3], [3, 4]))).toEqual([
      "- %0 = nn.relu([%x]);",
      "+ %0 = nn.relu(%x);",
      "+ %1 = nn.relu([%0]);",
      "- %1 = [tanh](%0);",
      "+ %2 = [fast_tanh](%1);",
    ]);
  });

  it("are no reason to take what names them for changed where they have changed places", () => {
    const first = program("  %0 = exp(%x);", "  %1 = tanh(%x);", "  add(%0, %1)");
    const second = program("  %0 = tanh(%x);", "  %1 = exp(%x);", "  add(%1, %0)");
    const moved = shown(first, second, known([1, 2], [2, 1], [3, 3]));
    expect(moved).toHaveLength(2);
    expect(moved.filter((line) => line.includes("add"))).toEqual([]);
  });

  it("may be those that others are not: of constants, too", () => {
    const first = program("  %0 = add(%x, meta[relay.Constant][0]);", "  nn.relu(%0)");
    const second = program("  %0 = add(%x, meta[relay.Constant][1]);", "  nn.relu(%0)");
    expect(shown(first, second)).toEqual([]);
    const other = { lines: [], constants: [[0, 5]] } as const;
    expect(shown(first, second, other)).toEqual([
      "- %0 = add(%x, meta[relay.Constant][[0]]);",
      "+ %0 = add(%x, meta[relay.Constant][[1]]);",
    ]);
  });

  it("need not be lines of the texts, nor in their order", () => {
    for (let x = 0; x < 8; x += 1) {
      for (let y = 0; y < 8; y += 1) {
        const diff = diffTexts(a.join("\n"), b.join("\n"), true, known([x, y], [x + 1, 7 - y]));
        const kept = diff.unchanged.reduce((sum, { count }) => sum + count, 0);
        expect(kept + diff.removed).toBe(a.length);
        expect(kept + diff.added).toBe(b.length);
      }
    }
  });
});

describe("an argument that changed", () => {
  it("is marked by itself", () => {
    const a = program(
      "  %0 = exp(%x);",
      "  %1 = tanh(%x);",
      "  %2 = add(%0, %1);",
      "  nn.relu(%2)",
    );
    const b = program(
      "  %0 = exp(%x);",
      "  %1 = tanh(%x);",
      "  %2 = add(%0, %0);",
      "  nn.relu(%2)",
    );
    expect(shown(a, b)).toEqual(["- %2 = add(%0, [%1]);", "+ %2 = add(%0, [%0]);"]);
  });

  it("is marked although its number is that of before", () => {
    const a = program(
      "  %0 = exp(%x);",
      "  %1 = tanh(%x);",
      "  %2 = add(%1, %0);",
      "  nn.relu(%2)",
    );
    const b = program(
      "  %0 = sqrt(%x);",
      "  %1 = exp(%x);",
      "  %2 = tanh(%x);",
      "  %3 = add(%1, %1);",
      "  nn.relu(%3)",
    );
    expect(shown(a, b)).toEqual([
      "+ %0 = sqrt(%x);",
      "- %2 = add([%1], %0);",
      "+ %3 = add([%1], %1);",
    ]);
  });

  it("is marked where something was put between, and where it was taken out", () => {
    const plain = program("  %0 = nn.conv2d(%x, %w);", "  nn.relu(%0)");
    const between = program(
      "  %0 = nn.conv2d(%x, %w);",
      "  %1 = layout_transform(%0);",
      "  nn.relu(%1)",
    );
    expect(shown(plain, between)).toEqual([
      "- nn.relu([%0])",
      "+ %1 = layout_transform(%0);",
      "+ nn.relu([%1])",
    ]);
    expect(shown(between, plain)).toEqual([
      "- %1 = layout_transform(%0);",
      "- nn.relu([%1])",
      "+ nn.relu([%0])",
    ]);
  });

  it("is a constant of two that have changed places", () => {
    const line = (i: number, j: number): string =>
      `  add(meta[relay.Constant][${i}], meta[relay.Constant][${j}])`;
    const first = "  %0 = concatenate((meta[relay.Constant][0], meta[relay.Constant][1]));";
    expect(shown(program(first, line(0, 1)), program(first, line(1, 0)))).toEqual([
      "- add(meta[relay.Constant][[0]], meta[relay.Constant][[1]])",
      "+ add(meta[relay.Constant][[1]], meta[relay.Constant][[0]])",
    ]);
  });
});

describe("the preview, which cannot wait for the engine,", () => {
  const agree = (a: string, b: string): void => {
    for (const byNumbers of [false, true]) {
      expect(previewLines(a, b, !byNumbers)).toEqual(relay.alignTexts(a, b, { byNumbers }));
    }
  };

  it("matches lines as the engine does", () => {
    let seed = 11;
    const random = (n: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * n);
    };
    const line = (number: number): string => {
      const of = (): string =>
        ["%x", `%${random(8)}`, `meta[relay.Constant][${random(5)}]`][random(3)] ?? "";
      const op = ["add", "nn.relu", "nn.conv2d"][random(3)] ?? "";
      const value = [
        `${op}(${of()}, ${of()}, k=${random(2)})`,
        `%${random(8)}.${random(2)}`,
        "fn (%p0) {",
      ];
      const type = ["", " /* ty=A */", " /* ty=Tensor[(1, 2), float32] */"][random(3)] ?? "";
      return `${["  ", "    "][random(2)]}${["", `%${number} = `][random(2)]}${value[random(3)]}${type};`;
    };
    for (let round = 0; round < 300; round += 1) {
      const a = Array.from({ length: random(20) }, (_, i) => line(i));
      const b = a.flatMap((each, i) =>
        random(4) === 0 ? [line(i), line(i)].slice(random(3)) : [each],
      );
      agree(a.join("\n"), b.join("\n"));
    }
    agree("", "");
    agree("def @main(%a.0: A,\n  %b: B) {", "def @main(%c.0: A,\n  %b: B) {\n");
  });

  it("matches those of passes, too", () => {
    const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
    const layouts = { "nn.conv2d": ["NHWC", "default"] };
    const passes = [
      transform.InferType(),
      transform.SimplifyInference(),
      transform.ConvertLayout(layouts),
      transform.FuseOps(),
    ];
    new PassContext({ optLevel: 3 }).with(() => {
      let program = mod;
      for (const pass of passes) {
        const next = pass(program);
        const [a, b] = [program, next].map((each) =>
          splitSignature(each.astext({ showMetaData: false })),
        );
        agree(a ?? "", b ?? "");
        program = next;
      }
    });
  });
});

describe("any two programs", () => {
  /** A program of lines that refer to earlier ones. `skip` has the lines to leave out, with their references. */
  function chain(operators: readonly string[], skip = new Set<number>()): string[] {
    const numbers = new Map<number, number>();
    const lines = operators.flatMap((operator, i): string[] => {
      if (skip.has(i)) return [];
      const before = numbers.size > 0 ? numbers.size - 1 : undefined;
      numbers.set(i, numbers.size);
      return [
        `  %${numbers.size - 1} = ${operator}(${before === undefined ? "%x" : `%${before}`});`,
      ];
    });
    return program(...lines);
  }

  it("with a line taken out show that line and its user, however often lines are repeated", () => {
    const operators = Array.from({ length: 60 }, (_, i) => ["relu", "conv", "add"][i % 3] ?? "");
    for (let out = 0; out < operators.length - 1; out += 1) {
      const diff = shown(chain(operators), chain(operators, new Set([out])));
      expect(diff.filter((line) => line.startsWith("+"))).toHaveLength(1);
      expect(diff.filter((line) => line.startsWith("-"))).toHaveLength(2);
      expect(diff.filter((line) => line.includes("["))).toHaveLength(2);
    }
  });

  it("of 100,000 lines are compared in one walk where most of them are the same", () => {
    const operators = Array.from({ length: 100_000 }, (_, i) => `op${i % 977}`);
    const skip = new Set(Array.from({ length: 40 }, (_, i) => 1 + i * 2400));
    const [a, b] = [chain(operators).join("\n"), chain(operators, skip).join("\n")];
    const diff = diffTexts(a, b, true);
    expect(diff).toMatchObject({ removed: 80, added: 40 });
    expect(diff.renumbered).toBe(100_002 - 80 - 3);
  });
});
