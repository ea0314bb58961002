// Undo and redo of edits of the workspace: the extent of a step, and what it restores.
import { describe, expect, it } from "vitest";
import { changedField } from "../../src/core/pipeline/changed-field";
import {
  addInstrument,
  addStep,
  moveStage,
  removeStage,
  setInstrument,
  setOptLevel,
  setStage,
  setStepEnabled,
  setStepOptions,
} from "../../src/core/pipeline/edit";
import { DEFAULT_PIPELINE, type Pipeline } from "../../src/core/pipeline/model";
import { createApp, INITIAL_STATE } from "../../src/features/app";
import type { App } from "../../src/core/app/app";

import {
  moved,
  NO_HISTORY,
  positionOf,
  recorded,
  type History,
} from "../../src/core/state/history";

/** An App whose engine never answers. */
const open = (): App => {
  const silent = (): { post: () => void; terminate: () => void } => ({
    post: () => undefined,
    terminate: () => undefined,
  });
  return createApp(silent, { javascript: silent, python: silent });
};

describe("the one field that was changed", () => {
  it("is a text or a number of a stage, a step or an instrument", () => {
    expect(changedField(DEFAULT_PIPELINE, setStepOptions(DEFAULT_PIPELINE, "p4", '{"a": 1}'))).toBe(
      "p4.options",
    );
    expect(changedField(DEFAULT_PIPELINE, setOptLevel(DEFAULT_PIPELINE, "s1", 3))).toBe(
      "s1.optLevel",
    );
    const use = { kind: "builtin", name: "DumpIR" } as const;
    const observed = addInstrument(DEFAULT_PIPELINE, "s1", use);
    const [stage] = observed;
    const id = stage?.kind === "passes" ? (stage.instruments[0]?.id ?? "") : "";
    expect(changedField(observed, setInstrument(observed, id, { options: "{}" }))).toBe(
      `${id}.options`,
    );
  });

  it("is none for what is added, removed, moved or switched", () => {
    const others: Pipeline[] = [
      addStep(DEFAULT_PIPELINE, "s1", "InferType"),
      removeStage(DEFAULT_PIPELINE, "s2"),
      moveStage(DEFAULT_PIPELINE, "s2", 1),
      setStepEnabled(DEFAULT_PIPELINE, "p1", false),
      setStage(DEFAULT_PIPELINE, "s1", { optLevel: 1, mode: "sequential" }),
      setStage(DEFAULT_PIPELINE, "s1", { required: ["InferType"] }),
      DEFAULT_PIPELINE,
    ];
    for (const other of others) expect(changedField(DEFAULT_PIPELINE, other)).toBeUndefined();
  });
});

describe("a history", () => {
  const typed = (history: History, text: string, at: number): History =>
    recorded(
      history,
      { ...INITIAL_STATE, pipeline: setStepOptions(DEFAULT_PIPELINE, "p4", "") },
      { pipeline: setStepOptions(DEFAULT_PIPELINE, "p4", text) },
      text,
      at,
    );

  it("has one edit for what is typed into a field without a pause", () => {
    let history = typed(NO_HISTORY, "{", 0);
    history = typed(history, "{}", 900);
    expect(history.past).toHaveLength(1);
    history = typed(history, "{ }", 1800);
    expect(history.past).toHaveLength(1);
    expect(history.past[0]).toMatchObject({ words: "{ }" });
    expect(typed(history, "{  }", 3000).past).toHaveLength(2);
  });

  it("goes on with no edit that was undone", () => {
    const once = typed(NO_HISTORY, "{", 0);
    const undone = moved(once, INITIAL_STATE, "undo")?.history ?? NO_HISTORY;
    const redone = moved(undone, INITIAL_STATE, "redo")?.history ?? NO_HISTORY;
    expect(typed(redone, "{}", 1).past).toHaveLength(2);
  });

  it("drops what is longest ago, and never uses an edit's number again", () => {
    let history = NO_HISTORY;
    for (let i = 0; i < 600; i += 1) history = typed(history, "{", i * 2000);
    expect(history.past).toHaveLength(500);
    expect(history.base).toBe(100);
    expect(positionOf(history)).toBe(600);
    const undone = moved(history, INITIAL_STATE, "undo")?.history ?? NO_HISTORY;
    expect(positionOf(undone)).toBe(599);
    expect(positionOf(typed(undone, "{", 1e9))).toBe(601);
  });
});

