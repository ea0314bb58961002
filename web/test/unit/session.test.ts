import { beforeEach, describe, expect, it } from "vitest";
import {
  setOptLevel,
  setStageEnabled,
  setStepEnabled,
  setStepOptions,
} from "../../src/core/pipeline/edit";
import {
  DEFAULT_PIPELINE,
  EMPTY_STAGE,
  passStep,
  type Pipeline,
} from "../../src/core/pipeline/model";
import type { Reply } from "../../src/core/protocol/requests";
import type { ProgramSource, RunTrace, Timing } from "../../src/core/protocol/messages";
import { FakeEngine } from "../fake/engine";
import { FakeSession, traceOf } from "./fake-session";

const SOURCE: ProgramSource = {
  kind: "model",
  name: "resnet",
  options: { num_layers: 18, batch_size: 1 },
};

let engine: FakeEngine;
let fake: FakeSession;
let onBreath: () => void;

beforeEach(() => start(new FakeEngine()));

function start(made: FakeEngine): void {
  engine = made;
  onBreath = () => undefined;
  fake = new FakeSession(engine, {
    maxRepetitions: 5000,
    maxRepeatMs: 200,
    breathe: async () => onBreath(),
  });
}

const ask: FakeSession["ask"] = (kind, body) => fake.ask(kind, body);

/** The default pipeline without passes that the toy engine lacks. */
const PIPELINE: Pipeline = [
  {
    ...EMPTY_STAGE,
    id: "s1",
    mode: "each",
    passes: [passStep("p1", "InferType")],
  },
  ...DEFAULT_PIPELINE.slice(1),
];

const run = (pipeline: Pipeline): Promise<Reply[]> =>
  ask("run", { source: SOURCE, pipeline, code: "" });

const outline = (trace: RunTrace): string[] =>
  trace.rows.map((row) => "  ".repeat(row.level) + row.name);

