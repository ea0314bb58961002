// Python code instead of JavaScript code: a session of the page on the real engine, with the same interpreter as in the
// browser.
import { readFileSync } from "node:fs";
import * as passcope from "passcope";
import { beforeAll, describe, expect, it } from "vitest";
import { pythonInNode } from "../../build-plugins/learn/run-python";
import { TEMPLATES as JAVASCRIPT } from "../../src/features/code/templates";
import { definedBy, exportsOf } from "../../src/editor/python-names";
import { appendTemplate, TEMPLATES } from "../../src/features/code/python/templates";
import { pythonOwn } from "../../src/features/share/own-python";
import { tvmPython } from "../../src/features/share/tvm-python";
import { addCodeStep, addInstrument, addStep } from "../../src/core/pipeline/edit";
import { EMPTY_STAGE, type PassStage, type Pipeline } from "../../src/core/pipeline/model";
import { EngineClient, EngineFailure } from "../../src/core/protocol/client";
import type { ConsoleEntry } from "../../src/core/protocol/code";
import type { ProgramSource, RunTrace, TraceRow } from "../../src/core/protocol/messages";
import type { CodeHost } from "../../src/engine/session/code-host";
import { makePythonCodeHost } from "../../src/engine/code-python/code-host";
import { spawner } from "./page-session";
import { INFO } from "./share/workspaces";

const golden = (name: string): string =>
  readFileSync(new URL(`../../../tests/golden/tutorials/${name}`, import.meta.url), "utf8");

/** Made once, because the interpreter shares the engine with JavaScript. */
let host: CodeHost;
beforeAll(async () => {
  host = makePythonCodeHost(
    await pythonInNode(),
    () => Promise.resolve(),
    () => performance.now(),
  );
}, 60_000);

interface Seen {
  readonly trace: RunTrace;
  readonly rows: readonly TraceRow[];
  readonly printed: readonly string[];
  readonly console: readonly ConsoleEntry[];
  readonly client: EngineClient;
}

const RESNET: ProgramSource = { kind: "model", name: "resnet18", options: {} };
/** The program of the tutorial on passes. */
const EXAMPLE: ProgramSource = {
  kind: "text",
  title: "example",
  text: `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(4, 8), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  %1 = add(1f, 2f);
  %2 = multiply(%0, %1);
  nn.relu(nn.relu(clip(%2, a_min=-1f, a_max=6f)))
}
`,
};

async function run(code: string, pipeline: Pipeline, source = EXAMPLE): Promise<Seen> {
  const client = new EngineClient(spawner(host), () => undefined, false);
  let trace: RunTrace | undefined;
  const entries: ConsoleEntry[] = [];
  await client.send("run", { source, pipeline, code }, (progress) => {
    if (progress.kind === "console") entries.push(...progress.entries);
    if (progress.kind === "trace") ({ trace } = progress);
  });
  if (!trace) throw new Error("there is no trace");
  const printed = entries.flatMap(({ text }) => text.split("\n"));
  return { trace, rows: trace.rows, printed, console: entries, client };
}

const script = async (code: string): Promise<readonly ConsoleEntry[]> => {
  const client = new EngineClient(spawner(host), () => undefined, false);
  const entries: ConsoleEntry[] = [];
  await client.send("script", { code }, (progress) => {
    if (progress.kind === "console") entries.push(...progress.entries);
  });
  return entries;
};

/** A stage of these steps. A name with a star is an export of the code; any other name is a pass of the engine. */
function stage(steps: readonly string[], options: Partial<PassStage> = {}): Pipeline {
  const made: Pipeline = [{ ...EMPTY_STAGE, id: "s1", mode: "each", ...options }];
  return steps.reduce(
    (pipeline, step) =>
      step.startsWith("*")
        ? addCodeStep(pipeline, "s1", step.slice(1))
        : addStep(pipeline, "s1", step),
    made,
  );
}

const sourceOf = (id: string): string => TEMPLATES.find((one) => one.id === id)?.source ?? "";

