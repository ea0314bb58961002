import { describe, expect, it } from "vitest";
import { EMPTY_STAGE, passStep, type Pipeline } from "../../src/core/pipeline/model";
import type { OpDiffEntry, TraceRow } from "../../src/core/protocol/messages";
import { opDiffText, signed, summary } from "../../src/core/trace/op-diff";
import { splitSignature } from "../../src/core/trace/readable";
import { allSnapshots, snapshotLabel } from "../../src/core/trace/snapshot-pair";
import {
  foldedAtFirst,
  hasChildren,
  pathTo,
  treeKey,
  visibleRows,
} from "../../src/core/trace/tree";

const row = (
  name: string,
  parent: number,
  level: number,
  opDiff: Record<string, number> = {},
): TraceRow => ({
  kind: level === 0 ? "stage" : "pass",
  stageId: "s1",
  parent,
  level,
  name,
  optLevel: 0,
  changed: true,
  opDiff,
  status: "ok",
  before: 1,
  after: 2,
});

/** The tutorial's second stage. */
const ROWS = [
  row("PassContext", -1, 0, { add: 1, layout_transform: 2, "nn.bias_add": -1 }),
  row("sequential", 0, 1, { add: 1, layout_transform: 2, "nn.bias_add": -1 }),
  row("FoldConstant", 1, 2),
  row("InferType", 2, 3),
  row("CanonicalizeOps", 1, 2, { add: 1, "nn.bias_add": -1 }),
  row("ConvertLayout", 1, 2, { expand_dims: 1, layout_transform: 23 }),
  row("FoldConstant", 1, 2, { expand_dims: -1, layout_transform: -21 }),
];

describe("operator changes", () => {
  it("signs changes", () => {
    expect([signed(3), signed(-2), signed(0)]).toEqual(["+3", "−2", "0"]);
    expect(summary({ a: 3, b: -2, c: 1 })).toEqual({ added: 4, removed: 2 });
  });

  it("prints TVM's list as JSON with one pass a line", () => {
    const entries: OpDiffEntry[] = [
      [1, "CanonicalizeOps", { "nn.bias_add": -1, add: 1 }],
      [0, "sequential", { add: 1 }],
    ];
    const text = opDiffText(entries);
    expect(text).toBe(
      '[[1, "CanonicalizeOps", {"add": 1, "nn.bias_add": -1}],\n [0, "sequential", {"add": 1}]]',
    );
    expect(JSON.parse(text)).toEqual(entries);
    expect(opDiffText([])).toBe("[]");
  });
});

describe("the tree", () => {
  const none = new Set<number>();

  it("hides what is below a folded row", () => {
    expect(visibleRows(ROWS, none)).toHaveLength(7);
    expect(visibleRows(ROWS, new Set([2]))).toEqual([0, 1, 2, 4, 5, 6]);
    expect(visibleRows(ROWS, new Set([1, 2]))).toEqual([0, 1]);
    expect(hasChildren(ROWS, 2)).toBe(true);
    expect(hasChildren(ROWS, 3)).toBe(false);
    expect(pathTo(ROWS, 3)).toEqual([0, 1, 2, 3]);
  });

  it("moves through the visible rows", () => {
    expect(treeKey("ArrowDown", ROWS, new Set([2]), 2)).toEqual({ select: 4 });
    expect(treeKey("ArrowUp", ROWS, none, 4)).toEqual({ select: 3 });
    expect(treeKey("ArrowUp", ROWS, none, 0)).toEqual({ select: 0 });
    expect(treeKey("ArrowDown", ROWS, none, 6)).toEqual({ select: 6 });
    expect(treeKey("Home", ROWS, none, 6)).toEqual({ select: 0 });
    expect(treeKey("End", ROWS, none, 0)).toEqual({ select: 6 });
  });

  it("folds, unfolds and goes to the parent or the first child", () => {
    expect(treeKey("ArrowLeft", ROWS, none, 2)).toEqual({ fold: 2 });
    expect(treeKey("ArrowLeft", ROWS, new Set([2]), 2)).toEqual({ select: 1 });
    expect(treeKey("ArrowRight", ROWS, new Set([2]), 2)).toEqual({ unfold: 2 });
    expect(treeKey("ArrowRight", ROWS, none, 2)).toEqual({ select: 3 });
    expect(treeKey("ArrowRight", ROWS, none, 3)).toBeUndefined();
    expect(treeKey("a", ROWS, none, 3)).toBeUndefined();
  });
});

