// The templates of the code tab: each loads, works and has no errors. The templates of the tutorials have the
// tutorials' results.
import { readFileSync } from "node:fs";
import * as passcope from "passcope";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readTypeLibraries } from "../../build-plugins/type-libraries";
import { exportsOf } from "../../src/features/code/exports";
import { LanguageService } from "../../src/features/code/language/service";
import { appendTemplate, TEMPLATES } from "../../src/features/code/templates";
import { loadCode, type LoadedCode } from "../../src/engine/code-js/code";
import { instrumentOf, passOf } from "../../src/engine/code-js/code-exports";
import { formatArguments } from "../../src/engine/code-js/inspect";

const { PassContext, Sequential, relay, transform } = passcope;

const sourceOf = (id: string): string => {
  const template = TEMPLATES.find((t) => t.id === id);
  if (!template) throw new Error(`there is no template ${id}`);
  return template.source;
};
const load = (id: string): Promise<LoadedCode> =>
  loadCode(sourceOf(id), passcope, (text) => `data:text/javascript,${encodeURIComponent(text)}`);
const instrument = (code: LoadedCode, name: string): passcope.Instrument =>
  instrumentOf(code, name, passcope);

const golden = (name: string): string =>
  readFileSync(new URL(`../../../tests/golden/tutorials/${name}`, import.meta.url), "utf8");

let printed: string[];
beforeEach(() => {
  printed = [];
  const print = (...values: unknown[]): void => void printed.push(formatArguments(values));
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "table").mockImplementation(print);
});
afterEach(() => void vi.restoreAllMocks());

function boundResNet(): passcope.IRModule {
  const { mod, params } = relay.testing.resnet.getWorkload({ numLayers: 18 });
  mod.set("main", passcope.bindParamsByName(mod.get("main"), params));
  return transform.InferType()(mod);
}

/** The program of the tutorial on passes. */
function example(): passcope.IRModule {
  const c = relay.const(passcope.NDArray.from(new Float32Array(64 * 54 * 54), [1, 64, 54, 54]));
  const weight = relay.var("weight", [64, 64, 3, 3]);
  const x = relay.var("x", [1, 64, 56, 56]);
  const conv = relay.nn.conv2d(x, weight);
  const y = relay.add(conv, relay.multiply(relay.add(c, c), relay.const(2)));
  const z2 = relay.add(relay.add(y, c), relay.add(y, c));
  return passcope.IRModule.fromExpr(new relay.Function([x, weight], z2));
}

/** Made once, because it reads the declarations of the language and the package. */
const service = new LanguageService(readTypeLibraries());

describe("templates", { timeout: 60_000 }, () => {
  it.each(TEMPLATES.map(({ id }) => id))("%s has no mistake and exports something", async (id) => {
    service.setSource(sourceOf(id));
    expect(service.diagnostics()).toEqual([]);
    const code = await load(id);
    expect(Object.keys(code.exports).sort()).toEqual([...(exportsOf(sourceOf(id)) ?? [])].sort());
    expect(Object.keys(code.exports).length).toBeGreaterThan(0);
  });

  it("can be put below each other", () => {
    const all = TEMPLATES.reduce((source, template) => appendTemplate(source, template.source), "");
    service.setSource(all);
    expect(service.diagnostics()).toEqual([]);
    expect(exportsOf(all)?.length).toBe(
      TEMPLATES.reduce((count, { source }) => count + (exportsOf(source)?.length ?? 0), 0),
    );
    expect(all.match(/^import /gm)).toHaveLength(1);
  });

  it("differ: gives the tutorial's list", async () => {
    const code = await load("differ");
    new PassContext({ optLevel: 3, instruments: [instrument(code, "RelayCallNodeDiffer")] }).with(
      () => {
        new Sequential([
          transform.FoldConstant(),
          transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] }),
          transform.FoldConstant(),
        ])(boundResNet());
      },
    );
    const list = printed.map((line) => JSON.parse(line) as unknown);
    expect(list).toEqual(JSON.parse(golden("instrument.op_diff.json")));
  });

  it("function: multiplies the constants as the tutorial's pass does", async () => {
    const pass = passOf(await load("function"), "CustomPipeline", passcope);
    expect(pass.info).toMatchObject({ name: "CustomPipeline", optLevel: 1 });
    expect(pass(example()).astext({ showMetaData: false })).toBe(
      golden("infra.custom_pipeline.relay"),
    );
  });

  it("print: says each pass and its program", async () => {
    const code = await load("print");
    new PassContext({ optLevel: 3, instruments: [instrument(code, "PrintIR")] }).with(() =>
      new Sequential([transform.FoldConstant(), transform.EliminateCommonSubexpr()])(example()),
    );
    expect(printed.filter((line) => line.startsWith("Running pass"))).toContain(
      "Running pass: EliminateCommonSubexpr, opt_level: 3",
    );
  });

  it.each([
    ["enter_pass_ctx", "PassBadEnterCtx"],
    ["exit_pass_ctx", "PassBadExitCtx"],
    ["should_run", "PassBadShouldRun"],
    ["run_before_pass", "PassBadRunBefore"],
    ["run_after_pass", "PassBadRunAfter"],
  ])("throwing: hooks are called as in the tutorial when %s throws", async (hook, name) => {
    const code = await load("throwing");
    const expected = (JSON.parse(golden("instrument.hooks.json")) as Record<string, string[]>)[
      `${hook}.with`
    ];
    const instruments = ["PassFine_0", name, "PassFine_1"].map((n) => instrument(code, n));
    const mod = boundResNet();
    try {
      new PassContext({ instruments }).with(() => transform.InferType()(mod));
    } catch (error) {
      printed.push(`Catching ValueError: ${error instanceof Error ? error.message : ""}`);
    }
    expect(printed).toEqual(expected);
  });

  it("veto, timing, module, visitor, legalize do what they say", async () => {
    const [veto, timing, module, visitor, legalize] = await Promise.all(
      ["veto", "timing", "module", "visitor", "legalize"].map(load),
    );
    if (!veto || !timing || !module || !visitor || !legalize) throw new Error("not all loaded");
    const instruments = [instrument(veto, "Veto"), instrument(timing, "Stopwatch")];
    new PassContext({ optLevel: 3, instruments }).with(() =>
      new Sequential([transform.FoldConstant(), transform.EliminateCommonSubexpr()])(example()),
    );
    expect(printed).toContain("vetoed: FoldConstant");
    expect(printed.join("\n")).toMatch(/ {2}EliminateCommonSubexpr: \d+\.\d\d ms/);
    printed.length = 0;
    const cleaned = passOf(module, "CleanUp", passcope)(example());
    expect(cleaned.countOps()["add"]).toBeLessThan(example().countOps()["add"] ?? 0);
    passOf(visitor, "ListConvolutions", passcope)(transform.InferType()(example()));
    expect(printed.at(-1)).toContain("Tensor[(64, 64, 3, 3), float32]");
    const x = relay.var("x", [1, 4]);
    const relu = passcope.IRModule.fromExpr(new relay.Function([x], relay.nn.relu(x)));
    expect(passOf(legalize, "ClipReLU", passcope)(transform.InferType()(relu)).countOps()).toEqual({
      clip: 1,
    });
  });
});

