// The rows of a diff: what stands beside what, and the changes as steps.
import { PassContext, relay, transform } from "passcope";
import { describe, expect, it } from "vitest";
import type { RelatedLines } from "../../src/core/protocol/messages";
import { diffRows, GAP, type DiffRows } from "../../src/core/trace/diff-rows";
import { splitSignature } from "../../src/core/trace/readable";
import { diffTexts } from "./diff-texts";

interface Laid {
  readonly rows: DiffRows;
  /** Each row as "a | b", with what the line does. */
  readonly beside: readonly string[];
  /** The first line of each step. */
  readonly steps: readonly string[];
}

function laid(before: string, after: string, known?: RelatedLines): Laid {
  const rows = diffRows(diffTexts(before, after, true, known), before, after);
  const [a, b] = [before.split("\n"), after.split("\n")];
  const cell = (lines: string[], line = GAP): string =>
    line === GAP ? "" : (lines[line] ?? "").trim();
  const beside = [...rows.changed].map((_, row) =>
    `${cell(a, rows.a[row])} | ${cell(b, rows.b[row])}`.trim(),
  );
  const steps = rows.steps.map(({ from, count }) => beside.slice(from, from + count).join(" ⏎ "));
  return { rows, beside, steps };
}

const lines = (...all: string[]): string => all.join("\n");

/** Checks what holds for the rows of all diffs. */
function expectSound({ rows }: Laid, before: string, after: string): void {
  for (const [side, of, text] of [
    [rows.a, rows.ofA, before],
    [rows.b, rows.ofB, after],
  ] as const) {
    const shown = [...side].filter((line) => line !== GAP);
    expect(shown).toEqual(text.split("\n").map((_, i) => i));
    of.forEach((row, line) => expect(side[row]).toBe(line));
  }
  const stepped = new Set<number>();
  for (const { from, count } of rows.steps) {
    for (let row = from; row < from + count; row += 1) {
      expect(stepped.has(row)).toBe(false);
      stepped.add(row);
    }
  }
  const changed = [...rows.changed].flatMap((is, row) => (is === 1 ? [row] : []));
  expect([...stepped].sort((x, y) => x - y)).toEqual(changed);
  for (const { from, count } of rows.folds) {
    expect([...rows.changed.slice(from, from + count)]).not.toContain(1);
  }
}

describe("the rows of a diff", () => {
  it("have a gap beside lines that only one text has, and never two lines that do not belong together", () => {
    const a = lines("f(%x);", "gone(%x);", "  %0 = one(%x);", "g(%0);");
    const b = lines("f(%x);", "  %0 = other(%y);", "  %1 = another(%y);", "g(%1);");
    const { beside } = laid(a, b);
    expect(beside).toEqual([
      "f(%x); | f(%x);",
      "gone(%x); |",
      "%0 = one(%x); |",
      "| %0 = other(%y);",
      "| %1 = another(%y);",
      "g(%0); | g(%1);",
    ]);
  });

  it("put what a pass inserted beside gaps, and an operator beside what it became", () => {
    const a = lines(
      "  %0 = nn.conv2d(%data, %w0);",
      "  %1 = nn.relu(%0);",
      "  %2 = nn.conv2d(%1, %w1);",
      "  nn.relu(%2)",
    );
    const b = lines(
      '  %0 = layout_transform(%data, src_layout="NCHW");',
      "  %1 = nn.contrib_conv2d_NCHWc(%0, %w0);",
      "  %2 = nn.relu(%1);",
      '  %3 = layout_transform(%w1, src_layout="OIHW");',
      "  %4 = nn.contrib_conv2d_NCHWc(%2, %3);",
      "  nn.relu(%4)",
    );
    const known: RelatedLines = {
      lines: [
        [0, 1],
        [1, 2],
        [2, 4],
        [3, 5],
      ],
      constants: [],
    };
    const of = laid(a, b, known);
    expect(of.beside.map((row) => row.replace(/\(.*?\);?/g, ""))).toEqual([
      "| %0 = layout_transform",
      "%0 = nn.conv2d | %1 = nn.contrib_conv2d_NCHWc",
      "%1 = nn.relu | %2 = nn.relu",
      "| %3 = layout_transform",
      "%2 = nn.conv2d | %4 = nn.contrib_conv2d_NCHWc",
      "nn.relu | nn.relu",
    ]);
    // Each step is one operator.
    expect(of.steps).toHaveLength(4);
    expectSound(of, a, b);
  });

  it("are cut into steps with one operator, and functions that open or close around it", () => {
    const a = lines("def @main(", "    %x: int,", "    %y: int", "  ) -> int {", "  f(%x)", "}");
    const b = lines(
      "def @main(",
      "    %x: float,",
      "    %z: float",
      "  ) -> float {",
      "  %0 = fn (%p: float) {",
      "    tanh(%p)",
      "  };",
      "  %1 = %0(%x);",
      "  %2 = (%1,);",
      "  f(%2)",
      "}",
    );
    const { steps } = laid(a, b);
    expect(steps.slice(1)).toEqual([
      "| %0 = fn (%p: float) { ⏎ | tanh(%p) ⏎ | };",
      "| %1 = %0(%x);",
      "| %2 = (%1,);",
      "f(%x) | f(%2)",
    ]);
    // The signature is one step.
    expect(steps[0]).toContain("%x: float");
    expect(steps[0]).toContain("-> float {");
  });

  it("of passes on ResNet-18 have every line once, in order", () => {
    const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
    const passes = [
      transform.InferType(),
      transform.SimplifyInference(),
      transform.AlterOpLayout(),
      transform.FuseOps(),
      transform.ToANormalForm(),
    ];
    new PassContext({ optLevel: 3 }).with(() => {
      let program = mod;
      for (const pass of passes) {
        const next = pass(program);
        const [a = "", b = ""] = [program, next].map((each) =>
          splitSignature(each.astext({ showMetaData: false })),
        );
        expectSound(laid(a, b), a, b);
        program = next;
      }
    });
  });
});
