// When code runs and when it does not, and in which engine.
import { describe, expect, it } from "vitest";
import { addCodeStep, setStepEnabled } from "../../src/core/pipeline/edit";
import { DEFAULT_PIPELINE } from "../../src/core/pipeline/model";
import type { Spawn } from "../../src/core/protocol/client";
import type { Request } from "../../src/core/protocol/requests";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import type { AppState } from "../../src/core/state/app-state";

function recorder(): { spawn: Spawn; asked: Request[]; alive: () => number } {
  const asked: Request[] = [];
  let alive = 0;
  const spawn: Spawn = () => {
    alive += 1;
    return { post: (request) => asked.push(request), terminate: () => (alive -= 1) };
  };
  return { spawn, asked, alive: () => alive };
}

const withCode = addCodeStep(DEFAULT_PIPELINE, "s1", "mine");

function open(saved: Partial<AppState>): {
  app: App;
  engine: ReturnType<typeof recorder>;
  sandbox: ReturnType<typeof recorder>;
} {
  const engine = recorder();
  const sandbox = recorder();
  const app = createApp(engine.spawn, { javascript: sandbox.spawn, python: sandbox.spawn }, saved);
  app.runs.start();
  return { app, engine, sandbox };
}

const kinds = ({ asked }: { asked: Request[] }): string[] => asked.map(({ kind }) => kind);

describe("code", () => {
  it("does not run because a page was opened with it", () => {
    const { app, engine, sandbox } = open({ pipeline: withCode, code: "export const mine = 1;" });
    expect([...kinds(engine), ...kinds(sandbox)]).not.toContain("run");
    app.workspaces.openReproducer(app.workspaces.reproducer(), "a file");
    expect([...kinds(engine), ...kinds(sandbox)]).not.toContain("run");
    void app.runs.run();
    expect(kinds(sandbox)).toEqual(["run"]);
    expect(kinds(engine)).not.toContain("run");
  });

  it("that is not in the pipeline stays out of the run", () => {
    const steps = setStepEnabled(withCode, "p6", false);
    const { engine, sandbox } = open({ pipeline: steps, code: "export const mine = 1;" });
    expect(kinds(engine)).toContain("run");
    expect(sandbox.asked).toEqual([]);
  });

  it("has one engine at a time, which Stop ends", () => {
    const { app, sandbox } = open({ pipeline: withCode, code: "export const mine = 1;" });
    void app.runs.run();
    void app.runs.run();
    expect(sandbox.alive()).toBe(1);
    app.runs.stop();
    expect(sandbox.alive()).toBe(0);
  });
});
