// The built-in instruments, and instruments of both kinds in one list.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  IRModule,
  PassContext,
  Sequential,
  engine,
  instrument,
  relay,
  transform,
  type Instrument,
} from "passcope";
import ts from "typescript";
import { afterEach, describe, expect, test, vi } from "vitest";
import { golden } from "./golden";
import { smallModule } from "./programs";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs InferType and FoldConstant, which runs InferType inside of it. */
function runTwo(...instruments: Instrument[]): IRModule {
  return new PassContext({ instruments }).with(() =>
    transform.FoldConstant()(transform.InferType()(smallModule())),
  );
}

/** A program with a type error. */
function illTyped(): IRModule {
  const x = relay.var("x", [2, 3]);
  const y = relay.var("y", [2, 4]);
  return IRModule.fromExpr(relay.call("add", [x, y]));
}

/** Fails in InferType, inside of a Sequential. */
function fail(...instruments: Instrument[]): void {
  const pipeline = new Sequential([
    transform.PrintIR({ write: () => {} }),
    transform.InferType(),
    transform.FoldConstant(),
  ]);
  expect(() => new PassContext({ instruments }).with(() => pipeline(illTyped()))).toThrow();
}

describe("the table of instruments", () => {
  const classes = new Map(Object.entries(instrument));

  test.each(engine.instruments().map((row) => [row.name, row] as const))(
    "%s has a class of its name with what it gathers and can be asked",
    (name, { data, text, clears, questions }) => {
      const made = instrument.create(name);
      expect(made).toBeInstanceOf(classes.get(name));
      expect(made.constructor.name).toBe(name);
      const methods = [
        ...(data ? [data.name] : []),
        ...(text ? ["render"] : []),
        ...(clears ? ["clear"] : []),
        ...questions.map((question) => question.name),
      ];
      for (const method of methods) expect(made).toHaveProperty(method);
      for (const method of ["render", "clear"]) {
        expect(method in made).toBe(methods.includes(method));
      }
    },
  );

  test("has all classes", () => {
    const builtIn = [...classes.values()].filter(
      (value) =>
        typeof value === "function" && value.prototype instanceof instrument.BuiltInInstrument,
    );
    expect(builtIn.map((value) => (value as { name: string }).name).sort()).toEqual(
      engine.instruments().map(({ name }) => name),
    );
  });
});

describe("decisions", () => {
  test("say of every pass whether it ran, and why not", () => {
    const log = new instrument.PassDecisions();
    class NoFolding {
      shouldRun(_: IRModule, { name }: { name: string }): boolean {
        return name !== "FoldConstant";
      }
    }
    const pipeline = new Sequential([
      transform.FoldConstant(),
      transform.CanonicalizeOps(),
      transform.FuseOps(),
      transform.SimplifyInference(),
    ]);
    new PassContext({
      disabledPass: ["FuseOps"],
      instruments: [log, new NoFolding()],
    }).with(() => pipeline(smallModule()));
    const reasons = log
      .decisions()
      .map(({ depth, name, ran, reason }) => [depth, name, ran, reason]);
    expect(reasons.slice(0, 7)).toEqual([
      [0, "sequential", true, ""],
      [1, "FoldConstant", false, "vetoed by NoFolding"],
      [1, "CanonicalizeOps", false, "opt level 3 > 2"],
      [1, "InferType", false, "CanonicalizeOps, which requires it, did not run"],
      [1, "FuseOps", false, "disabled"],
      [1, "InferType", false, "FuseOps, which requires it, did not run"],
      [1, "InferType", true, "required by SimplifyInference"],
    ]);
    expect(log.render()).toMatch(/^ {2}CanonicalizeOps +not run: opt level 3 > 2$/m);
    log.clear();
    expect(log.decisions()).toEqual([]);
  });

  test("survive a pass that throws, as the trace does", () => {
    const log = new instrument.PassDecisions();
    const trace = new instrument.TraceInstrument();
    fail(log, trace);
    expect(log.decisions().map(({ name, status }) => [name, status])).toEqual([
      ["sequential", "failed"],
      ["PrintIR", "ok"],
      ["InferType", "failed"],
      ["FoldConstant", "skipped"],
    ]);
    expect(trace.entries().at(-1)?.reason).toBe("not reached: InferType failed");
  });
});

