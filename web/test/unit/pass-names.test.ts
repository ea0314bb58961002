import { describe, expect, it } from "vitest";
import { EMPTY_STAGE, passStep, type PassStage } from "../../src/core/pipeline/model";
import {
  asInfoName,
  namesInStage,
  namesPass,
  passNamed,
  unknownNames,
  type KnownNames,
} from "../../src/core/pipeline/pass-names";
import type { PassDescription } from "../../src/core/protocol/messages";

const pass = (name: string, infoName?: string, required: string[] = []): PassDescription => ({
  name,
  ...(infoName === undefined ? {} : { infoName }),
  optLevel: 1,
  required,
  summary: "",
  options: [],
});
const PASSES = [pass("Inline", "InlineGlobals"), pass("FuseOps", undefined, ["InferType"])];

describe("the names of a pass", () => {
  it("are both understood", () => {
    expect(passNamed(PASSES, "Inline")).toBe(PASSES[0]);
    expect(passNamed(PASSES, "InlineGlobals")).toBe(PASSES[0]);
    expect(passNamed(PASSES, "inline")).toBeUndefined();
    expect(asInfoName(PASSES, "Inline")).toBe("InlineGlobals");
    expect(asInfoName(PASSES, "my pass")).toBe("my pass");
    for (const names of [["Inline"], ["InlineGlobals"]]) {
      expect(namesPass(names, passNamed(PASSES, "Inline") ?? pass(""))).toBe(true);
    }
  });

  it("of a stage are those of its passes and of what they require", () => {
    const stage: PassStage = {
      ...EMPTY_STAGE,
      id: "s1",
      passes: [
        passStep("p1", "Inline"),
        {
          kind: "sequential",
          id: "p2",
          name: "mine",
          optLevel: 0,
          enabled: true,
          steps: [passStep("p3", "FuseOps")],
        },
        { kind: "code", id: "p4", name: "Own", enabled: true },
      ],
    };
    expect([...namesInStage(stage, PASSES, undefined)]).toEqual([
      "InlineGlobals",
      "mine",
      "FuseOps",
      "InferType",
    ]);
  });
});

describe("names of a stage's lists that no pass has", () => {
  const stage: PassStage = {
    ...EMPTY_STAGE,
    id: "s1",
    passes: [passStep("p1", "Inline")],
    required: ["FuseOp", "inlineglobals", "FuseOps", "Inline"],
    disabled: ["Xyz", "Own"],
  };
  const known: KnownNames = {
    passes: PASSES,
    pipeline: [stage],
    trace: undefined,
    code: "",
    exports: [],
  };
  const own = { list: "disabled", name: "Own", near: [] };

  it("are told before anything has run, with the names that they are like", () => {
    expect(unknownNames(stage, known)).toEqual([
      { list: "required", name: "FuseOp", near: ["FuseOps"] },
      { list: "required", name: "inlineglobals", near: ["InlineGlobals"] },
      { list: "disabled", name: "Xyz", near: [] },
      own,
    ]);
  });

  it("are not those of passes that others may call, of the code's passes and of sequences", () => {
    const names = (more: Partial<KnownNames>): unknown[] =>
      unknownNames({ ...stage, required: ["FuseOps"], disabled: ["Own"] }, { ...known, ...more });
    expect(names({})).toEqual([own]);
    expect(names({ exports: ["Own"] })).toEqual([]);
    expect(names({ code: 'transform.modulePass({ name: "Own" }, run)' })).toEqual([]);
    const sequence = {
      kind: "sequential",
      id: "q",
      name: "Own",
      optLevel: 0,
      enabled: true,
    } as const;
    const other: PassStage = { ...EMPTY_STAGE, id: "s2", passes: [{ ...sequence, steps: [] }] };
    expect(names({ pipeline: [stage, other] })).toEqual([]);
  });
});
