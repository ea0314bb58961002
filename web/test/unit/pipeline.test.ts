import { describe, expect, it } from "vitest";
import {
  addInstrument,
  addSequential,
  addStage,
  addStep,
  freshId,
  insertEdit,
  moveInstrument,
  moveStage,
  moveStep,
  placeStep,
  positionOf,
  removeStage,
  removeStep,
  setInstrument,
  setMode,
  setOptLevel,
  setStageEnabled,
  setStepEnabled,
  setStepOptions,
} from "../../src/core/pipeline/edit";
import {
  codeNames,
  DEFAULT_PIPELINE,
  EMPTY_STAGE,
  findStep,
  parseOptions,
  stageNumber,
  type Pipeline,
  type Step,
} from "../../src/core/pipeline/model";
import { invalidOptions, optionsProblem } from "../../src/core/pipeline/problems";

/** The pipeline in short: the passes of each stage, with switched-off ones in brackets. */
const shape = (pipeline: Pipeline): string[] => {
  const inShort = (step: Step): string => {
    const name =
      step.kind === "sequential" ? `${step.name}[${step.steps.map(inShort).join(" ")}]` : step.name;
    return step.enabled ? name : `(${name})`;
  };
  return pipeline.map((stage) => {
    if (stage.kind !== "passes") return stage.enabled ? stage.kind : `(${stage.kind})`;
    return `${stage.optLevel} ${stage.mode}: ${stage.passes.map(inShort).join(" ")}`;
  });
};

const optionsOf = (pipeline: Pipeline, id: string): string => {
  const step = findStep(pipeline, id);
  return step?.kind === "pass" ? step.options : "";
};

const SEQUENCE = "3 sequential: FoldConstant ConvertLayout FoldConstant";

describe("the default pipeline", () => {
  it("is the tutorial's program", () => {
    expect(shape(DEFAULT_PIPELINE)).toEqual(["2 each: InferType FoldScaleAxis", "bind", SEQUENCE]);
    expect(parseOptions(optionsOf(DEFAULT_PIPELINE, "p4"))).toEqual({
      desired_layouts: { "nn.conv2d": ["NHWC", "HWIO"] },
    });
  });
});

describe("editing", () => {
  it("switches passes and the binding off", () => {
    const off = setStageEnabled(setStepEnabled(DEFAULT_PIPELINE, "p2", false), "s2", false);
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
    expect(optionsOf(setStepOptions(edited, "p1", "{}"), "p1")).toBe("{}");
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

  it("moves into a Sequential and out of it", () => {
    const nested = addStep(addSequential(DEFAULT_PIPELINE, "s1"), "p6", "FuseOps");
    expect(shape(nested)[0]).toBe("2 each: InferType FoldScaleAxis sequential[FuseOps]");
    const inside = moveStep(nested, "p2", 1);
    expect(shape(inside)[0]).toBe("2 each: InferType sequential[FoldScaleAxis FuseOps]");
    const further = moveStep(moveStep(inside, "p2", 1), "p2", 1);
    expect(shape(further)[0]).toBe("2 each: InferType sequential[FuseOps] FoldScaleAxis");
    expect(shape(moveStep(moveStep(further, "p2", -1), "p2", -1))).toEqual(shape(inside));
    expect(positionOf(inside, "p7")).toEqual({
      stage: 1,
      position: 2,
      of: 2,
      inside: "sequential",
    });
    // A step cannot move into itself.
    expect(placeStep(nested, "p6", "p6", 0)).toBe(nested);
    expect(shape(moveStep(nested, "p6", 1)).at(-1)).toBe(
      "3 sequential: sequential[FuseOps] FoldConstant ConvertLayout FoldConstant",
    );
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

describe("instruments", () => {
  const two = addInstrument(
    addInstrument(DEFAULT_PIPELINE, "s1", { kind: "builtin", name: "WellFormed" }),
    "s1",
    { kind: "code", name: "Mine" },
  );
  const names = (pipeline: Pipeline): string[] => {
    const [stage] = pipeline;
    return stage?.kind === "passes" ? stage.instruments.map((use) => use.name) : [];
  };

  it("are added, moved, switched off and removed", () => {
    expect(names(two)).toEqual(["WellFormed", "Mine"]);
    expect(names(moveInstrument(two, "i7", -1))).toEqual(["Mine", "WellFormed"]);
    expect(moveInstrument(two, "i7", 1)).toBe(two);
    expect(names(setInstrument(two, "i6", undefined))).toEqual(["Mine"]);
    expect([...codeNames(two)]).toEqual(["Mine"]);
    expect([...codeNames(setInstrument(two, "i7", { enabled: false }))]).toEqual([]);
  });

  it("have options that must be JSON", () => {
    expect(invalidOptions(setInstrument(two, "i6", { options: "{" }))).toMatchObject({
      stageId: "s1",
      stepId: "i6",
      what: "Options of WellFormed",
    });
    expect(invalidOptions(two)).toBeUndefined();
  });
});

describe("edits", () => {
  it("stand behind a step, and cut its stage in two", () => {
    const edited = insertEdit(DEFAULT_PIPELINE, { stageId: "s3", stepId: "p4" }, "text");
    expect(shape(edited)).toEqual([
      "2 each: InferType FoldScaleAxis",
      "bind",
      "3 sequential: FoldConstant ConvertLayout",
      "edit",
      "3 sequential: FoldConstant",
    ]);
    const ids = edited.map((stage) => stage.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("stand behind a stage or at the beginning", () => {
    expect(shape(insertEdit(DEFAULT_PIPELINE, { stageId: "s2" }, "text"))[2]).toBe("edit");
    expect(shape(insertEdit(DEFAULT_PIPELINE, undefined, "text"))[0]).toBe("edit");
    expect(
      shape(insertEdit(DEFAULT_PIPELINE, { stageId: "s3", stepId: "p5" }, "text")).slice(2),
    ).toEqual([SEQUENCE, "edit"]);
  });

  it("keep the settings of the context that they cut", () => {
    const [, stage] = insertEdit(
      [
        {
          ...EMPTY_STAGE,
          id: "s1",
          disabled: ["FuseOps"],
          passes: DEFAULT_PIPELINE.flatMap((s) => (s.kind === "passes" ? s.passes : [])),
        },
      ],
      { stageId: "s1", stepId: "p1" },
      "text",
    ).filter((s) => s.kind === "passes");
    expect(stage).toMatchObject({ disabled: ["FuseOps"] });
  });
});
