// The row that is selected automatically after a run.
import { describe, expect, it } from "vitest";
import type { TraceRow } from "../../src/core/protocol/messages";
import { firstChange, selectedAfter } from "../../src/core/trace/first-change";

const row = (name: string, more: Partial<TraceRow> = {}): TraceRow => ({
  kind: "pass",
  stageId: "s1",
  parent: -1,
  level: 0,
  name,
  optLevel: 0,
  changed: false,
  opDiff: {},
  status: "ok",
  before: 0,
  after: 0,
  ...more,
});
const stage = row("PassContext", { kind: "stage", changed: true });
const bind = row("bind_params_by_name", { kind: "bind", changed: true });
const infer = row("InferType", { stepId: "p1" });
const fold = row("FoldConstant", { stepId: "p2", changed: true });
const inner = row("CanonicalizeOps", { changed: true, parent: 0 });
const layout = row("ConvertLayout", { stepId: "p3", changed: true });

describe("the first change", () => {
  it("is that of a step of the pipeline, not of what it ran for itself", () => {
    expect(firstChange([stage, infer, bind, inner, fold, layout])).toBe(4);
  });

  it("is rather one of operators than of types alone", () => {
    const canonicalize = row("CanonicalizeOps", { ...fold, opDiff: { add: 1, "nn.bias_add": -1 } });
    expect(firstChange([stage, fold, canonicalize, layout])).toBe(2);
  });

  it("is any pass's where no step changed anything, then any other's", () => {
    expect(firstChange([stage, bind, infer, inner])).toBe(3);
    expect(firstChange([stage, infer, bind])).toBe(2);
  });

  it("is none where nothing changed, or nothing ran", () => {
    expect(firstChange([])).toBe(-1);
    expect(firstChange([infer, row("FuseOps", { status: "skipped", changed: true })])).toBe(-1);
  });
});

describe("what is selected of the next run", () => {
  it("is the step that was, wherever it has got to", () => {
    const before = [stage, infer, fold, layout];
    expect(selectedAfter(before, 3, before)).toBe(3);
    expect(selectedAfter(before, 3, [stage, layout, infer])).toBe(1);
    // A step with the same id and another kind is another step.
    expect(selectedAfter(before, 3, [stage, fold, { ...layout, name: "FuseOps" }])).toBe(1);
  });

  it("stays what somebody chose, though it changed nothing", () => {
    const before = [stage, infer, fold, layout];
    expect(selectedAfter(before, 1, before)).toBe(1);
  });

  it("is where there is something to see, if nobody chose it", () => {
    const unchanged = { ...fold, changed: false };
    expect(selectedAfter([stage, infer, fold], 2, [stage, infer, unchanged, layout])).toBe(3);
    expect(selectedAfter([stage, infer], -1, [stage, infer, layout])).toBe(2);
  });
});
