// Running the model, verifying values, bisecting and reducing: the page's App with the engine itself behind it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addInstrument } from "../../src/pipeline/edit";
import { EMPTY_STAGE, passStep, type Pipeline } from "../../src/pipeline/model";
import { inputKey, type InputChoice } from "../../src/running/choice";
import { programsOf } from "../../src/running/programs";
import { App } from "../../src/state/app";
import { effectsOf, type ProgramEffect } from "../../src/state/effects";
import { spawn } from "./page-session";

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
  app = new App(spawn, spawn);
  app.setSource({ kind: "text", text: TEXT, title: "small" });
});
afterEach(() => app.close());

async function run(pipeline: Pipeline): Promise<void> {
  app.setPipeline(pipeline);
  await app.run();
}

function effects(): readonly ProgramEffect[] {
  const { trace, tracedPipeline, effects: known, inputs } = app.store.state;
  return effectsOf(programsOf(trace?.rows ?? [], tracedPipeline ?? []), known, inputKey(inputs));
}

describe("running the model", () => {
  it("knows memory and operations before it runs, times and differences after", async () => {
    await run(stage("InferType", "FuseOps"));
    await app.model.plan();
    const planned = effects();
    expect(planned.length).toBeGreaterThanOrEqual(2);
    const flop = 2 * 4 * 8 * 8 * 3 * 3 * 3;
    for (const { plan, effect } of planned) {
      expect(plan?.flop).toBeGreaterThanOrEqual(flop);
      expect(plan?.activationBytes).toBeGreaterThanOrEqual(4 * 4 * 64);
      expect(effect).toBeUndefined();
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
    expect(app.store.state.effects.status.kind).toBe("done");
    const ran = effects();
    for (const { effect, plan } of ran) {
      expect(effect?.us).toBeGreaterThan(0);
      expect(effect?.nodes).toHaveLength(plan?.nodes.length ?? -1);
    }
    expect(ran[0]?.effect?.difference).toBeUndefined();
    expect(ran.at(-1)?.effect?.difference?.largest).toBeLessThan(1e-5);
    expect(ran.at(-1)?.effect?.difference?.beyond).toBeUndefined();
  });

  it("keeps what is known when the pipeline changes, and runs only what is new", async () => {
    await run(stage("InferType"));
    await app.model.run();
    const before = effects()[0]?.effect;
    expect(before).toBeDefined();
    await run(stage("InferType", "FuseOps"));
    await app.model.plan();
    expect(effects()[0]?.effect).toBe(before);
    expect(effects().at(-1)?.effect).toBeUndefined();
    await app.model.run();
    expect(effects()[0]?.effect).toBe(before);
    expect(effects().at(-1)?.effect).toBeDefined();
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
    expect(effects()[0]?.effect).toBeUndefined();
    await app.model.run();
    expect(effects()[0]?.effect).toBeDefined();
    app.model.setInputs({ kind: "constant", value: 2 });
    expect(effects()[0]?.effect).toBeUndefined();
  });

  it("says which program cannot be run, and goes on with the others", async () => {
    app.setSource({
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
    const { status } = app.store.state.effects;
    expect(status.kind).toBe("failed");
    expect(effects()[0]?.failure?.message).not.toBe("");
    // The rest of the page's results are still there.
    expect(app.store.state.snapshots).toBe(true);
    const { trace } = app.store.state;
    expect(await app.text(trace?.rows[0]?.before ?? -1)).toContain("if (%c)");
  });

  it("stops at once, and keeps the programs", async () => {
    await run(stage("InferType", "FuseOps"));
    await app.model.plan();
    const running = app.model.run();
    app.model.stop();
    await running;
    expect(app.store.state.effects.status.kind).toBe("stopped");
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

describe("a pass that throws", () => {
  /** FuseOps needs types, which this stage takes away. */
  const failing = (): Pipeline => stage("InferType", "ToANormalForm", "EtaExpand");

  it("is found by bisection in an engine of its own, whose end leaves the page as it is", async () => {
    await run(failing());
    const fault = { stageId: "s1", test: "values" } as const;
    await app.checking.start("bisect", fault);
    const { check, snapshots } = app.store.state;
    console.log(JSON.stringify(check));
    expect(check).toMatchObject({ kind: "bisected", fault, result: { outcome: "always-good" } });
    expect(snapshots).toBe(true);
  });
});
