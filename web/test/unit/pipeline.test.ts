import { describe, expect, it } from "vitest";
import {
  addStage,
  addStep,
  DEFAULT_PIPELINE,
  findStep,
  freshId,
  moveStage,
  moveStep,
  optionsProblem,
  parseOptions,
  placeStep,
  positionOf,
  removeStage,
  removeStep,
  setBindEnabled,
  setMode,
  setOptLevel,
  setStepEnabled,
  setStepOptions,
  stageNumber,
  type Pipeline,
} from "../../src/pipeline/model";

/** The pipeline in short: stages by their passes, switched-off ones in brackets. */
const shape = (pipeline: Pipeline): string[] =>
  pipeline.map((stage) =>
    stage.kind === "bind"
      ? stage.enabled
        ? "bind"
        : "(bind)"
      : `${stage.optLevel} ${stage.mode}: ` +
        stage.passes.map((p) => (p.enabled ? p.name : `(${p.name})`)).join(" "),
  );

const SEQUENCE = "3 sequential: FoldConstant ConvertLayout FoldConstant";

describe("the default pipeline", () => {
  it("is the tutorial's program", () => {
    expect(shape(DEFAULT_PIPELINE)).toEqual(["2 each: InferType FoldScaleAxis", "bind", SEQUENCE]);
    expect(parseOptions(findStep(DEFAULT_PIPELINE, "p4")?.options ?? "")).toEqual({
      desired_layouts: { "nn.conv2d": ["NHWC", "HWIO"] },
    });
  });
});

describe("editing", () => {
  it("switches passes and the binding off", () => {
    const off = setBindEnabled(setStepEnabled(DEFAULT_PIPELINE, "p2", false), "s2", false);
    expect(shape(off)).toEqual(["2 each: InferType (FoldScaleAxis)", "(bind)", SEQUENCE]);
  });

  it("leaves the stages it does not touch as they were", () => {
    const off = setStepEnabled(DEFAULT_PIPELINE, "p2", false);
    expect(off[2]).toBe(DEFAULT_PIPELINE[2]);
    expect(off[0]).not.toBe(DEFAULT_PIPELINE[0]);
  });

  it("sets a stage's level and mode, and a pass's options", () => {
    const edited = setMode(setOptLevel(DEFAULT_PIPELINE, "s1", 4), "s1", "sequential");
    expect(shape(edited)[0]).toBe("4 sequential: InferType FoldScaleAxis");
    expect(findStep(setStepOptions(edited, "p1", "{}"), "p1")?.options).toBe("{}");
  });

  it("adds and removes passes and stages under ids of their own", () => {
    const added = addStep(addStage(DEFAULT_PIPELINE), "s6", "SimplifyInference");
    expect(shape(added).at(-1)).toBe("2 sequential: SimplifyInference");
    expect(freshId(added, "p")).toBe("p8");
    expect(shape(removeStep(added, "p7")).at(-1)).toBe("2 sequential: ");
    expect(removeStage(added, "s6")).toHaveLength(3);
  });
});

describe("moving", () => {
  it("moves a pass within its stage", () => {
    expect(shape(moveStep(DEFAULT_PIPELINE, "p4", -1))[2]).toBe(
      "3 sequential: ConvertLayout FoldConstant FoldConstant",
    );
  });

  it("moves on into the next stage of passes, past the binding", () => {
    expect(shape(moveStep(DEFAULT_PIPELINE, "p2", 1))).toEqual([
      "2 each: InferType",
      "bind",
      "3 sequential: FoldScaleAxis FoldConstant ConvertLayout FoldConstant",
    ]);
    expect(shape(moveStep(DEFAULT_PIPELINE, "p3", -1))[0]).toBe(
      "2 each: InferType FoldScaleAxis FoldConstant",
    );
  });

  it("stays where it is at either end of the pipeline", () => {
    expect(moveStep(DEFAULT_PIPELINE, "p1", -1)).toBe(DEFAULT_PIPELINE);
    expect(moveStep(DEFAULT_PIPELINE, "p5", 1)).toBe(DEFAULT_PIPELINE);
    expect(moveStage(DEFAULT_PIPELINE, "s1", -1)).toBe(DEFAULT_PIPELINE);
  });

  it("moves stages", () => {
    expect(shape(moveStage(DEFAULT_PIPELINE, "s2", 1)).at(-1)).toBe("bind");
  });

  it("places a dragged pass at an index of another stage", () => {
    expect(shape(placeStep(DEFAULT_PIPELINE, "p1", "s3", 1))).toEqual([
      "2 each: FoldScaleAxis",
      "bind",
      "3 sequential: FoldConstant InferType ConvertLayout FoldConstant",
    ]);
    expect(placeStep(DEFAULT_PIPELINE, "p1", "s2", 0)).toBe(DEFAULT_PIPELINE);
  });

  it("tells where a pass stands, counting stages of passes only", () => {
    expect(positionOf(DEFAULT_PIPELINE, "p4")).toEqual({ stage: 2, position: 2, of: 3 });
    expect(stageNumber(DEFAULT_PIPELINE, "s3")).toBe(2);
  });
});

describe("options", () => {
  it("may be empty or a JSON object", () => {
    expect(optionsProblem("  ")).toBeUndefined();
    expect(parseOptions("  ")).toBeUndefined();
    expect(optionsProblem('{"a": 1}')).toBeUndefined();
  });

  it("says what is wrong with anything else", () => {
    expect(optionsProblem('{"a": ')).toMatch(/^Not valid JSON: /);
    expect(optionsProblem("[1]")).toMatch(/JSON object/);
    expect(optionsProblem("null")).toMatch(/JSON object/);
  });
});
