// The settings of a user decide what runs: the page's App with the real engine, without a page.
import { Text } from "@codemirror/state";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  addStage,
  addStep,
  moveStage,
  moveStep,
  removeStage,
  setOptLevel,
  setStage,
  setStageEnabled,
  setStepEnabled,
  setStepOptions,
} from "../../src/core/pipeline/edit";
import { DEFAULT_PIPELINE, type Pipeline } from "../../src/core/pipeline/model";
import { didRun, type RunTrace } from "../../src/core/protocol/messages";
import { problemOf } from "../../src/editor/relay-lint";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import { currentFailure, isChanged } from "../../src/core/state/app-state";
import { spawn } from "./page-session";

let app: App;

beforeEach(() => {
  const refuse = (): never => {
    throw new Error("no code runs here");
  };
  app = createApp(spawn, { javascript: refuse, python: refuse });
});
afterEach(() => app.close());

/** Runs the pipeline after `change`. */
async function run(change: (pipeline: Pipeline) => Pipeline = (same) => same): Promise<RunTrace> {
  app.pipeline.set(change(app.store.state.pipeline));
  await app.runs.run();
  const { run: status, trace } = app.store.state;
  expect(status.kind).toBe("done");
  if (!trace) throw new Error("there is no trace");
  return trace;
}

/** The rows that ran, indented by level; stages with their opt level. */
const outline = ({ rows }: RunTrace): string[] =>
  rows
    .filter(didRun)
    .map(({ kind, level, name, optLevel }) =>
      kind === "stage" ? `stage at ${optLevel}` : `${"  ".repeat(level)}${name}`,
    );

