// Running the model, verifying values, bisecting and reducing: the page's App with the real engine.
import {
  relay,
  transform,
  type AnyExpr,
  type Call,
  type Expr,
  type Function as Fn,
  type Op,
} from "passcope";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addCodeStep, addInstrument } from "../../src/core/pipeline/edit";
import { EMPTY_STAGE, passStep, type Pipeline } from "../../src/core/pipeline/model";
import { inputKey, type InputChoice } from "../../src/core/protocol/input-choice";
import { programsOf } from "../../src/features/running/programs";
import { createApp } from "../../src/features/app";
import type { App } from "../../src/core/app/app";
import { costsOf, type ProgramCost } from "../../src/features/running/model-runs";
import type { CodeHost } from "../../src/engine/session/code-host";
import type { PassHandle } from "../../src/engine/session/engine-api";
import { spawn, spawner } from "./page-session";

const TEXT = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  add(%1, 1f)
}
`;

const stage = (...names: string[]): Pipeline => [
  {
    ...EMPTY_STAGE,
    id: "s1",
    optLevel: 3,
    mode: "each",
    passes: names.map((name, i) => passStep(`p${i}`, name)),
  },
];

let app: App;

beforeEach(() => {
  app = createApp(spawn, { javascript: spawn, python: spawn });
  app.program.setSource({ kind: "text", text: TEXT, title: "small" });
});
afterEach(() => app.close());

async function run(pipeline: Pipeline): Promise<void> {
  app.pipeline.set(pipeline);
  await app.runs.run();
}

function costs(): readonly ProgramCost[] {
  const { trace, tracedPipeline, modelRuns: known, inputs } = app.store.state;
  return costsOf(programsOf(trace?.rows ?? [], tracedPipeline ?? []), known, inputKey(inputs));
}

describe("running the model", () => {
  it("knows memory and operations before it runs, times and differences after", async () => {
    await run(stage("InferType", "FuseOps"));
    await app.model.plan();
    const planned = costs();
    expect(planned.length).toBeGreaterThanOrEqual(2);
    const flop = 2 * 4 * 8 * 8 * 3 * 3 * 3;
    for (const { plan, cost } of planned) {
      expect(plan?.flop).toBeGreaterThanOrEqual(flop);
      expect(plan?.activationBytes).toBeGreaterThanOrEqual(4 * 4 * 64);
      expect(cost).toBeUndefined();
    }
    const [first, fused] = [planned[0]?.plan, planned.at(-1)?.plan];
    expect(first?.inputs.map(({ name }) => name)).toEqual(["x", "w"]);
    expect(first?.nodes.map(({ name, line }) => [name, line])).toEqual([
      ["nn.conv2d", 2],
      ["nn.relu", 3],
      ["add", 4],
    ]);
    expect(fused?.nodes).toHaveLength(1);
    await app.model.run();
    expect(app.store.state.modelRuns.status.kind).toBe("done");
    const ran = costs();
    for (const { cost, plan } of ran) {
      expect(cost?.us).toBeGreaterThan(0);
      expect(cost?.nodes).toHaveLength(plan?.nodes.length ?? -1);
    }
    expect(ran[0]?.cost?.difference).toBeUndefined();
    expect(ran.at(-1)?.cost?.difference?.largest).toBeLessThan(1e-5);
    expect(ran.at(-1)?.cost?.difference?.beyond).toBeUndefined();
  });

  it("keeps what is known when the pipeline changes, and runs only what is new", async () => {
    await run(stage("InferType"));
    await app.model.run();
    const before = costs()[0]?.cost;
    expect(before).toBeDefined();
    await run(stage("InferType", "FuseOps"));
    await app.model.plan();
    expect(costs()[0]?.cost).toBe(before);
    expect(costs().at(-1)?.cost).toBeUndefined();
    await app.model.run();
    expect(costs()[0]?.cost).toBe(before);
    expect(costs().at(-1)?.cost).toBeDefined();
  });

  it("takes other inputs, of which each choice has its own figures", async () => {
    await run(stage("InferType"));
    await app.model.run();
    const values = new Float32Array(1 * 3 * 8 * 8).fill(1);
    const array = { name: "x", shape: [1, 3, 8, 8], dtype: "float32" };
    const file: InputChoice = {
      kind: "file",
      file: "x.npy",
      arrays: [{ ...array, data: new Uint8Array(values.buffer) }],
    };
    app.model.setInputs(file);
    expect(costs()[0]?.cost).toBeUndefined();
    await app.model.run();
    expect(costs()[0]?.cost).toBeDefined();
    app.model.setInputs({ kind: "constant", value: 2 });
    expect(costs()[0]?.cost).toBeUndefined();
  });

  it("says which program cannot be run, and goes on with the others", async () => {
    app.program.setSource({
      kind: "text",
      text: `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 2), float32], %c: bool) {
  if (%c) { add(%x, 1f) } else { %x }
}
`,
      title: "branches",
    });
    await run(stage("InferType"));
    await app.model.run();
    const { status } = app.store.state.modelRuns;
    expect(status.kind).toBe("failed");
    expect(costs()[0]?.failure?.message).not.toBe("");
    // The other results of the page are still there.
    expect(app.store.state.snapshots).toBe(true);
    const { trace } = app.store.state;
    expect(await app.engines.text(trace?.rows[0]?.before ?? -1)).toContain("if (%c)");
  });

  it("stops at once, and keeps the programs", async () => {
    await run(stage("InferType", "FuseOps"));
    await app.model.plan();
    const running = app.model.run();
    app.model.stop();
    await running;
    expect(app.store.state.modelRuns.status.kind).toBe("stopped");
    expect(app.store.state.snapshots).toBe(true);
  });
});

describe("values", () => {
  it("are verified by a stage that is asked to, and wrong ones are told of no right pass", async () => {
    const verifying = addInstrument(stage("InferType", "FuseOps"), "s1", {
      kind: "builtin",
      name: "VerifyValues",
    });
    await run(verifying);
    const { trace } = app.store.state;
    expect(trace?.wrong).toEqual([]);
    expect(trace?.verified).toBeGreaterThanOrEqual(2);
    await run(stage("InferType"));
    expect(app.store.state.trace?.verified).toBeUndefined();
  });
});

/** Passes like those of the user's code: one is wrong, and one throws at a rectifier. */
class Mutator extends relay.ExprMutator {
  override visitCall(call: Call): AnyExpr {
    const made = super.visitCall(call) as Call;
    return (made.op as Op).name === "nn.relu" ? relay.tanh(made.args[0] as Expr) : made;
  }
}
const exported = {
  Wrong: () =>
    transform.functionPass({ optLevel: 0, name: "Wrong" }, (fn) => new Mutator().visit(fn) as Fn),
  Throws: () =>
    transform.functionPass({ optLevel: 0, name: "Throws" }, (fn) => {
      relay.analysis.postOrderVisit(fn, (node) => {
        if (node instanceof relay.Op && node.name === "nn.relu") throw new Error("no rectifiers");
      });
      return fn;
    }),
};
const host: CodeHost = {
  begin: () => undefined,
  load: () =>
    Promise.resolve({
      pass: (name) => exported[name as keyof typeof exported]() as unknown as PassHandle,
      instrument: () => ({}),
    }),
  script: () => Promise.resolve(),
  print: () => undefined,
  mute: () => undefined,
  flush: () => undefined,
};

describe("a fault of a stage", () => {
  const withCode = (name: string, verify: boolean): Pipeline => {
    const pipeline = addCodeStep(stage("InferType"), "s1", name);
    return verify
      ? addInstrument(pipeline, "s1", { kind: "builtin", name: "VerifyValues" })
      : pipeline;
  };
  let coded: App;
  beforeEach(() => {
    coded = createApp(spawn, { javascript: spawner(host), python: spawner(host) });
    coded.program.setSource({ kind: "text", text: TEXT, title: "small" });
    coded.code.set("export const Wrong = 1;");
  });
  afterEach(() => coded.close());

  it("in values is a part of the trace, with the row, the element and how far it is off", async () => {
    coded.pipeline.set(withCode("Wrong", true));
    await coded.runs.press();
    const { trace, run: status } = coded.store.state;
    expect(status.kind).toBe("done");
    const [first] = trace?.wrong ?? [];
    expect(trace?.rows[first?.row ?? -1]?.name).toBe("Wrong");
    expect(first).toMatchObject({ stageId: "s1", difference: { kind: "real", output: 0 } });
    expect(first?.reason?.text).toMatch(/^output 0 at \[0, 0, 0, 0\] is .+ instead of .+/);
  });

  it("in values is found, and shown on a smaller program that opens", async () => {
    coded.pipeline.set(withCode("Wrong", true));
    await coded.runs.press();
    const { trace } = coded.store.state;
    const fault = { stageId: "s1", test: "values" } as const;
    await coded.checking.start("bisect", fault);
    const { check } = coded.store.state;
    expect(check).toMatchObject({ kind: "bisected", fault, result: { outcome: "found" } });
    if (check.kind !== "bisected") return;
    expect(check.result.sentence.text).toContain("Wrong");
    expect(check.result.diff).toMatch(/^\+.*tanh/m);
    expect(check.result.limit).toBeGreaterThan(0);
    await coded.checking.start("reduce", fault);
    const reduced = coded.store.state.check;
    expect(reduced).toMatchObject({ kind: "reduced", result: { outcome: "reduced" } });
    if (reduced.kind !== "reduced") return;
    expect(reduced.result.callsAfter).toBeLessThan(reduced.result.callsBefore);
    // The page has lost nothing.
    expect(coded.store.state.trace).toBe(trace);
    expect(await coded.engines.text(trace?.rows[0]?.before ?? -1)).toContain("nn.conv2d");
    coded.checking.openReduced();
    const { source, pipeline } = coded.store.state;
    expect(source).toMatchObject({ kind: "text", title: "small, reduced" });
    expect(source.kind === "text" ? source.text : "").not.toContain("nn.conv2d");
    expect(pipeline[0]).toMatchObject({ passes: [{ name: "Wrong" }] });
    coded.history.undo();
    expect(coded.store.state.source).toMatchObject({ title: "small" });
  });

  it("that throws is found as well", async () => {
    coded.pipeline.set(withCode("Throws", false));
    await coded.runs.press();
    expect(coded.store.state.run.kind).toBe("failed");
    await coded.checking.start("bisect", { stageId: "s1", test: "throws" });
    const { check } = coded.store.state;
    expect(check).toMatchObject({ kind: "bisected", result: { outcome: "found" } });
    if (check.kind === "bisected") expect(check.result.sentence.text).toContain("Throws");
  });

  it("is looked for no longer after Stop, or when the next run begins", async () => {
    coded.pipeline.set(withCode("Wrong", true));
    await coded.runs.press();
    const fault = { stageId: "s1", test: "values" } as const;
    const looking = coded.checking.start("reduce", fault);
    coded.checking.stop();
    await looking;
    expect(coded.store.state.check).toMatchObject({ kind: "stopped", what: "reduce" });
    const again = coded.checking.start("bisect", fault);
    await Promise.all([coded.runs.press(), again]);
    expect(coded.store.state.check).toEqual({ kind: "none" });
  });
});
