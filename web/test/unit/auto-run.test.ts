// Automatic runs after edits: when they start, when they do not, and what they never run.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addCodeStep, setOptLevel } from "../../src/core/pipeline/edit";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import type { Spawn } from "../../src/core/protocol/client";
import type { Request } from "../../src/core/protocol/requests";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import type { AppState } from "../../src/core/state/app-state";
import { followEdits } from "../../src/shell/auto-run";

interface Recorder {
  readonly spawn: Spawn;
  readonly runs: () => number;
  /** The number of engines that were made, and that were ended. */
  readonly made: () => number;
  readonly ended: () => number;
}

function recorder(): Recorder {
  const asked: Request[] = [];
  let [made, ended] = [0, 0];
  return {
    spawn: () => {
      made += 1;
      return { post: (request) => asked.push(request), terminate: () => (ended += 1) };
    },
    runs: () => asked.filter(({ kind }) => kind === "run").length,
    made: () => made,
    ended: () => ended,
  };
}

const code = "export const mine = 1, other = 2;";
const withCode = addCodeStep(DEFAULT_PIPELINE, "s1", "mine");
let kept: Map<string, string>;

function open(saved: Partial<AppState> = {}): { app: App; engine: Recorder; sandbox: Recorder } {
  const engine = recorder();
  const sandbox = recorder();
  const app = createApp(engine.spawn, { javascript: sandbox.spawn, python: sandbox.spawn }, saved);
  followEdits(app);
  app.runs.start();
  return { app, engine, sandbox };
}

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Longer than the pause before an automatic run. */
const pause = (): void => void vi.advanceTimersByTime(5000);

describe("running by itself", () => {
  it("is off until somebody switches it on, and remembered then", () => {
    const { app, engine } = open();
    app.pipeline.set(setOptLevel(DEFAULT_PIPELINE, "s1", 3));
    pause();
    expect(engine.runs()).toBe(1);
    // The current settings have not run, so they run at once.
    app.runs.setAutoRun(true);
    expect(engine.runs()).toBe(2);
    expect(open().app.store.state.autoRun).toBe(true);
    app.runs.setAutoRun(false);
    expect(open().app.store.state.autoRun).toBe(false);
  });

  it("waits until nothing is edited any more, and runs once", () => {
    const { app, engine } = open();
    app.runs.setAutoRun(true);
    for (const level of [0, 1, 3]) {
      app.pipeline.set(setOptLevel(DEFAULT_PIPELINE, "s1", level));
      vi.advanceTimersByTime(50);
    }
    expect(engine.runs()).toBe(1);
    pause();
    expect(engine.runs()).toBe(2);
  });

  it("does not run again what was asked for already", () => {
    const { app, engine } = open();
    app.runs.setAutoRun(true);
    app.program.setSource({ kind: "model", name: "resnet", options: { num_layers: 34 } });
    void app.runs.press();
    pause();
    expect(engine.runs()).toBe(2);
    app.workspaces.openReproducer(app.workspaces.reproducer(), "a file");
    expect(engine.runs()).toBe(3);
    pause();
    expect(engine.runs()).toBe(3);
  });

  it("stops the run that is under way", () => {
    const { app, engine } = open();
    app.runs.setAutoRun(true);
    expect(app.store.state.run.kind).toBe("running");
    app.pipeline.set(setOptLevel(DEFAULT_PIPELINE, "s1", 3));
    pause();
    expect(engine.ended()).toBe(1);
    expect(engine.made()).toBe(2);
    expect(app.store.state.run.kind).toBe("running");
  });

  it("runs no code that no press of Run has run", () => {
    const { app, sandbox } = open({ pipeline: withCode, code });
    app.runs.setAutoRun(true);
    app.pipeline.set(setOptLevel(withCode, "s1", 3));
    pause();
    expect(sandbox.runs()).toBe(0);
    void app.runs.press();
    expect(sandbox.runs()).toBe(1);
    // The same code may run again.
    app.pipeline.set(setOptLevel(withCode, "s1", 1));
    pause();
    expect(sandbox.runs()).toBe(2);
    // Other parts of the code or other code may not.
    app.pipeline.set(addCodeStep(withCode, "s1", "other"));
    pause();
    app.pipeline.set(withCode);
    app.code.set(`${code} // edited`);
    pause();
    expect(sandbox.runs()).toBe(2);
  });

  it("runs no code that a file brings", () => {
    const { app, engine, sandbox } = open();
    app.runs.setAutoRun(true);
    const file = createApp(
      engine.spawn,
      { javascript: sandbox.spawn, python: sandbox.spawn },
      { pipeline: withCode, code },
    ).workspaces.reproducer();
    app.workspaces.openReproducer(file, "a file");
    pause();
    expect(sandbox.runs()).toBe(0);
    expect(app.store.state.waiting).toBe("file");
    void app.runs.press();
    expect(app.store.state.waiting).toBeUndefined();
  });

  it("leaves alone what is edited of code that the pipeline does not use", () => {
    const { app, engine } = open({ code });
    app.runs.setAutoRun(true);
    app.code.set("export const another = 3;");
    pause();
    expect(engine.runs()).toBe(1);
  });
});
