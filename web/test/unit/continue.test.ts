import { describe, expect, it } from "vitest";
import { continueFrom, placeToContinue } from "../../src/core/pipeline/continue";
import { DEFAULT_PIPELINE, type Pipeline } from "../../src/core/pipeline/model";
import type { TraceRow } from "../../src/core/protocol/messages";

type Brief = [name: string, parent: number, after: number, extra?: Partial<TraceRow>];

/** Short rows: the name, the parent, the snapshot after it. */
const trace = (...rows: readonly Brief[]): TraceRow[] =>
  rows.map(([name, parent, after, extra]) => ({
    kind: "pass",
    stageId: "s3",
    parent,
    level: 0,
    name,
    optLevel: 0,
    changed: true,
    opDiff: {},
    status: "ok",
    before: after - 1,
    after,
    ...extra,
  }));

/** The tutorial's second context, as it runs. */
const ROWS = trace(
  ["PassContext", -1, 9, { kind: "stage" }],
  ["sequential", 0, 9],
  ["FoldConstant", 1, 2, { stepId: "p3" }],
  ["InferType", 2, 1],
  ["InferType", 1, 3, { decision: { kind: "required", by: "ConvertLayout" } }],
  ["CanonicalizeOps", 1, 5, { decision: { kind: "required", by: "ConvertLayout" } }],
  ["InferType", 5, 5],
  ["ConvertLayout", 1, 7, { stepId: "p4" }],
  ["InferType", 7, 7],
  ["FoldConstant", 1, 9, { stepId: "p5" }],
);

const brief = (pipeline: Pipeline | undefined): unknown =>
  pipeline?.map((stage) =>
    stage.kind === "passes" ? stage.passes.map(({ name }) => name).join(" ") : stage.kind,
  );
const at = (row: number): unknown => brief(continueFrom(ROWS, DEFAULT_PIPELINE, row, "text"));
const FIRST = ["InferType FoldScaleAxis", "bind"];

describe("going on from an edited snapshot", () => {
  it("stands behind a step", () => {
    expect(at(2)).toEqual([...FIRST, "FoldConstant", "edit", "ConvertLayout FoldConstant"]);
    expect(at(7)).toEqual([...FIRST, "FoldConstant ConvertLayout", "edit", "FoldConstant"]);
    expect(at(9)).toEqual([...FIRST, "FoldConstant ConvertLayout FoldConstant", "edit"]);
    expect(at(0)).toEqual([...FIRST, "FoldConstant ConvertLayout FoldConstant", "edit"]);
  });

  it("makes steps of what a step requires, so that the edit finds its program", () => {
    expect(at(4)).toEqual([
      ...FIRST,
      "FoldConstant InferType",
      "edit",
      "ConvertLayout FoldConstant",
    ]);
    expect(at(5)).toEqual([
      ...FIRST,
      "FoldConstant InferType CanonicalizeOps",
      "edit",
      "ConvertLayout FoldConstant",
    ]);
  });

  it("leaves no pass in the middle, unless nothing changes until its end", () => {
    expect(placeToContinue(ROWS, DEFAULT_PIPELINE, 3)).toBeUndefined();
    expect(at(3)).toBeUndefined();
    expect(at(8)).toEqual(at(7));
    expect(at(99)).toBeUndefined();
  });

  it("takes the place of an edit that is edited again", () => {
    const edited = continueFrom(ROWS, DEFAULT_PIPELINE, 7, "text") ?? [];
    const edit = edited.find((stage) => stage.kind === "edit");
    const rows = trace(["edit", -1, 1, { kind: "edit", stageId: edit?.id ?? "" }]);
    const again = continueFrom(rows, edited, 0, "other text");
    expect(brief(again)).toEqual(brief(edited));
    expect(again?.find((stage) => stage.kind === "edit")).toMatchObject({ text: "other text" });
  });
});
