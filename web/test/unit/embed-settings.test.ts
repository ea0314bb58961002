// The settings of an embedded element: what its attributes mean, and what is said of wrong ones.
import { describe, expect, it } from "vitest";
import { withoutRem } from "../../build-plugins/relative-units";
import { dedent, readSettings, type Given, type Settings } from "../../src/embed/settings";
import { ListProblem, readGroups, readItems } from "../../src/embed/short-list";
import { stepNames } from "../../src/embed/step-names";
import { workspaceDocument } from "../../src/state/reproducer";

const settings = (
  attributes: Readonly<Record<string, string>>,
  rest: Omit<Given, "attributes"> = {},
): Settings => readSettings({ attributes: new Map(Object.entries(attributes)), ...rest });

const document = (of: Settings): unknown => of.workspace && workspaceDocument(of.workspace);

describe("a list of passes", () => {
  it("has names with options, and contexts", () => {
    expect(
      readGroups(
        `InferType, FuseOps(fuse_opt_level=1, deep=True); bind
         ConvertLayout(desired_layouts={'nn.conv2d': ["NHWC", HWIO]}), code.Mine,`.replace(
          "bind\n",
          "bind;\n",
        ),
      ),
    ).toEqual([
      [
        { name: "InferType", code: false, options: {} },
        { name: "FuseOps", code: false, options: { fuse_opt_level: 1, deep: true } },
      ],
      "bind",
      [
        {
          name: "ConvertLayout",
          code: false,
          options: { desired_layouts: { "nn.conv2d": ["NHWC", "HWIO"] } },
        },
        { name: "Mine", code: true, options: {} },
      ],
    ]);
  });

  it("takes values of every sort", () => {
    const [item] = readItems(`A(a=-1.5e3, b="x\\"y", c='(', d=[], e={}, f=None, g=(1, 2), h=word)`);
    expect(item?.options).toEqual({
      a: -1500,
      b: 'x"y',
      c: "(",
      d: [],
      e: {},
      f: null,
      g: [1, 2],
      h: "word",
    });
  });

  it.each([
    ["A B", "separator", 2],
    ["A(", "closing", 2],
    ["A(b)", "option", 3],
    ["A(b=)", "value", 4],
    ["A(b='x", "closing", 4],
    ["A(b=[1 2])", "closing", 7],
    ["(A)", "name", 0],
    ["A; 1", "name", 3],
  ])("says where %j goes wrong", (text, expected, at) => {
    const problem = ((): unknown => {
      try {
        return readGroups(text);
      } catch (error) {
        return error;
      }
    })();
    expect(problem).toBeInstanceOf(ListProblem);
    expect(problem).toMatchObject({ expected, at });
  });

  it("is neither nested nor named into trouble", () => {
    expect(() => readItems(`A(b=${"[".repeat(100_000)}`)).toThrow(ListProblem);
    const [item] = readItems("A(__proto__={'polluted': 1})");
    expect(Object.keys(item?.options ?? {})).toEqual(["__proto__"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(item?.options)).toBe(Object.prototype);
  });
});

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
    const context = {
      kind: "passes",
      optLevel: 3,
      required: ["FoldScaleAxis", "SimplifyInference"],
      disabled: ["AlterOpLayout"],
      instruments: [{ name: "PrintAfterAll", options: { changed_only: true } }],
    };
    expect(document(of)).toEqual({
      reproducer: 1,
      program: {
        model: "resnet",
        options: { num_layers: 50, image_shape: [3, 32, 32], layout: "NHWC" },
      },
      stages: [
        {
          ...context,
          passes: [
            {
              sequential: [
                { name: "InferType" },
                { name: "FuseOps", options: { fuse_opt_level: 1 } },
              ],
            },
          ],
        },
        { kind: "bind" },
        { ...context, passes: [{ sequential: [{ name: "FoldConstant" }] }] },
      ],
    });
    expect(of.workspace && stepNames(of.workspace.pipeline)).toEqual([
      "InferType",
      "FuseOps",
      "bind",
      "FoldConstant",
    ]);
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
    [{ run: "now" }, { key: "wrongValue", known: ["visible", "press"] }],
    [{ laboratory: "javascript:alert(1)" }, { key: "wrongValue", name: "laboratory" }],
    [{ laboratory: "data:text/html,x" }, { key: "wrongValue", name: "laboratory" }],
    [{ playground: "javascript:alert(1)" }, { key: "wrongValue", name: "playground" }],
    [{ playground: "data:text/html,x" }, { key: "wrongValue", name: "playground" }],
    [{ lang: "xx" }, { key: "wrongValue", known: ["en", "zh"] }],
    [{ instruments: "A;" }, { key: "wrongList", name: "instruments" }],
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