describe("timing", () => {
  test("sums by name, and measures what instruments take", () => {
    const timing = new instrument.PassTimingInstrument();
    const wait = (): void => {
      for (const end = performance.now() + 3; performance.now() < end;);
    };
    runTwo(timing, { runAfterPass: wait });
    const totals = timing.totals();
    expect(totals.map(({ name }) => name).sort()).toEqual(["FoldConstant", "InferType"]);
    expect(totals.find(({ name }) => name === "InferType")?.runs).toBe(2);
    expect(totals[0]?.ownUs).toBeGreaterThanOrEqual(totals[1]?.ownUs ?? Infinity);
    expect(timing.totals(1)).toEqual(totals.slice(0, 1));
    // The wait after the inner InferType is part of FoldConstant's time.
    const { hooksUs, share } = timing.overhead();
    expect(hooksUs).toBeGreaterThan(2500);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1);
    const text = timing.renderTotals(1).split("\n");
    expect(text).toHaveLength(4);
    expect(text[2]).toMatch(/^instruments: \d+us \(\d+\.\d\d%\)$/);
  });

  test("repeats passes in place, which no other instrument and no other time notices", () => {
    const timing = new instrument.PassTimingInstrument({ repeat: [0, 0, 20] });
    let seen = 0;
    runTwo(timing, { runBeforePass: () => void (seen += 1) });
    expect(seen).toBe(3);
    const [infer, fold] = timing.profiles();
    expect(infer).not.toHaveProperty("repeatedUs");
    expect(fold).not.toHaveProperty("repeatedUs");
    expect(fold?.children[0]?.repeatedUs).toBeGreaterThan(0);
    expect(fold?.ownUs).toBeGreaterThanOrEqual(0);
    const wrong = { repeat: ["often"] } as unknown as { repeat: number[] };
    expect(() => new instrument.PassTimingInstrument(wrong)).toThrow(/repeat/);
  });

  test("renders nothing after the context, with TVM's warning", () => {
    const timing = new instrument.PassTimingInstrument();
    runTwo(timing);
    const warnings: string[] = [];
    vi.spyOn(console, "warn").mockImplementation((text: string) => void warnings.push(text));
    expect(timing.render()).toBe("");
    expect(warnings.join("\n")).toContain(
      "no passes have been profiled, did you enable pass profiling?",
    );
    expect(timing.profiles()).toHaveLength(2);
  });
});

test("a trace for Chrome has passes and numbers of operators", () => {
  const trace = new instrument.TraceInstrument();
  runTwo(trace);
  const { traceEvents, displayTimeUnit } = trace.chromeTrace();
  expect(displayTimeUnit).toBe("ms");
  expect(traceEvents.filter(({ ph }) => ph === "X").map(({ name }) => name)).toEqual([
    "InferType",
    "FoldConstant",
    "InferType",
  ]);
  const counters = traceEvents.filter(({ ph }) => ph === "C");
  expect(counters[0]?.args).toEqual(smallModule().countOps());
  for (const event of traceEvents) {
    expect(event.ts).toBeGreaterThanOrEqual(0);
    expect([event.pid, event.tid]).toEqual([1, 1]);
  }
});