describe("undo and redo", () => {
  it("go through the edits of the pipeline one by one, and bring back the very same", () => {
    const app = open();
    const pipelines = [DEFAULT_PIPELINE];
    const change = (edit: (pipeline: Pipeline) => Pipeline): void => {
      app.pipeline.set(edit(app.store.state.pipeline));
      pipelines.push(app.store.state.pipeline);
    };
    change((pipeline) => addStep(pipeline, "s1", "SimplifyInference"));
    change((pipeline) => setStepEnabled(pipeline, "p1", false));
    change((pipeline) => removeStage(pipeline, "s3"));
    for (let i = 2; i >= 0; i -= 1) {
      app.history.undo();
      expect(app.store.state.pipeline).toBe(pipelines[i]);
    }
    app.history.undo();
    expect(app.store.state.pipeline).toBe(DEFAULT_PIPELINE);
    for (let i = 1; i <= 3; i += 1) {
      app.history.redo();
      expect(app.store.state.pipeline).toBe(pipelines[i]);
    }
    app.history.redo();
    expect(app.store.state.pipeline).toBe(pipelines[3]);
    app.history.undo();
    change((pipeline) => setOptLevel(pipeline, "s1", 4));
    app.history.redo();
    expect(app.store.state.pipeline).toBe(pipelines.at(-1));
  });

  it("bring back the program that was chosen before, and what was typed since with it", () => {
    const app = open();
    const chosen = { kind: "model", name: "resnet", options: { num_layers: 50 } } as const;
    app.program.setSource(chosen);
    app.program.editText("def @main() { 1 }");
    expect(app.store.state.source).toMatchObject({ kind: "text" });
    app.history.undo();
    expect(app.store.state.source).toBe(INITIAL_STATE.source);
    app.history.redo();
    expect(app.store.state.source).toMatchObject({ kind: "text", text: "def @main() { 1 }" });
  });

  it("leave alone what is typed into the code", () => {
    const app = open();
    app.pipeline.set(removeStage(DEFAULT_PIPELINE, "s3"));
    app.code.set("export const mine = 1;");
    app.history.undo();
    expect(app.store.state).toMatchObject({
      pipeline: DEFAULT_PIPELINE,
      code: "export const mine = 1;",
    });
  });

  it("bring back the work in whose place a file was opened", () => {
    const app = open();
    app.code.set("export const mine = 1;");
    app.pipeline.set(removeStage(DEFAULT_PIPELINE, "s3"));
    const mine = app.store.state;
    app.workspaces.openReproducer(
      JSON.stringify({ reproducer: 1, program: { text: "", title: "t" }, stages: [] }),
      "other.json",
    );
    expect(app.store.state).toMatchObject({ pipeline: [], code: "", offer: { kind: "undo" } });
    app.history.undo();
    const { source, pipeline, code } = app.store.state;
    expect([source, pipeline, code]).toEqual([mine.source, mine.pipeline, mine.code]);
  });

  it("are offered after something was taken away, until something else is done", () => {
    const app = open();
    app.pipeline.set(removeStage(DEFAULT_PIPELINE, "s3"), "Removed stage 2", true);
    expect(app.store.state.offer).toMatchObject({ kind: "undo", words: "Removed stage 2" });
    app.history.undo();
    expect(app.store.state.offer).toMatchObject({ kind: "redo", words: "Undone: Removed stage 2" });
    app.pipeline.set(addStep(DEFAULT_PIPELINE, "s1", "InferType"));
    expect(app.store.state.offer).toBeUndefined();
  });

  it("travel to a position, as the tab's history does", () => {
    const app = open();
    for (const id of ["s3", "s2", "s1"]) {
      app.pipeline.set(removeStage(app.store.state.pipeline, id));
    }
    expect(app.history.travel(1)).toBe(true);
    expect(app.store.state.pipeline.map(({ id }) => id)).toEqual(["s1", "s2"]);
    expect(app.history.travel(3)).toBe(true);
    expect(app.store.state.pipeline).toEqual([]);
    expect(app.history.travel(0)).toBe(true);
    expect(app.store.state.pipeline).toBe(DEFAULT_PIPELINE);
    expect(app.history.travel(7)).toBe(false);
  });
});