describe("type inference that passes run for themselves", () => {
  it("is folded, and nothing else is", () => {
    expect(foldedAtFirst(ROWS)).toEqual(new Set([2]));
    const mixed = [
      row("PassContext", -1, 0),
      { ...row("InferType", 0, 1), stepId: "p1" },
      row("FoldScaleAxis", 0, 1),
      row("FoldConstant", 2, 2),
      row("InferType", 3, 3),
      row("InferType", 2, 2),
      row("AllTypes", 0, 1),
      row("InferType", 6, 2),
      row("InferType", 7, 3),
      row("PassContext", -1, 0),
      row("InferType", 9, 1),
    ];
    expect(foldedAtFirst(mixed)).toEqual(new Set([3, 6, 7]));
  });

  it("is found by its name though it is folded", () => {
    const filter = { hideUnchanged: false, search: "infer" };
    expect(visibleRows(ROWS, foldedAtFirst(ROWS), filter)).toEqual([0, 1, 2, 3]);
  });
});

describe("the programs of a run", () => {
  const pipeline: Pipeline = [
    {
      ...EMPTY_STAGE,
      id: "s1",
      passes: [
        passStep("p1", "FoldConstant"),
        passStep("p2", "FuseOps"),
        passStep("p3", "FoldConstant"),
      ],
    },
  ];
  const at = (
    name: string,
    parent: number,
    before: number,
    after: number,
    stepId?: string,
  ): TraceRow => ({
    ...row(name, parent, parent + 1),
    before,
    after,
    ...(stepId === undefined ? {} : { stepId }),
  });
  // FoldConstant makes 2, and the InferType inside of it makes 3. FuseOps does not change it.
  const rows = [
    { ...at("PassContext", -1, 1, 5), kind: "stage" as const },
    at("FoldConstant", 0, 1, 3, "p1"),
    at("InferType", 1, 2, 3),
    at("FuseOps", 0, 3, 3, "p2"),
    at("FoldConstant", 0, 3, 5, "p3"),
    at("InferType", 4, 4, 5),
  ];

  it("are called after the user's own steps, each once, in their order", () => {
    expect(allSnapshots(rows, pipeline).map(({ snapshot, label }) => [snapshot, label])).toEqual([
      [1, "the program"],
      [2, "before InferType in FoldConstant (1)"],
      [3, "after FoldConstant (1)"],
      [4, "before InferType in FoldConstant (2)"],
      [5, "after FoldConstant (2)"],
    ]);
  });

  it("also when the pin is at the pass within", () => {
    expect(snapshotLabel(rows, { row: 2, side: "after" }, pipeline)).toBe("after FoldConstant (1)");
    expect(snapshotLabel(rows, { row: 3, side: "after" }, pipeline)).toBe("after FoldConstant (1)");
    expect(snapshotLabel(rows, { row: 0, side: "before" }, pipeline)).toBe("the program");
  });
});

describe("a signature laid out for reading", () => {
  it("puts each parameter on its line, not minding commas in types", () => {
    expect(
      splitSignature(
        "def @main(%a: Tensor[(1, 3), float32], %b: (int32, fn(int32, int8) -> bool)) -> int32 {\n  %a\n}",
      ),
    ).toBe(
      "def @main(\n    %a: Tensor[(1, 3), float32],\n    %b: (int32, fn(int32, int8) -> bool)\n  ) -> int32 {\n  %a\n}",
    );
  });

  it("leaves other lines alone", () => {
    expect(splitSignature("fn (%a, %b) { 1 }")).toBe("fn (%a, %b) { 1 }");
    expect(splitSignature("def @main(%a, ")).toBe("def @main(%a, ");
  });
});
