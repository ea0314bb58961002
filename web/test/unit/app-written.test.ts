// A pipeline as text, from a link, a file or an attribute. The engine reads it before anything runs.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Spawn } from "../../src/core/protocol/client";
import type { Request } from "../../src/core/protocol/requests";
import { decodeFragment, encodeFragment } from "../../src/features/share/link";
import { sharedOf } from "../../src/features/share/address";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import { workspaceOf, type Workspace } from "../../src/core/state/app-state";
import { readWorkspace, workspaceDocument } from "../../src/core/state/reproducer";
import { foundBy } from "../../src/embed/engine-problems";
import { problemWords } from "../../src/embed/problem-texts";
import { setLanguage } from "../../src/i18n/language";
import { spawn as sessionOf } from "./page-session";

const asked: Request["kind"][] = [];
const sandboxed: Request["kind"][] = [];

/** The page's session, with a record of its requests. */
const spawn: Spawn = (...reports) => {
  const session = sessionOf(...reports);
  return {
    post: (request) => {
      asked.push(request.kind);
      session.post(request);
    },
    terminate: () => session.terminate(),
  };
};
const sandbox: Spawn = () => ({
  post: ({ kind }) => void sandboxed.push(kind),
  terminate: () => undefined,
});

const PROGRAM = "def @main(%x: Tensor[(2), float32]) { add(%x, multiply(2f, 3f)) }";

const workspace = (stages: object, code = ""): Workspace =>
  readWorkspace({
    reproducer: 1,
    program: { text: `#[version = "0.0.5"]\n${PROGRAM}` },
    stages,
    code,
  });

let app: App;

function open(stages: object, code = ""): App {
  asked.length = 0;
  sandboxed.length = 0;
  app = createApp(spawn, { javascript: sandbox, python: sandbox });
  app.workspaces.prepare({ workspace: workspace(stages, code), view: {} }, undefined);
  return app;
}

afterEach(() => app.close());

const settled = async (): Promise<void> => {
  await vi.waitFor(() => expect(app.store.state.run.kind).not.toBe("running"), 10_000);
};

const names = (): readonly string[] | undefined =>
  app.store.state.trace?.rows.map(({ name }) => name);

describe("a pipeline as text", () => {
  it("is read by the engine and runs", async () => {
    open({
      text: "InferType; FoldConstant(fold_qnn=False)",
      optLevel: 3,
      instruments: "PassStatistics",
    });
    expect(app.store.state.pipeline).toEqual([]);
    app.runs.start();
    expect(app.store.state.run.kind).toBe("running");
    await vi.waitFor(() => expect(app.store.state.run.kind).toBe("done"), 10_000);
    expect(app.store.state.written).toBeUndefined();
    expect(workspaceDocument(app.store.state)).toMatchObject({
      stages: [
        {
          optLevel: 3,
          instruments: [{ name: "PassStatistics" }],
          passes: [{ sequential: [{ name: "InferType" }] }],
        },
        { passes: [{ sequential: [{ name: "FoldConstant", options: { fold_qnn: false } }] }] },
      ],
    });
    expect(names()).toContain("FoldConstant");
  });

  it.each([
    [{ text: "FoldConstant(" }, "pipeline", "closing bracket or quote at character 14"],
    [{ text: "A B" }, "pipeline", "comma or semicolon at character 3, but found “B”"],
    [
      { text: "A", instruments: "B;" },
      "instruments",
      "comma or semicolon at character 2, but found “;”",
    ],
    [{ text: "Sequential" }, "pipeline", "passes of the Sequential, in brackets at character 11"],
  ])("that cannot be read runs nothing and says where: %j", async (stages, of, words) => {
    open(stages);
    app.runs.start();
    await settled();
    const { state } = app.store;
    expect(asked).not.toContain("run");
    expect(state.mistake).toMatchObject({ of });
    expect(state.problem?.message).toContain(words);
    const [problem] = foundBy(app.store.state).map(problemWords);
    expect(problem).toContain(`The attribute “${of}”: expected `);
    expect(problem).toContain(words);
    // Links still contain the text, and another pipeline replaces it.
    expect(workspaceDocument(state)).toMatchObject({ stages });
    app.pipeline.set([]);
    expect(app.store.state).toMatchObject({ written: undefined, mistake: undefined });
  });

  it("has its mistakes in Chinese, too", async () => {
    open({ text: "A B" });
    app.runs.start();
    await settled();
    await setLanguage("zh");
    expect(foundBy(app.store.state).map(problemWords)).toEqual([
      "属性“pipeline”的第 3 个字符处应为逗号或分号，但实际为“B”。",
    ]);
    await setLanguage("en");
  });

  it("with code waits until it is asked for", async () => {
    open({ text: "InferType, code.Mine" }, "export const Mine = 1;");
    app.runs.start();
    await settled();
    expect(app.store.state.pipeline).toMatchObject([
      { passes: [{ kind: "pass" }, { kind: "code", name: "Mine" }] },
    ]);
    expect([...asked, ...sandboxed]).not.toContain("run");
    open({ text: "code.Mine" }, "export const Mine = 1;");
    app.runs.start(true);
    await vi.waitFor(() => expect(sandboxed).toEqual(["run"]), 10_000);
    expect(asked).not.toContain("run");
  });

  it("gives way to what is set while it is read", async () => {
    open({ text: "FoldConstant" });
    app.runs.start();
    app.pipeline.set([]);
    await vi.waitFor(() => expect(asked).toContain("run"), 10_000);
    expect(app.store.state.pipeline).toEqual([]);
    expect(app.store.state.written).toBeUndefined();
  });

  it("is in links as it was written until it has been read", async () => {
    open({ text: "InferType; bind; A(x=1)", required: ["B"] });
    const shared = await decodeFragment(await encodeFragment(sharedOf(app.store.state)));
    expect(shared.workspace).toEqual(workspaceOf(app.store.state));
    expect(shared.workspace.written).toEqual({
      text: "InferType; bind; A(x=1)",
      optLevel: 2,
      required: ["B"],
      disabled: [],
      instruments: "",
    });
  });

  it.each([
    [{}, "stages must be a list"],
    [{ text: 1 }, "stages.text"],
    [{ text: "A", optLevel: -1 }, "stages.optLevel"],
    [{ text: "A", required: "B" }, "stages.required"],
    [{ text: "A", instruments: [] }, "stages.instruments"],
  ])("that is no text is refused: %j", (stages, where) => {
    expect(() => workspace(stages)).toThrow(where);
  });
});
