// The language of the code: which parts depend on it, changes of it without loss, and the sandbox that runs the code.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addCodeStep } from "../../src/core/pipeline/edit";
import type { Spawn } from "../../src/core/protocol/client";
import type { CodeLanguage } from "../../src/core/protocol/code";
import type { Request } from "../../src/core/protocol/requests";
import { encodeFragment, decodeFragment } from "../../src/features/share/link";
import { sharedOf } from "../../src/features/share/address";
import { commandLine } from "../../src/features/share/command-line";
import { nodeProgram } from "../../src/features/share/node-program";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import { stateOf } from "../../src/core/state/app-state";
import {
  NotAReproducer,
  readKept,
  readReproducer,
  writeKept,
} from "../../src/core/state/reproducer";
import { INFO } from "./share/workspaces";

let app: App;
/** The requests to the sandboxes. */
let asked: { readonly language: CodeLanguage; readonly request: Request }[];
let ended: CodeLanguage[];

const silent: Spawn = () => ({ post: () => undefined, terminate: () => undefined });
const sandbox =
  (language: CodeLanguage): Spawn =>
  (receive) => ({
    post: (request) => {
      asked.push({ language, request });
      if (request.kind !== "script" || request.body.code.includes("while")) return;
      const { id } = request;
      receive({
        id,
        kind: "progress",
        progress: { kind: "console", entries: [{ level: "log", text: "said" }] },
      });
      if (!request.body.code.includes("raise")) receive({ id, kind: "done", value: undefined });
      else {
        const place = { code: { line: 1, column: 1 } };
        const failure = { name: "E", message: "Traceback…\nE", rendered: [], fatal: false, place };
        receive({ id, kind: "failed", failure });
      }
    },
    terminate: () => void ended.push(language),
  });

beforeEach(() => {
  [asked, ended] = [[], []];
  app = createApp(silent, { javascript: sandbox("javascript"), python: sandbox("python") });
});
afterEach(() => app.close());

const codes = (): readonly unknown[] => {
  const { code, codeLanguage, otherCode } = app.store.state;
  return [codeLanguage, code, otherCode];
};

describe("the language of the code", () => {
  it("changes without losing what was written, and can be undone", () => {
    app.code.set("export const a = 1;");
    app.code.setLanguage("python");
    expect(codes()).toEqual(["python", "", "export const a = 1;"]);
    app.code.set("a = 1");
    app.code.setLanguage("javascript");
    expect(codes()).toEqual(["javascript", "export const a = 1;", "a = 1"]);
    app.history.undo();
    expect(codes()).toEqual(["python", "a = 1", "export const a = 1;"]);
    app.history.undo();
    // Code that was typed since returns with it.
    expect(codes()).toEqual(["javascript", "export const a = 1;", ""]);
    app.history.redo();
    expect(codes()).toEqual(["python", "a = 1", "export const a = 1;"]);
  });

  it("is in saved files and links; the other text in the kept work alone", async () => {
    app.code.set("export const a = 1;");
    app.code.setLanguage("python");
    app.code.set("a = 1");
    const saved = readReproducer(app.workspaces.reproducer());
    expect(saved).toMatchObject({ code: "a = 1", codeLanguage: "python" });
    expect(saved).not.toHaveProperty("otherCode");
    const link = await decodeFragment(await encodeFragment(sharedOf(app.store.state)));
    expect(link.workspace).toMatchObject({ code: "a = 1", codeLanguage: "python" });
    expect(link.workspace).not.toHaveProperty("otherCode");
    const kept = stateOf(readKept(writeKept(app.store.state, "")));
    expect(kept).toMatchObject({
      code: "a = 1",
      codeLanguage: "python",
      otherCode: "export const a = 1;",
    });
    app.code.setLanguage("javascript");
    expect(app.workspaces.reproducer()).not.toContain("language");
    const document = JSON.parse(app.workspaces.reproducer()) as object;
    expect(() => readReproducer(JSON.stringify({ ...document, language: "perl" }))).toThrow(
      NotAReproducer,
    );
  });

  it("decides which sandbox runs the code", async () => {
    app.pipeline.set(addCodeStep(app.store.state.pipeline, "s1", "own"));
    void app.runs.press();
    await expect.poll(() => asked.map(({ language }) => language)).toEqual(["javascript"]);
    app.code.setLanguage("python");
    expect(app.runs.runsWithoutPress()).toBe(false);
    void app.runs.press();
    await expect.poll(() => asked.map((one) => one.language)).toEqual(["javascript", "python"]);
  });

  it("is what programs elsewhere say of it", () => {
    const { source, pipeline } = app.store.state;
    const code = "own = 1";
    const workspace = {
      source,
      pipeline: addCodeStep(pipeline, "s1", "own"),
      code,
      codeLanguage: "python",
    } as const;
    expect(commandLine(workspace, INFO)).toContain("\npython -m passcope passcope.py\n");
    expect(nodeProgram(workspace, INFO)).toContain("The code is Python");
    expect(nodeProgram(workspace, INFO)).not.toContain(code);
  });
});

describe("code that runs by itself", () => {
  it("runs in the sandbox of its language, prints to the console, and ends with it", async () => {
    app.code.setLanguage("python");
    app.code.set("print('said')");
    await app.code.runScript();
    expect(asked.map(({ language, request }) => [language, request.kind])).toEqual([
      ["python", "script"],
    ]);
    expect(app.store.state).toMatchObject({
      script: { kind: "done" },
      console: [{ text: "said" }],
      detailTab: "console",
    });
    expect(ended).toEqual(["python"]);
  });

  it("fails at a line, and is stopped", async () => {
    app.code.setLanguage("python");
    app.code.set("raise E");
    await app.code.runScript();
    expect(app.store.state).toMatchObject({
      script: { kind: "failed", code: "raise E", failure: { name: "E" } },
      console: [{ text: "said" }, { level: "error", text: "Traceback…\nE", line: 1 }],
    });
    app.code.set("while True: pass");
    const run = app.code.runScript();
    await expect.poll(() => asked.length).toBe(2);
    app.code.stopScript();
    await run;
    expect(app.store.state.script).toEqual({ kind: "stopped" });
    expect(ended).toEqual(["python", "python"]);
  });

  it("is what a view as Python becomes, which can be undone", async () => {
    app.code.set("export const a = 1;");
    await app.code.openAsPython("print('said')");
    expect(codes()).toEqual(["python", "print('said')", "export const a = 1;"]);
    expect(app.store.state.script.kind).toBe("done");
    app.history.undo();
    expect(codes()).toEqual(["javascript", "export const a = 1;", ""]);
  });
});