describe("the templates in Python", { timeout: 60_000 }, () => {
  it("are those of JavaScript, and define the same names", () => {
    const names = (templates: typeof TEMPLATES): unknown =>
      templates.map(({ id, group }) => [id, group]);
    expect(names(TEMPLATES)).toEqual(names(JAVASCRIPT));
    const all = TEMPLATES.reduce((source, { source: next }) => appendTemplate(source, next), "");
    expect(exportsOf(all)).toEqual(TEMPLATES.flatMap(({ source }) => exportsOf(source) ?? []));
    expect(exportsOf(all)).toEqual([
      ...["RelayCallNodeDiffer", "PrintIR"],
      ...["PassFine_0", "PassBadEnterCtx", "PassBadExitCtx", "PassBadShouldRun"],
      ...["PassBadRunBefore", "PassBadRunAfter", "PassFine_1", "Stopwatch", "Veto"],
      ...["CustomPipeline", "CleanUp", "ListConvolutions", "ClipReLU", "FewerRelus"],
      ...["MergeComposites", "AnnotateForAccel", "MergeRegions", "Partition"],
    ]);
  });

  it("differ: gives the tutorial's list", async () => {
    const pipeline = stage(["FoldConstant", "ConvertLayout", "FoldConstant"], {
      optLevel: 3,
      mode: "sequential",
    }).map((one) =>
      one.kind === "passes"
        ? {
            ...one,
            passes: one.passes.map((step) =>
              step.name === "ConvertLayout"
                ? { ...step, options: '{"desired_layouts": {"nn.conv2d": ["NHWC", "HWIO"]}}' }
                : step,
            ),
          }
        : one,
    );
    const bound: Pipeline = [{ kind: "bind", id: "b", enabled: true }, ...pipeline];
    const { printed } = await run(
      sourceOf("differ"),
      addInstrument(bound, "s1", { kind: "code", name: "RelayCallNodeDiffer" }),
      RESNET,
    );
    expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual(
      JSON.parse(golden("instrument.op_diff.json")),
    );
  });

  it.each([
    ["enter_pass_ctx", "PassBadEnterCtx"],
    ["exit_pass_ctx", "PassBadExitCtx"],
    ["should_run", "PassBadShouldRun"],
    ["run_before_pass", "PassBadRunBefore"],
    ["run_after_pass", "PassBadRunAfter"],
  ])("throwing: hooks are called as in the tutorial when %s raises", async (hook, name) => {
    const expected = (JSON.parse(golden("instrument.hooks.json")) as Record<string, string[]>)[
      `${hook}.with`
    ];
    const pipeline = ["PassFine_0", name, "PassFine_1"].reduce(
      (now, one) => addInstrument(now, "s1", { kind: "code", name: one }),
      stage(["InferType"]),
    );
    const { printed, trace } = await run(sourceOf("throwing"), pipeline);
    expect(printed).toEqual(expected?.filter((line) => !line.startsWith("Catching")));
    expect(trace.failure).toMatchObject({ name: "ValueError", fatal: false });
    expect(trace.failure?.message).toMatch(
      new RegExp(`^Traceback .*\n[^]*code\\.py[^]*ValueError: ${name} bad ${hook}$`),
    );
    // The line that raises.
    const line = sourceOf("throwing")
      .split("\n")
      .findIndex((text) => text.includes("raise ValueError"));
    expect(trace.failure?.place?.code).toEqual({ line: line + 1, column: 13 });
  });

  it("print, veto, timing: watch the engine's passes", async () => {
    const code = appendTemplate(
      appendTemplate(sourceOf("print"), sourceOf("veto")),
      sourceOf("timing"),
    );
    const pipeline = ["PrintIR", "Veto", "Stopwatch"].reduce(
      (now, name) => addInstrument(now, "s1", { kind: "code", name }),
      stage(["FoldConstant", "EliminateCommonSubexpr"], { optLevel: 3 }),
    );
    const { printed, rows, trace } = await run(code, pipeline);
    expect(printed).toContain("Running pass: EliminateCommonSubexpr, opt_level: 3");
    expect(printed).toContain("vetoed: FoldConstant");
    expect(printed.join("\n")).toMatch(/EliminateCommonSubexpr: \d+\.\d\d ms/);
    expect(rows.find(({ name }) => name === "FoldConstant")?.status).toBe("vetoed");
    expect(trace.hooks[0]?.instruments).toEqual(["PrintIR", "Veto", "Stopwatch"]);
  });

  it("function, module, visitor, legalize, patterns: passes among the engine's", async () => {
    const code = ["function", "module", "visitor", "legalize", "patterns"].reduce(
      (source, id) => appendTemplate(source, sourceOf(id)),
      // In the page, each run has its own interpreter. Here all share one.
      'from tvm import relay\nrelay.op.get("nn.relu").reset_attr("FTVMClipReLU")\n',
    );
    const { rows, printed, client, trace } = await run(
      code,
      stage(["InferType", "*CustomPipeline", "*FewerRelus", "FoldConstant", "*CleanUp"], {
        optLevel: 3,
      }),
    );
    expect(trace.failure).toBeUndefined();
    const names = rows.filter(({ level }) => level === 1).map(({ name }) => name);
    expect(names).toEqual([
      ...["InferType", "CustomPipeline", "FewerRelus", "FoldConstant", "CleanUp"],
    ]);
    // A pass that a Python pass calls is nested in it.
    const cleanUp = rows.findIndex(({ name }) => name === "CleanUp");
    expect(rows.filter(({ parent }) => parent === cleanUp).map(({ name }) => name)).toEqual([
      "EliminateCommonSubexpr",
      "DeadCodeElimination",
    ]);
    expect(rows.find(({ name }) => name === "CustomPipeline")?.opDiff).toEqual({ multiply: 2 });
    expect(rows.find(({ name }) => name === "FewerRelus")?.opDiff).toEqual({ "nn.relu": -2 });
    expect(printed).toContain("nn.dense: 1");
    const { runId } = trace;
    const text = await client.send("text", { runId, snapshot: rows.at(-1)?.after ?? -1 });
    expect(text).toContain("clip(%1, a_min=0f, a_max=6f)");
    const relu = await run(code, stage(["InferType", "*ClipReLU"]));
    expect(relu.rows.find(({ name }) => name === "Legalize")?.opDiff).toMatchObject({
      "nn.relu": -2,
      clip: 2,
    });
    const listed = await run(code, stage(["*ListConvolutions"]), RESNET);
    expect(listed.printed[0]).toMatch(/^Tensor\[\(1, 3, 224, 224\), float32\], Tensor\[.* -> /);
  });

  it("accelerator: its part of a network becomes functions", async () => {
    const steps = ["MergeComposites", "AnnotateForAccel", "MergeRegions", "Partition"];
    const { rows, trace, client } = await run(
      sourceOf("accelerator"),
      stage(["SimplifyInference", ...steps.map((name) => `*${name}`)]),
      RESNET,
    );
    expect(trace.failure).toBeUndefined();
    const snapshot = rows.at(-1)?.after ?? -1;
    const text = await client.send("text", { runId: trace.runId, snapshot });
    expect(text).toContain("def @tvmgen_net_accel_main_");
    expect(text).toContain('Compiler="accel"');
  });
});

describe("what goes wrong in Python", { timeout: 60_000 }, () => {
  const PASS = (body: string): string =>
    `import tvm\nfrom tvm import relay\n\n@tvm.transform.module_pass(opt_level=0)\ndef own(mod, ctx):\n    ${body}\n`;

  it("is a traceback of the code's lines, at the step and the line that it is of", async () => {
    const { trace, rows } = await run(
      PASS("return relay.nosuch(mod)"),
      stage(["InferType", "*own"]),
    );
    expect(trace.failure).toMatchObject({
      name: "AttributeError",
      fatal: false,
      place: { stageId: "s1", stepId: "p3", code: { line: 6, column: 12 } },
    });
    expect(trace.failure?.message).toMatch(
      /^Traceback \(most recent call last\):\n {2}File "code\.py", line 6, in own\n[^]*\nAttributeError: [^\n]*nosuch[^\n]*$/,
    );
    expect(rows.at(-1)).toMatchObject({ name: "own", status: "failed" });
    expect(rows.at(-1)?.error).toMatch(/nosuch/);
  });

  it.each([
    ["return 1", /^TypeError: the pass own returned int, not a module$/],
    ["return own(mod)", /call each other more than 50 deep/],
    ["f = lambda: f() + 1; f()", /RecursionError: [^\n]*$/],
    ["raise RuntimeError('of Python')", /^Traceback[^]*RuntimeError: of Python$/],
    ["raise SystemExit(3)", /SystemExit: 3$/],
    ["return relay.transform.ConvertLayout({'nn.conv2d': 3})(mod)", /code\.py", line 6/],
  ])("%s: ends the run, not the engine", async (body, message) => {
    const { trace } = await run(PASS(body), stage(["*own"]));
    expect(trace.failure?.message).toMatch(message);
    expect(trace.failure?.fatal).toBe(false);
    const after = await run(PASS("return mod"), stage(["*own"]));
    expect(after.trace.failure).toBeUndefined();
  });

  it("of an inner pass: TVM's way, a new exception of the type whose text is the traceback", async () => {
    const code = `${PASS("raise KeyError('inner')")}
@tvm.transform.module_pass(opt_level=0)
def outer(mod, ctx):
    try:
        return own(mod)
    except KeyError as error:
        print("caught", type(error).__name__, "Traceback" in str(error), error.__cause__)
        return mod
`;
    const { trace, printed, rows } = await run(code, stage(["*outer", "InferType"]));
    expect(trace.failure).toBeUndefined();
    expect(printed).toEqual(["caught KeyError True 'inner'"]);
    expect(rows.find(({ name }) => name === "own")?.status).toBe("failed");
    expect(rows.find(({ name }) => name === "outer")?.status).toBe("ok");
  });

  it.each([
    ["*nosuch", /^The code defines nothing named nosuch; it defines own$/],
    ["*relay", /^relay is an object of the class module, not a pass/],
    ["*helper", /^helper is a function, not a pass: make one with @relay\.transform/],
    ["*Own", /^Own is a class, not a pass/],
  ])("%s is no pass", async (step, message) => {
    const code = `${PASS("return mod")}\ndef helper():\n    pass\n\nclass Own:\n    pass\n`;
    await expect(run(code, stage([step]))).rejects.toThrow(
      step === "*nosuch"
        ? /^The code defines nothing named nosuch; it defines own, helper, Own$/
        : message,
    );
  });

  it("needs a definition of the name, and an instrument where one is used", async () => {
    await expect(run("\n", stage(["*own"]))).rejects.toThrow(
      /^The code defines nothing named own$/,
    );
    const pipeline = addInstrument(stage(["InferType"]), "s1", { kind: "code", name: "helper" });
    const { rows } = await run("def helper():\n    pass\n", pipeline);
    expect(rows[0]?.error).toMatch(/^helper is a function, not an instrument: make one with @tvm/);
  });

  it("is known before it runs where it is the syntax, or the top level's", async () => {
    const failure = async (code: string): Promise<unknown> =>
      run(code, stage(["*own"])).then(
        () => undefined,
        (error: unknown) => (error instanceof EngineFailure ? error.failure : error),
      );
    expect(await failure("x = 1\ny = = 2\n")).toMatchObject({
      name: "SyntaxError",
      place: { code: { line: 2, column: 5 } },
    });
    expect(await failure("\n1 / 0\n")).toMatchObject({
      name: "ZeroDivisionError",
      place: { code: { line: 2, column: 1 } },
    });
    expect(exportsOf("x = = 2")).toBeUndefined();
  });
});

describe("code in Python", { timeout: 60_000 }, () => {
  it("sees the stage's context, as the engine's passes do", async () => {
    const code = `import tvm
from tvm import relay

@relay.transform.function_pass(opt_level=2)
def own(func, mod, ctx):
    now = tvm.transform.PassContext.current()
    print(ctx.opt_level, list(ctx.disabled_pass), dict(ctx.config), now.opt_level)
    with tvm.transform.PassContext(opt_level=1):
        print(tvm.transform.PassContext.current().opt_level)
    return func
`;
    const { printed } = await run(
      code,
      stage(["*own"], {
        optLevel: 3,
        disabled: ["FoldConstant"],
        config: '{"relay.FuseOps.max_depth": 5}',
      }),
    );
    expect(printed).toEqual(["3 ['FoldConstant'] {'relay.FuseOps.max_depth': 5} 3", "1"]);
  });

  it("prints in order with the engine's instruments, with its lines and by streams", async () => {
    const code = `import sys
import tvm

@tvm.transform.module_pass(opt_level=0)
def own(mod, ctx):
    print("one", end=" ")
    print("two")
    print("careful", file=sys.stderr)
    return mod
`;
    const pipeline = addInstrument(stage(["*own"]), "s1", {
      kind: "builtin",
      name: "PrintBeforeAll",
    });
    const { console: entries } = await run(code, pipeline);
    expect(entries.map(({ level }) => level)).toEqual(["log", "log", "warn"]);
    expect(entries[0]?.text).toMatch(/own/);
    expect(entries.slice(1)).toEqual([
      { level: "log", text: "one two", line: 7 },
      { level: "warn", text: "careful", line: 8 },
    ]);
  });

  it("is a module to a pipeline and a script by itself", async () => {
    const code = `import tvm
from tvm import relay

@tvm.transform.module_pass(opt_level=0)
def own(mod, ctx):
    return mod

if __name__ == "__main__":
    x = relay.var("x", shape=(2,))
    print(own(tvm.IRModule.from_expr(relay.exp(x))))
`;
    const { printed } = await run(code, stage(["*own"]));
    expect(printed).toEqual([]);
    expect((await script(code)).map(({ text }) => text).join("\n")).toContain("exp(%x)");
    await expect(script("import nosuch\n")).rejects.toThrow(/No module named 'nosuch'/);
  });

  it("leaves nothing behind: handles and memory stay as they are, however often it runs", async () => {
    const pipeline = addInstrument(
      stage(["FoldConstant", "*CustomPipeline"], { optLevel: 3 }),
      "s1",
      {
        kind: "code",
        name: "RelayCallNodeDiffer",
      },
    );
    const code = appendTemplate(sourceOf("differ"), sourceOf("function"));
    const held = async (): Promise<readonly string[]> => {
      const { client } = await run(code, pipeline);
      client.close();
      const text = "import gc\nfrom passcope import _raw\ngc.collect()\nprint(_raw.liveHandles())";
      return (await script(text)).map((entry) => entry.text);
    };
    for (let i = 0; i < 3; i += 1) await held();
    const before = await held();
    for (let i = 0; i < 10; i += 1) await held();
    expect(await held()).toEqual(before);
    expect(passcope.engine.isComplete).toBe(true);
  });

  it("offers what can be a pass or an instrument, and says what is made by a call", () => {
    const code = `import tvm
from tvm import relay
_hidden = relay.transform.FoldConstant()
fold = relay.transform.FoldConstant()
LIMIT = 3
a, b = relay.var("a"), relay.var("b")
def helper(): return 1
class Visitor(relay.ExprVisitor): pass
class Watch(tvm.instrument.PassInstrument):
    def run_before_pass(self, mod, info): print(info.name)
@relay.transform.function_pass(opt_level=1)
class Mine:
    def transform_function(self, func, mod, ctx): return func
@tvm.transform.module_pass(opt_level=1)
def whole(mod, ctx): return mod
@staticmethod
def other(): pass
fold = relay.transform.FoldScaleAxis()
`;
    expect(definedBy(code)).toEqual([
      { name: "Watch", isClass: true },
      { name: "Mine", isClass: true },
      { name: "whole", isClass: false },
      { name: "fold", isClass: false },
    ]);
  });
});

describe("the view as a program for TVM", { timeout: 60_000 }, () => {
  const HOSTILE = `import tvm
from tvm import relay

# Names that the program around it would take for its own.
mod = params = timing = model = 3

@tvm.transform.module_pass(opt_level=0)
class Own:
    def transform_module(self, module, ctx):
        assert mod == params == timing == model == 3
        return relay.transform.FoldConstant()(module)

@tvm.instrument.pass_instrument
class Watch:
    def run_before_pass(self, module, info):
        print("before", info.name)
`;
  const EDITED =
    EXAMPLE.kind === "text"
      ? EXAMPLE.text.replace("clip(", "nn.relu(clip(").replace("6f)))", "6f))))")
      : "";
  const edited: Pipeline = [
    ...stage(["FoldConstant"]),
    { kind: "edit", id: "e", enabled: true, text: EDITED },
    { kind: "bind", id: "b", enabled: true },
    { ...EMPTY_STAGE, id: "s9", optLevel: 3 },
  ];

  it.each<[string, string, Pipeline, ProgramSource]>([
    ["passes of the engine", "", stage(["FoldConstant", "SimplifyExpr"]), EXAMPLE],
    [
      "a model, a list",
      "",
      stage(["SimplifyInference", "FuseOps"], { mode: "sequential", optLevel: 3 }),
      RESNET,
    ],
    ["an edit in between", "", edited, EXAMPLE],
    [
      "passes of the code",
      sourceOf("function"),
      stage(["*CustomPipeline", "FoldConstant"]),
      EXAMPLE,
    ],
    [
      "classes, instruments, names that are taken",
      HOSTILE,
      addInstrument(stage(["InferType", "*Own"]), "s1", { kind: "code", name: "Watch" }),
      EXAMPLE,
    ],
  ])("%s: prints the program that the run gives", async (_, code, pipeline, source) => {
    const { rows, client, trace, printed } = await run(code, pipeline, source);
    expect(trace.failure).toBeUndefined();
    const last = rows.filter(({ level }) => level === 0).at(-1)?.after ?? -1;
    const text = await client.send("text", { runId: trace.runId, snapshot: last });
    const workspace = { source, pipeline, code, codeLanguage: "python" } as const;
    const program = tvmPython(workspace, { ...INFO, own: pythonOwn(code) });
    // A text that Python reads has another file name.
    const unplaced = (of: string): string => of.replace(/ span=\w+:/g, " span=:").trimEnd();
    const said = (await script(program)).map((entry) => entry.text).join("\n");
    expect(unplaced(said).slice(-unplaced(text).length)).toBe(unplaced(text));
    for (const line of printed) expect(said).toContain(line);
  });
});