describe("a run", () => {
  it("tells once what a pass prints, though it is repeated for its times", async () => {
    const answers = await run([
      { ...EMPTY_STAGE, id: "s1", mode: "each", passes: [passStep("p1", "PrintIR")] },
    ]);
    const printed = answers.flatMap((reply) =>
      reply.kind === "progress" && reply.progress.kind === "console" ? reply.progress.entries : [],
    );
    expect(printed).toEqual([{ level: "log", text: "PrintIR: 19 lines" }]);
    const last = answers.at(-1);
    if (last?.kind !== "done") throw new Error("it is not done");
    expect((last.value as Timing).runs[0]).toBeGreaterThan(1);
  });

  it("answers with the trace first, then with steady times", async () => {
    const answers = await run(PIPELINE);
    const [first] = answers.filter((r) => r.kind !== "progress" || r.progress.kind !== "step");
    expect(first).toMatchObject({ kind: "progress", progress: { kind: "trace" } });
    expect(answers.at(-1)).toMatchObject({
      kind: "done",
      value: { final: true, grouped: false, resolutionUs: 1 },
    });
    expect(outline(traceOf(answers))).toEqual([
      "PassContext",
      "  InferType",
      "bind_params_by_name",
      "PassContext",
      "  sequential",
      "    FoldConstant",
      "      InferType",
      "    ConvertLayout",
      "    FoldConstant",
      "      InferType",
    ]);
  });

  it("tells op changes per pass, and as TVM's list of all contexts", async () => {
    const trace = traceOf(await run(PIPELINE));
    expect(trace.opDiffs).toEqual([
      [1, "ConvertLayout", { layout_transform: 18 }],
      [1, "FoldConstant", { layout_transform: -18 }],
    ]);
    expect(trace.rows.map((row) => row.changed)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it("sums a stage's time from its outermost passes", async () => {
    const { rows, timing } = traceOf(await run(PIPELINE));
    const sequential = rows.findIndex((row) => row.name === "sequential");
    expect(timing.durationsUs[sequential - 1]).toBe(timing.durationsUs[sequential]);
    expect(timing.durationsUs[sequential]).toBe(860);
  });

  it("applies each stage's own opt level", async () => {
    const trace = traceOf(await run(setOptLevel(PIPELINE, "s3", 1)));
    expect(outline(trace).slice(3)).toEqual(["PassContext", "  sequential"]);
  });

  it("leaves out what is switched off, and stages in which everything is", async () => {
    const off = setStageEnabled(setStepEnabled(PIPELINE, "p1", false), "s2", false);
    expect(outline(traceOf(await run(off)))[0]).toBe("PassContext");
    expect(outline(traceOf(await run(off)))[1]).toBe("  sequential");
    const nothing = traceOf(await run([]));
    expect(nothing.rows).toEqual([]);
    expect(nothing.timing.final).toBe(true);
  });

  it("repeats more under a coarse clock, and says that it grouped the readings", async () => {
    start(new FakeEngine(100));
    const answers = await run(PIPELINE);
    const { rows } = traceOf(answers);
    const done = answers.at(-1);
    expect(done).toMatchObject({ kind: "done", value: { grouped: true, resolutionUs: 100 } });
    const { durationsUs } = (done as { value: Timing }).value;
    const infer = rows.findIndex((row) => row.name === "InferType");
    expect(Math.abs((durationsUs[infer] ?? 0) - 30)).toBeLessThan(10);
  });

  it("builds a model's workload once", async () => {
    await ask("load", { source: SOURCE });
    await run(PIPELINE);
    await run(PIPELINE);
    expect(engine.workloads).toBe(1);
    await ask("load", { source: { ...SOURCE, options: { num_layers: 34, batch_size: 1 } } });
    expect(engine.workloads).toBe(2);
  });

  it("frees every handle", async () => {
    await run(PIPELINE);
    await run(setStepOptions(PIPELINE, "p4", "{}"));
    await run([...PIPELINE, ...failing("Fail")]);
    fake.session.dispose();
    expect(engine.live).toBe(0);
  });

  it("ends its repetitions when another one comes, or when told to settle", async () => {
    onBreath = () => {
      onBreath = () => undefined;
      void ask("settle", {});
    };
    expect((await run(PIPELINE)).at(-1)).toMatchObject({ kind: "done", value: undefined });
  });

  it("lets texts be fetched while it repeats", async () => {
    let text: Reply | undefined;
    onBreath = () => {
      onBreath = () => undefined;
      const { runId, rows } = traceOf(fake.replies);
      const snapshot = rows[0]?.before ?? 0;
      void ask("text", { runId, snapshot }).then((answers) => (text = answers[0]));
    };
    await run(PIPELINE);
    expect(text).toMatchObject({ kind: "done" });
  });
});

describe("a graph", () => {
  it("is of a program or of a snapshot, of its main function unless another one is named", async () => {
    const [reply] = await ask("graph", { source: SOURCE });
    expect(reply).toMatchObject({ kind: "done", value: { function: "main" } });
    const { runId, rows } = traceOf(await run(PIPELINE));
    const snapshot = rows[0]?.after ?? 0;
    const [after] = await ask("graph", { runId, snapshot, fn: "absent" });
    expect(after).toMatchObject({ kind: "done", value: { function: "main", root: 0 } });
    const [gone] = await ask("graph", { runId: runId + 1, snapshot });
    expect(gone).toMatchObject({ kind: "failed", failure: { fatal: false } });
  });

  it("of the program that is being timed does not end the timing", async () => {
    onBreath = () => {
      onBreath = () => undefined;
      void ask("graph", { source: SOURCE });
    };
    expect((await run(PIPELINE)).at(-1)).toMatchObject({ kind: "done", value: { final: true } });
    onBreath = () => {
      onBreath = () => undefined;
      void ask("graph", { source: { ...SOURCE, options: { num_layers: 34 } } });
    };
    expect((await run(PIPELINE)).at(-1)).toMatchObject({ kind: "done", value: undefined });
  });
});

const failing = (name: string): Pipeline => [
  {
    ...EMPTY_STAGE,
    id: "s9",
    optLevel: 3,
    mode: "each",
    passes: [passStep("p8", "InferType"), passStep("p9", name)],
  },
];

describe("a failing run", () => {
  it("keeps the trace up to the pass that failed, and says where and why", async () => {
    const answers = await run([...failing("Fail"), ...PIPELINE]);
    const trace = traceOf(answers);
    expect(outline(trace)).toEqual(["PassContext", "  InferType", "  Fail"]);
    expect(trace.rows.map((row) => row.status)).toEqual(["failed", "ok", "failed"]);
    expect(trace.failure).toMatchObject({
      name: "DiagnosticError",
      place: { stageId: "s9", stepId: "p9" },
      fatal: false,
    });
    expect(trace.failure?.rendered[0]).toContain("cannot handle");
    expect(answers.at(-1)?.kind).toBe("done");
  });

  it("answers with a placed failure when a pass cannot be made", async () => {
    expect(await run(setStepOptions(PIPELINE, "p4", "{}"))).toEqual([
      {
        id: fake.latest,
        kind: "failed",
        failure: {
          name: "DiagnosticError",
          message: "ConvertLayout needs desired_layouts",
          rendered: ["error: ConvertLayout needs desired_layouts\n --> here"],
          fatal: false,
          place: { stageId: "s3", stepId: "p4" },
        },
      },
    ]);
  });

  it("names the pass of a Sequential that failed", async () => {
    const [stage] = failing("Fail");
    if (stage?.kind !== "passes") throw new Error("not a stage of passes");
    const trace = traceOf(await run([{ ...stage, mode: "sequential" }]));
    expect(trace.failure?.place).toEqual({ stageId: "s9", stepId: "p9" });
  });

  it("marks the engine's own bugs as fatal, after telling the trace", async () => {
    const answers = await run(failing("Crash"));
    const fatal = { name: "InternalError", fatal: true };
    expect(traceOf(answers).failure).toMatchObject(fatal);
    expect(answers.at(-1)).toMatchObject({ kind: "failed", failure: fatal });
  });
});

describe("texts", () => {
  it("are those of the latest run's snapshots, and only of that run", async () => {
    const first = traceOf(await run(PIPELINE));
    const bound = first.rows[2];
    const ask1 = async (runId: number, snapshot: number): Promise<Reply | undefined> =>
      (await ask("text", { runId, snapshot }))[0];
    const before = await ask1(first.runId, bound?.before ?? 0);
    const after = await ask1(first.runId, bound?.after ?? 0);
    expect(before).toMatchObject({ value: expect.stringMatching(/^main params\n/) as string });
    expect(after).toMatchObject({ value: expect.stringMatching(/^main\n/) as string });
    expect(bound?.before).toBe(first.rows[0]?.before);
    await run(PIPELINE);
    expect(await ask1(first.runId, bound?.before ?? 0)).toMatchObject({ kind: "failed" });
    expect(await ask1(fake.latest, 12345)).toMatchObject({ kind: "failed" });
  });
});

describe("the catalogue", () => {
  it("has the engine's version, clock and passes", async () => {
    const [reply] = await ask("info", {});
    expect(reply).toMatchObject({ value: { version: "fake", clockResolutionUs: 1 } });
  });
});

describe("an engine of which a part is still to come", () => {
  const completions = (fail: boolean): number[] => {
    const at: number[] = [];
    engine.isComplete = false;
    engine.complete = () => {
      at.push(engine.clockUs);
      engine.isComplete = !fail;
      return fail ? Promise.reject(new Error("404 Not Found")) : Promise.resolve();
    };
    return at;
  };

  it("is completed before a run that is not the page's first, and only once", async () => {
    const at = completions(false);
    await run(PIPELINE);
    await run(PIPELINE);
    expect(at).toEqual([0]);
  });

  it("is not waited for by the run that the page opens with", async () => {
    const at = completions(false);
    // The toy engine lacks some of these passes. The preparation of the run finds this.
    const answers = await run(DEFAULT_PIPELINE);
    expect(answers.at(-1)?.kind).toBe("failed");
    expect(at).toEqual([]);
  });

  it("runs what it can when the rest does not come, and asks for it again", async () => {
    const at = completions(true);
    const { rows } = traceOf(await run(PIPELINE));
    expect(rows.map(({ status }) => status)).not.toContain("failed");
    expect(at.length).toBeGreaterThan(1);
    expect(at[0]).toBe(0);
  });
});