describe("a run", () => {
  it("leaves out what is switched off", async () => {
    const trace = await run((pipeline) => setStepEnabled(pipeline, "p4", false));
    expect(outline(trace)).not.toContain("    ConvertLayout");
    expect(trace.opDiffs).toEqual([]);
  });

  it("has no constants to fold unless parameters are bound", async () => {
    const trace = await run((pipeline) => setStageEnabled(pipeline, "s2", false));
    expect(outline(trace)).not.toContain("bind_params_by_name");
    expect(trace.opDiffs.at(-1)?.[2]["layout_transform"]).toBe(23);
  });

  it("runs both halves of FoldScaleAxis from opt_level 3 on", async () => {
    const trace = await run((pipeline) => setOptLevel(pipeline, "s1", 3));
    expect(outline(trace)[0]).toBe("stage at 3");
    expect(outline(trace)).toContain("    BackwardFoldScaleAxis");
    expect(outline(trace)).toContain("    ForwardFoldScaleAxis");
  });

  it("leaves out what a Sequential must not run at its opt level", async () => {
    const trace = await run((pipeline) => setOptLevel(pipeline, "s3", 2));
    expect(outline(trace)).not.toContain("    ConvertLayout");
    expect(trace.rows.find(({ name }) => name === "ConvertLayout")?.status).toBe("skipped");
  });

  it("follows the order of the passes", async () => {
    const before = await run();
    const after = await run((pipeline) => moveStep(pipeline, "p4", 1));
    expect(after.opDiffs).not.toEqual(before.opDiffs);
    app.pipeline.set(DEFAULT_PIPELINE);
    expect((await run()).opDiffs).toEqual(before.opDiffs);
  });

  it("is of the network that is chosen", async () => {
    const options = { num_layers: 50, batch_size: 8 };
    app.program.setSource({ kind: "model", name: "resnet", options });
    const trace = await run();
    const convert = trace.opDiffs.find(([, name]) => name === "ConvertLayout");
    expect(convert?.[2]["layout_transform"]).toBeGreaterThan(50);
    const [first] = trace.rows;
    expect(await app.engines.text(first?.before ?? -1)).toContain(
      "Tensor[(8, 3, 224, 224), float32]",
    );
  });

  it("has the passes and stages that are added, where they are moved to", async () => {
    let added = "";
    const more = await run((pipeline) => {
      const longer = addStage(addStep(pipeline, "s1", "SimplifyInference"));
      added = longer.at(-1)?.id ?? "";
      return moveStage(addStep(longer, added, "InferType"), added, -1);
    });
    expect(outline(more)).toContain("  SimplifyInference");
    expect(outline(more).filter((row) => row.startsWith("stage"))).toEqual([
      "stage at 2",
      "stage at 2",
      "stage at 3",
    ]);
    const less = await run((pipeline) => removeStage(pipeline, added));
    expect(outline(less).filter((row) => row.startsWith("stage"))).toHaveLength(2);
  });

  it("keeps to what a context requires and disables", async () => {
    const disabled = await run((pipeline) =>
      setStage(pipeline, "s3", { disabled: ["ConvertLayout"] }),
    );
    expect(outline(disabled)).not.toContain("    ConvertLayout");
    const required = await run((pipeline) =>
      setStage(pipeline, "s3", { disabled: [], required: ["ConvertLayout"], optLevel: 0 }),
    );
    expect(outline(required)).toContain("    ConvertLayout");
  });

  it("fails before it begins where options are no JSON, and at the pass where they are wrong", async () => {
    app.pipeline.set(setStepOptions(app.store.state.pipeline, "p4", '{"desired_layouts": '));
    await app.runs.run();
    expect(app.store.state.run).toMatchObject({
      kind: "failed",
      failure: { place: { stepId: "p4" } },
    });
    expect(app.store.state.trace).toBeUndefined();
    app.pipeline.set(setStepOptions(app.store.state.pipeline, "p4", '{"no_such_option": 1}'));
    await app.runs.run();
    expect(app.store.state.run).toMatchObject({
      kind: "failed",
      failure: { place: { stepId: "p4" } },
    });
  });

  it("has the same column of a mistake in the list, in the message and in the failure's place", async () => {
    const text = '#[version = "0.0.5"]\ndef @main(%x: int32) {\n  /* 变量 𝄞 */ nn.relux(%x)\n}\n';
    const { diagnostics } = await app.program.analyse(text);
    const listed = diagnostics.map((one) => problemOf(one, Text.of(text.split("\n"))));
    expect(listed).toMatchObject([{ line: 3, column: 15 }]);
    app.program.setSource({ kind: "text", text, title: "mine" });
    await app.runs.run();
    expect(currentFailure(app.store.state)).toMatchObject({
      rendered: [expect.stringContaining("--> mine:3:15\n")],
      place: { text: { source: "mine", line: 3, column: 15 } },
    });
  });

  it("has failed until what failed is changed, and again when that is undone", async () => {
    const wrong = setStepOptions(app.store.state.pipeline, "p4", '{"no_such_option": 1}');
    app.pipeline.set(wrong);
    await app.runs.run();
    expect(currentFailure(app.store.state)).toBeDefined();
    expect(isChanged(app.store.state)).toBe(false);
    // Code that the pipeline does not use does not matter.
    app.code.set("// nothing");
    expect(currentFailure(app.store.state)).toBeDefined();
    app.pipeline.set(setStepEnabled(wrong, "p4", false));
    expect(currentFailure(app.store.state)).toBeUndefined();
    expect(isChanged(app.store.state)).toBe(true);
    app.history.undo();
    expect(currentFailure(app.store.state)).toBeDefined();
  });

  it("goes on from a snapshot that was edited", async () => {
    const { rows } = await run();
    const row = rows.findIndex(({ name }) => name === "CanonicalizeOps");
    const after = rows[row]?.after;
    if (after === undefined) throw new Error("there is no snapshot");
    app.diff.continueFrom(row, `${await app.engines.text(after)}/* edited */\n`);
    await vi.waitFor(() => expect(app.store.state.run.kind).toBe("done"));
    const again = app.store.state.trace?.rows.map(({ name }) => name) ?? [];
    expect(again.indexOf("edit")).toBeGreaterThan(0);
    expect(again.slice(again.indexOf("edit"))).toContain("FoldConstant");
  });
});
