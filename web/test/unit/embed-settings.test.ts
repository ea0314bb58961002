// The settings of an embedded element: the meaning of its attributes, and the messages about wrong ones.
import { describe, expect, it } from "vitest";
import { withoutRem } from "../../build-plugins/relative-units";
import { dedent, readSettings, type Given, type Settings } from "../../src/embed/settings";
import { stepNames, stepsInWords } from "../../src/core/pipeline/step-names";
import { pipelineOf, readWorkspace, workspaceDocument } from "../../src/core/state/reproducer";

const settings = (
  attributes: Readonly<Record<string, string>>,
  rest: Omit<Given, "attributes"> = {},
): Settings => readSettings({ attributes: new Map(Object.entries(attributes)), ...rest });

const document = (of: Settings): unknown => of.workspace && workspaceDocument(of.workspace);

describe("an element's settings", () => {
  it("are a ResNet-18 with InferType where nothing is said", () => {
    const of = settings({});
    expect(of.problems).toEqual([]);
    expect(of.waits).toBe(false);
    expect(of.panels).toEqual(["timing", "ir-diff", "op-diff"]);
    expect(document(of)).toMatchObject({ program: { model: "resnet18" } });
  });

  it("name a model with options, a pipeline and its context", () => {
    const of = settings({
      model: "resnet",
      "num-layers": "50",
      "image-shape": "3, 32, 32",
      layout: "NHWC",
      pipeline: "InferType, FuseOps(fuse_opt_level=1); bind; FoldConstant",
      "opt-level": "3",
      required: "FoldScaleAxis, SimplifyInference",
      disabled: "AlterOpLayout",
      instruments: "PrintAfterAll(changed_only=true)",
      class: "wide",
      "data-x": "1",
      onclick: "x()",
    });
    expect(of.problems).toEqual([]);
    const program = {
      model: "resnet",
      options: { num_layers: 50, image_shape: [3, 32, 32], layout: "NHWC" },
    };
    const context = {
      optLevel: 3,
      required: ["FoldScaleAxis", "SimplifyInference"],
      disabled: ["AlterOpLayout"],
    };
    // The engine reads these texts later. Until then they stay unchanged.
    expect(document(of)).toEqual({
      reproducer: 1,
      program,
      stages: {
        text: "InferType, FuseOps(fuse_opt_level=1); bind; FoldConstant",
        ...context,
        instruments: "PrintAfterAll(changed_only=true)",
      },
    });
    expect(of.workspace && readWorkspace(document(of))).toEqual(of.workspace);
    expect(of.workspace && stepsInWords(of.workspace)).toBe(
      "InferType, FuseOps(fuse_opt_level=1); bind; FoldConstant",
    );
    const written = of.workspace?.written;
    if (!of.workspace || !written) throw new Error("there is a text");
    const passes = [{ name: "InferType" }, { name: "FuseOps", options: { fuse_opt_level: 1 } }];
    const instruments = [{ name: "PrintAfterAll", options: { changed_only: true } }];
    const pipeline = pipelineOf(
      written,
      [
        { kind: "passes", passes },
        { kind: "bind", passes: [] },
        { kind: "passes", passes: [{ name: "FoldConstant" }] },
      ],
      instruments,
    );
    const read = { ...of.workspace, written: undefined, pipeline };
    const stage = { kind: "passes", ...context, instruments };
    expect(workspaceDocument(read)).toEqual({
      reproducer: 1,
      program,
      stages: [
        { ...stage, passes: [{ sequential: passes }] },
        { kind: "bind" },
        { ...stage, passes: [{ sequential: [{ name: "FoldConstant" }] }] },
      ],
    });
    expect(stepNames(pipeline)).toEqual(["InferType", "FuseOps", "bind", "FoldConstant"]);
    expect(stepsInWords(read)).toBe("InferType, FuseOps, bind, FoldConstant");
  });

  it("take stages as a reproducer writes them", () => {
    const stages = [{ kind: "passes", optLevel: 2, passes: [{ name: "InferType" }] }];
    const of = settings({ pipeline: JSON.stringify(stages), height: "480", run: "press" });
    expect(document(of)).toMatchObject({ stages });
    expect(of).toMatchObject({ height: "480px", waits: true, problems: [] });
    expect(settings({ pipeline: "[{]" }).problems).toMatchObject([{ key: "notJson" }]);
    expect(settings({ pipeline: "[]", "opt-level": "3" }).problems).toMatchObject([
      { key: "notBoth", other: "opt-level" },
    ]);
  });

  it("wait for Run as soon as there is code, whatever `run` says", () => {
    const of = settings({ run: "visible" }, { code: "\n    export const a = 1;\n  " });
    expect(of.waits).toBe(true);
    expect(of.workspace?.code).toBe("export const a = 1;\n");
    expect(of.panels).toContain("code");
    expect(settings({ code: "x" }).waits).toBe(true);
    // The language of the code is independent of the language of the words.
    const python = settings({ language: "python", lang: "zh", code: "x = 1" });
    expect(python).toMatchObject({ problems: [], language: "zh", waits: true });
    expect(python.workspace).toMatchObject({ code: "x = 1\n", codeLanguage: "python" });
    const linked = settings({}, { ...(of.workspace ? { workspace: of.workspace } : {}) });
    expect(linked.waits).toBe(true);
  });

  it.each([
    [{ modle: "x" }, { key: "unknownAttribute", name: "modle" }],
    [
      { model: "resnet18", Bad_Name: "x" },
      { key: "unknownAttribute", name: "Bad_Name" },
    ],
    [{ "opt-level": "-1" }, { key: "wrongValue", name: "opt-level" }],
    [{ panels: "timing nothing" }, { key: "wrongValue", value: "nothing" }],
    [{ height: "1px;position:fixed" }, { key: "wrongValue", name: "height" }],
    [{ language: "perl" }, { key: "wrongValue", known: ["javascript", "python"] }],
    [{ run: "now" }, { key: "wrongValue", known: ["visible", "press"] }],
    [{ laboratory: "javascript:alert(1)" }, { key: "wrongValue", name: "laboratory" }],
    [{ laboratory: "data:text/html,x" }, { key: "wrongValue", name: "laboratory" }],
    [{ playground: "javascript:alert(1)" }, { key: "wrongValue", name: "playground" }],
    [{ playground: "data:text/html,x" }, { key: "wrongValue", name: "playground" }],
    [{ lang: "xx" }, { key: "wrongValue", known: ["en", "zh"] }],
    [{ program: "x".repeat(1_000_001) }, { key: "wrongValue", name: "program" }],
    [
      { model: "resnet18", program: "x" },
      { key: "notBoth", one: "model" },
    ],
    [{ pipeline: '[{"kind": "sideways"}]' }, { key: "unreadable" }],
  ])("say what is wrong with %j", (attributes, problem) => {
    expect(settings(attributes as unknown as Record<string, string>).problems).toMatchObject([
      problem,
    ]);
  });

  it("show nothing of a link that cannot be read", () => {
    const of = settings({}, { badLink: "It is damaged." });
    expect(of.workspace).toBeUndefined();
    expect(of.problems).toEqual([{ key: "badLink", message: "It is damaged." }]);
  });

  it("lose a text's common indentation", () => {
    expect(dedent("\n\n    a\n      b\n\n    c\n  ")).toBe("a\n  b\n\nc\n");
    expect(dedent("")).toBe("");
  });
});

describe("lengths in the element's styles", () => {
  it("do not depend on the page's root, and conditions are in pixels", () => {
    expect(
      withoutRem("a { width: 1.5rem } @container (min-width: 44rem) { b { top: -.5rem } }"),
    ).toBe(
      "a { width: calc(1.5 * var(--passcope-rem, 16px)) } @container (min-width: 704px) { b { top: calc(-.5 * var(--passcope-rem, 16px)) } }",
    );
    expect(withoutRem('width: "2rem"; --x12rem: 1')).toBe(
      'width: "calc(2 * var(--passcope-rem, 16px))"; --x12rem: 1',
    );
  });
});