describe("templates of patterns", { timeout: 60_000 }, () => {
  it("patterns: fewer ReLUs, the same values", async () => {
    const pass = passOf(await load("patterns"), "FewerRelus", passcope);
    const x = relay.var("x", [4]);
    const clip = relay.clip(x, { a_min: -1, a_max: 6 });
    const body = relay.nn.relu(relay.nn.relu(relay.nn.relu(clip)));
    const mod = transform.InferType()(passcope.IRModule.fromExpr(new relay.Function([x], body)));
    const after = pass(mod);
    expect(after.countOps()).toEqual({ clip: 1 });
    const inputs = { x: new Float32Array([-3, -0.5, 2, 9]) };
    expect(after.evaluate(inputs)[0]?.toNumbers()).toEqual(mod.evaluate(inputs)[0]?.toNumbers());
  });

  it("accelerator: its part of a network becomes functions", async () => {
    const code = await load("accelerator");
    const mod = transform.SimplifyInference()(boundResNet());
    const names = ["MergeComposites", "AnnotateForAccel", "MergeRegions", "Partition"];
    const out = names.reduce((now, name) => passOf(code, name, passcope)(now), mod);
    const compiled = out.globalVars().filter((name) => name.startsWith("tvmgen_net_accel_"));
    expect(compiled.length).toBeGreaterThan(0);
    expect(out.get("main").countOps()["nn.conv2d"]).toBeUndefined();
    expect(out.countOps()["nn.conv2d"]).toBe(mod.countOps()["nn.conv2d"]);
  });
});

describe("the language service", { timeout: 60_000 }, () => {
  const at = (source: string): number => {
    service.setSource(source.replace("|", ""));
    return source.indexOf("|");
  };

  it("completes what the package has, with its documentation", () => {
    const position = at('import { relay } from "passcope";\nrelay.nn.conv|');
    const names = service.completions(position)?.items.map(({ name }) => name);
    expect(names).toContain("conv2d");
    expect(service.describe(position, "conv2d")?.signature).toContain("conv2d");
  });

  it("knows hooks by their types", () => {
    const position = at(
      '/** @type {import("passcope").PassInstrumentObject} */\n' +
        "export const printer = { runBeforePass(mod, info) { info.| } };",
    );
    const names = service.completions(position)?.items.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["name", "optLevel", "required"]));
  });

  it("says what is under the pointer, and what a call takes", () => {
    const hover = service.hover(
      at('import { transform } from "passcope";\ntransform.Fold|Constant();'),
    );
    expect(hover?.signature).toMatch(/function FoldConstant\(/);
    expect(hover?.documentation).not.toBe("");
    const signature = service.signature(
      at('import { transform } from "passcope";\ntransform.ConvertLayout(|);'),
    );
    expect(signature?.active).toMatch(/^desiredLayouts/);
  });

  it("finds mistakes of grammar and of types, but knows no page", () => {
    service.setSource('import { relay } from "passcope";\nrelay.nosuch();\ndocument.title;\n');
    expect(service.diagnostics().map(({ from }) => from)).toEqual([40, 50]);
    service.setSource("export const = 1;");
    expect(service.diagnostics().length).toBeGreaterThan(0);
    service.setSource("console.log(performance.now(), new Map(), [1].at(-1), structuredClone(1));");
    expect(service.diagnostics()).toEqual([]);
  });
});