describe("printing", () => {
  const first = (text: string): string => text.split("\n")[0] ?? "";

  test("before and after passes, by name, and only what changed", () => {
    const heads: string[] = [];
    const write = (text: string): void => void heads.push(first(text));
    runTwo(new instrument.PrintBeforeAll({ write, passes: ["FoldConstant"] }));
    runTwo(new instrument.PrintAfterAll({ write }));
    expect(heads).toEqual([
      "Before Running Pass: FoldConstant",
      "After Running Pass: InferType",
      "After Running Pass: InferType",
      "After Running Pass: FoldConstant",
    ]);
    heads.length = 0;
    runTwo(new instrument.PrintAfterAll({ write, changedOnly: true }));
    expect(heads).not.toHaveLength(0);
    expect(heads.length).toBeLessThan(3);
  });

  test("goes to the console by default", () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    runTwo(new instrument.PrintAfterAll({ passes: ["FoldConstant"] }));
    transform.PrintIR({ header: "here" })(smallModule());
    expect(log.mock.calls.map(([text]: unknown[]) => first(String(text)))).toEqual([
      "After Running Pass: FoldConstant",
      "PrintIR(here):",
    ]);
  });

  test("what a writer throws arrives", () => {
    const error = new Error("full");
    const write = (): void => {
      throw error;
    };
    let caught: unknown;
    try {
      runTwo(new instrument.PrintBeforeAll({ write }));
    } catch (thrown) {
      caught = thrown;
    }
    expect(caught).toBe(error);
    expect(() => transform.PrintIR({ write })(smallModule())).toThrow(error);
  });

  test("into files, in memory or in a directory", () => {
    const names = ["000_InferType.relay", "001_InferType.relay", "002_FoldConstant.relay"];
    const memory = new instrument.DumpIR({ showMetaData: true });
    const result = runTwo(memory);
    const files = memory.files();
    expect(files.map(({ name }) => name)).toEqual(names);
    expect(files[2]?.text.trimEnd()).toBe(result.astext().trimEnd());

    const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-dump-"));
    try {
      const directory = new instrument.DumpIR({ directory: path.join(folder, "a/b") });
      runTwo(directory);
      expect(readdirSync(path.join(folder, "a/b")).sort()).toEqual(names);
      expect(directory.files()).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("into a directory only in Node", () => {
    vi.stubGlobal("process", undefined);
    try {
      expect(() => new instrument.DumpIR({ directory: "a" })).toThrow(/works only in Node/);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("releases its writers", async () => {
    const before = engine.liveHandles();
    {
      using print = new instrument.PrintAfterAll({ write: () => {} });
      using context = new PassContext({ instruments: [print] });
      context.with(() => {});
    }
    expect(engine.liveHandles()).toBe(before);
    await Promise.resolve();
  });
});

test("statistics are what passes count", () => {
  const statistics = new instrument.PassStatistics();
  const context = new PassContext({ optLevel: 3, instruments: [statistics] });
  context.with(() => {
    transform.FuseOps()(transform.InferType()(smallModule()));
    PassContext.current().count("by hand", 2);
    PassContext.current().count("by hand");
  });
  expect(statistics.counters()).toContainEqual({ pass: "", counter: "by hand", value: 3 });
  expect(statistics.render()).toMatch(/^ +\d+ {2}FuseOps: functions made$/m);
  expect(() => context.count("half", 0.5)).toThrow(/must grow by an integer, not by 0.5/);
});

test("remarks are what passes say, also passes of one's own", () => {
  const remarks = new instrument.Remarks();
  const mine = transform.functionPass({ optLevel: 0, name: "Mine" }, (func, _mod, context) => {
    context.remark("missed", "TooSmall", "it is too small to be worth it", func.body);
    context.remark("analysis", "Looked", "nothing was found");
    return func;
  });
  new PassContext({ optLevel: 3, instruments: [remarks] }).with(() => {
    mine(transform.FuseOps()(transform.InferType()(smallModule())));
  });
  const all = remarks.remarks();
  const fused = all.filter(({ pass }) => pass === "FuseOps");
  expect(fused.map(({ name }) => name)).toEqual(["UsedAsWhole"]);
  expect(fused[0]?.function).toBe("main");
  const [small, looked] = all.filter(({ pass }) => pass === "Mine");
  expect(small).toMatchObject({ type: "missed", name: "TooSmall", function: "main" });
  expect(small?.text).toBe("it is too small to be worth it");
  expect(small?.subject).not.toBe("");
  expect(looked).toMatchObject({ type: "analysis", subject: "" });
  const places = remarks.places(fused[0]?.entry ?? -1);
  expect(places.map(({ remark }) => remark)).toContain(fused[0]?.index);
  expect(places.every(({ line, begin, end }) => line > 0 && begin < end)).toBe(true);
  expect(remarks.render()).toContain("missed: Mine: it is too small to be worth it [TooSmall]");
  remarks.clear();
  expect(remarks.remarks()).toEqual([]);
  expect(() => new instrument.Remarks({ types: ["mised" as never] })).toThrow(
    /unknown type of remark 'mised'/,
  );
  expect(() => PassContext.current().remark("oops" as "missed", "A", "b")).toThrow(
    /unknown type of remark 'oops'/,
  );
});

test("checks leave good passes alone, and name what they are given", () => {
  const checks = [new instrument.WellFormed(), new instrument.ImmutableModule()];
  expect(() => runTwo(...checks)).not.toThrow();
  expect(() =>
    new PassContext({ instruments: checks }).with(() => transform.FoldConstant()(illTyped())),
  ).toThrow(/shape-mismatch(.|\n)*it was given to the pass FoldConstant/);
});

describe("run after failed", () => {
  test("is called for those whose runBeforePass returned, last first", () => {
    const lines: string[] = [];
    const hearing = (name: string): Instrument => ({
      runAfterFailed(mod, info, error): void {
        lines.push(
          `${name} ${info.name} ${String(mod).includes("nn.relu")} ${error.split("\n")[0]}`,
        );
        throw new Error("dropped");
      },
    });
    const thrown = new Error("bad\nhook");
    const bad: Instrument = {
      runBeforePass(): void {
        throw thrown;
      },
    };
    let caught: unknown;
    try {
      runTwo(hearing("A"), new instrument.TraceInstrument(), hearing("B"), bad, hearing("C"));
    } catch (error) {
      caught = error;
    }
    expect(caught).toBe(thrown);
    expect(lines).toEqual(["B InferType true bad", "A InferType true bad"]);
  });
});

describe("built-in instruments among the tutorial's", () => {
  const expected = JSON.parse(golden("instrument.hooks.json")) as Record<string, string[]>;
  const hooks = {
    enter_pass_ctx: ["EnterCtx", "enterPassCtx"],
    exit_pass_ctx: ["ExitCtx", "exitPassCtx"],
    should_run: ["ShouldRun", "shouldRun"],
    run_before_pass: ["RunBefore", "runBeforePass"],
    run_after_pass: ["RunAfter", "runAfterPass"],
  } as const;

  test.each(Object.entries(hooks))("when %s throws", (hook, [suffix]) => {
    const lines: string[] = [];
    const noting = (name: string, bad?: string): instrument.PassInstrumentObject =>
      Object.fromEntries(
        Object.entries(hooks).map(([tvm, [, ours]]) => [
          ours,
          (): void => {
            if (tvm === bad) {
              lines.push(`${name} bad ${tvm}!!!`);
              throw new Error(`${name} bad ${tvm}`);
            }
            lines.push(`${name} ${tvm}`);
          },
        ]),
      );
    const trace = new instrument.TraceInstrument();
    const timing = new instrument.PassTimingInstrument();
    const context = new PassContext({
      instruments: [
        new instrument.PassDecisions(),
        noting("PassFine_0"),
        timing,
        noting(`PassBad${suffix}`, hook),
        trace,
        noting("PassFine_1"),
        new instrument.OpDiffInstrument(),
      ],
    });
    try {
      context.with(() => transform.InferType()(smallModule()));
    } catch (error) {
      lines.push(`Catching ValueError: ${(error as Error).message}`);
    }
    expect(lines.splice(0)).toEqual(expected[`${hook}.with`]);
    context.overrideInstruments([]);
    expect(lines).toEqual(expected[`${hook}.override_after`]);
    // No pass is still running in the trace, whichever hook threw.
    for (const { status } of trace.entries()) expect(status).not.toBe("running");
    expect(PassContext.current()).not.toBe(context);
  });
});

describe("passInstrument", () => {
  test("checks the instances of a class for hooks", () => {
    class Plain {
      constructor(readonly names: string[]) {}
      runBeforePass(_: IRModule, info: { name: string }): void {
        this.names.push(info.name);
      }
    }
    const Checked = instrument.passInstrument(Plain);
    const checked = new Checked([]);
    expect(checked).toBeInstanceOf(Checked);
    expect(checked).toBeInstanceOf(Plain);
    const WithField = instrument.passInstrument(
      class {
        runs = 0;
        runAfterPass = (): void => void (this.runs += 1);
      },
    );
    const withField = new WithField();
    runTwo(checked, withField);
    expect(checked.names).toEqual(["InferType", "FoldConstant", "InferType"]);
    expect(withField.runs).toBe(3);
    const Empty = instrument.passInstrument(class Empty {});
    expect(() => new Empty()).toThrow(/Empty needs at least one hook(.|\n)*runAfterFailed/);
  });

  test("is a decorator", async () => {
    const source = `export const make = (passInstrument, names) => {
      @passInstrument
      class Decorated {
        runBeforePass(_, info) { names.push(info.name); }
      }
      return Decorated;
    };`;
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    const { make } = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
      make: (decorator: unknown, names: string[]) => new () => Instrument;
    };
    const names: string[] = [];
    const Decorated = make(instrument.passInstrument, names);
    runTwo(new Decorated());
    expect(names).toEqual(["InferType", "FoldConstant", "InferType"]);
    expect(Decorated.name).toBe("Decorated");
  });
});

test("a context lists the keys of its configuration", () => {
  const configs = PassContext.listConfigs();
  expect(configs["relay.backend.use_auto_scheduler"]).toEqual({ type: "IntImm" });
  expect(configs["relay.backend.tir_converter"]).toEqual({ type: "runtime.String" });
  expect(() => new PassContext({ config: { "relay.FuseOps.max_depth": "four" } })).toThrow(
    /takes an integer(.|\n)*the candidates are: .*relay\.FuseOps\.link_params: bool,/,
  );
});

test("a trace knows what expressions were made of, and what became of them", () => {
  const mod = transform.InferType()(
    relay.fromtext(
      '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2, 3), float32]) { tanh(nn.relu(%x)) }',
    ),
  );
  const trace = new instrument.TraceInstrument({ lineage: true });
  const out = new PassContext({ instruments: [trace] }).with(() => transform.FuseOps()(mod));
  const tanh = mod.get("main").body;
  const descendants = trace.descendants(tanh);
  expect(descendants.length).toBeGreaterThan(0);
  const entries = trace.entries();
  for (const { node, passes } of descendants) {
    expect(passes.map((entry) => entries[entry]?.name)).toEqual(["FuseOps"]);
    expect(trace.ancestors(node).map((ancestor) => ancestor.node)).toContain(tanh);
  }
  expect(trace.descendants(out.get("main").body)).toEqual([]);
  expect(() => new instrument.TraceInstrument().ancestors(tanh)).toThrow(
    /does not record the lineage/,
  );
});
