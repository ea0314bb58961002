// Running the model in the worker with the fake engine: the reports, and the reasons to end a run.
import { beforeEach, describe, expect, it } from "vitest";
import {
  DEFAULT_PIPELINE,
  EMPTY_STAGE,
  passStep,
  type Pipeline,
} from "../../src/core/pipeline/model";
import type { Reply, RequestKind } from "../../src/core/protocol/requests";
import type {
  ModelCost,
  ModelPlan,
  ProgramSource,
  RunTrace,
} from "../../src/core/protocol/messages";
import { DEFAULT_INPUTS } from "../../src/core/protocol/input-choice";
import { programsOf } from "../../src/features/running/programs";
import { FakeEngine } from "../fake/engine";
import { FakeSession, traceOf as traceAmong } from "./fake-session";

const PIPELINE: Pipeline = [
  { ...EMPTY_STAGE, id: "s1", mode: "each", passes: [passStep("p1", "InferType")] },
  ...DEFAULT_PIPELINE.slice(1),
];

let engine: FakeEngine;
let fake: FakeSession;
let onBreath: () => void;

beforeEach(() => {
  engine = new FakeEngine();
  onBreath = () => undefined;
  fake = new FakeSession(engine, {
    maxRepetitions: 1,
    maxModelRuns: 40,
    maxModelMs: 1000,
    breathe: async () => onBreath(),
  });
});

const ask = (kind: RequestKind, body: object): Promise<Reply[]> => fake.ask(kind, body);

const traceOf = async (source: ProgramSource): Promise<RunTrace> =>
  traceAmong(await ask("run", { source, pipeline: PIPELINE, code: "" }));

const SOURCE: ProgramSource = {
  kind: "model",
  name: "resnet",
  options: { num_layers: 18, batch_size: 1 },
};

/** The last report about each program. */
function told(answers: readonly Reply[]): Map<number, Partial<ModelCost> & { failure?: string }> {
  const last = new Map<number, Partial<ModelCost> & { failure?: string }>();
  for (const reply of answers) {
    if (reply.kind !== "progress" || reply.progress.kind !== "executed") continue;
    const { snapshot, cost, failure } = reply.progress;
    last.set(snapshot, failure ? { failure: failure.message } : { ...cost });
  }
  return last;
}

describe("running the model", () => {
  it("tells a plan before anything runs", async () => {
    const { runId, rows } = await traceOf(SOURCE);
    const snapshot = rows[0]?.before ?? -1;
    const [reply] = await ask("plan", { runId, snapshot });
    const plan = (reply?.kind === "done" ? reply.value : undefined) as ModelPlan;
    expect(plan).toMatchObject({ activationBytes: 19_000, weightBytes: 5000, flop: 190 });
    expect(plan.nodes).toHaveLength(19);
    expect(plan.hash).not.toBe("");
  });

  it("runs all programs in turns, with figures that add up and differences from the first", async () => {
    const trace = await traceOf(SOURCE);
    const snapshots = programsOf(trace.rows, PIPELINE).map(({ snapshot }) => snapshot);
    const live = engine.live;
    const answers = await ask("execute", {
      runId: trace.runId,
      snapshots,
      reference: snapshots[0],
      inputs: DEFAULT_INPUTS,
    });
    expect(answers.at(-1)).toMatchObject({ kind: "done" });
    const costs = told(answers);
    expect([...costs.keys()]).toEqual(snapshots);
    const [first, ...others] = snapshots.map((snapshot) => costs.get(snapshot));
    expect(first).toMatchObject({ us: 1900, state: "steady", firstUs: 1900 });
    expect(first?.difference).toBeUndefined();
    expect(others.at(-1)?.us).toBe(1000);
    expect(others.at(-1)?.difference).toMatchObject({ largest: 0.5 });
    for (const cost of costs.values()) {
      const sum = (cost.nodes ?? []).reduce((all, { us }) => all + us, 0);
      expect(sum).toBeCloseTo(cost.us ?? 0, 6);
    }
    // The first runs come before all repetitions, so each program has a result early.
    const order = answers.flatMap((reply) =>
      reply.kind === "progress" && reply.progress.kind === "executing" ? [reply.progress] : [],
    );
    const firsts = order.filter(({ phase }) => phase === "first").map(({ snapshot }) => snapshot);
    expect(firsts).toEqual(snapshots);
    expect(order.slice(0, firsts.length).every(({ phase }) => phase === "first")).toBe(true);
    expect(engine.live).toBe(live);
  });

  it("goes on with the others when a program cannot be run, and says which", async () => {
    const trace = await traceOf({ kind: "text", text: "conv2d 1\nadd", title: "mine" });
    const whole = programsOf(trace.rows, PIPELINE).map(({ snapshot }) => snapshot);
    const other = await traceOf({ kind: "text", text: "unknown\nconv2d 1", title: "mine" });
    const [first = -1] = programsOf(other.rows, PIPELINE).map(({ snapshot }) => snapshot);
    expect(whole.length).toBeGreaterThan(1);
    const [reply] = await ask("plan", { runId: other.runId, snapshot: first });
    expect(reply).toMatchObject({
      kind: "failed",
      failure: { message: "the engine cannot compute unknown", fatal: false },
    });
  });

  it("ends at the next node after it was halted, keeps the modules and frees all else", async () => {
    const trace = await traceOf(SOURCE);
    const snapshots = programsOf(trace.rows, PIPELINE).map(({ snapshot }) => snapshot);
    const live = engine.live;
    let nodes = 0;
    let halted = false;
    engine.onCall = () => {
      nodes += 1;
    };
    onBreath = () => {
      if (halted || nodes < 100) return;
      halted = true;
      nodes = 0;
      void fake.session.handle({ id: 999, kind: "halt", body: {} });
    };
    const answers = await ask("execute", {
      runId: trace.runId,
      snapshots,
      reference: snapshots[0],
      inputs: DEFAULT_INPUTS,
    });
    expect(answers.at(-1)).toMatchObject({ kind: "done" });
    expect(nodes).toBeLessThan(2);
    expect(engine.live).toBe(live);
    const [text] = await ask("text", { runId: trace.runId, snapshot: snapshots[0] });
    expect(text).toMatchObject({ kind: "done" });
  });
});
