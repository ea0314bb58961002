// The times of real runs: the page's session with the real engine.
import { handlers } from "../../src/workers/handlers";
import * as passcope from "passcope";
import { describe, expect, it } from "vitest";
import {
  DEFAULT_PIPELINE,
  EMPTY_STAGE,
  passStep,
  type Pipeline,
} from "../../src/core/pipeline/model";
import type { Reply } from "../../src/core/protocol/requests";
import type { RunTrace, Timing } from "../../src/core/protocol/messages";
import { DEFAULT_SOURCE } from "../../src/core/state/app-state";
import { chromeTrace } from "../../src/core/trace/chrome-trace";
import { engineOf } from "../../src/engine/session/engine";
import { Session } from "../../src/engine/session/session";
import { expectConsistent } from "./consistent";
import { codeHost } from "./share/workspaces";

const engine = engineOf(passcope);

const CODE = `
import { transform } from "passcope";
globalThis.passcopeTestRuns = 0;
export const Mine = transform.modulePass({ optLevel: 0, name: "Mine" }, (mod) => {
  globalThis.passcopeTestRuns += 1;
  return mod;
});
export class Veto {
  shouldRun(_mod, info) {
    return info.name !== "CanonicalizeOps";
  }
}
export class Watch {
  runBeforePass() {
    globalThis.passcopeTestRuns += 1;
  }
}
`;
const codeRuns = (): number =>
  (globalThis as unknown as { passcopeTestRuns: number }).passcopeTestRuns;

async function run(
  pipeline: Pipeline = DEFAULT_PIPELINE,
  { repeatCode = false, maxRepetitions = 40 } = {},
): Promise<{ first: RunTrace; told: readonly RunTrace[]; last: RunTrace }> {
  const replies: Reply[] = [];
  const options = {
    maxRepetitions,
    maxRepeatMs: 200,
    now: () => performance.now(),
    breathe: () => Promise.resolve(),
  };
  const session = new Session(
    engine,
    (reply) => replies.push(reply),
    options,
    handlers,
    codeHost(),
  );
  const body = { source: DEFAULT_SOURCE, pipeline, code: CODE, repeatCode };
  await session.handle({ id: 1, kind: "run", body });
  session.dispose();
  const done = replies.at(-1);
  if (done?.kind !== "done") throw new Error(JSON.stringify(done));
  const progress = replies.flatMap((reply) => (reply.kind === "progress" ? [reply.progress] : []));
  const first = progress.find(({ kind }) => kind === "trace");
  if (first?.kind !== "trace") throw new Error("there is no trace");
  const withTiming = (timing: Timing): RunTrace => ({ ...first.trace, timing });
  return {
    first: first.trace,
    told: progress.flatMap((p) => (p.kind === "timing" ? [withTiming(p.timing)] : [])),
    last: withTiming(done.value as Timing),
  };
}

describe("times of real runs", () => {
  it("never contradict each other, from the first run to the last repetition", async () => {
    for (const maxRepetitions of [1, 3, 40]) {
      const { first, told, last } = await run(DEFAULT_PIPELINE, { maxRepetitions });
      for (const trace of [first, ...told, last]) expectConsistent(trace);
      expect(first.timing.states.every((state) => state === "first")).toBe(true);
      expect(last.timing.firstUs).toEqual(first.timing.durationsUs);
    }
  }, 60_000);

  it("are without what the page's instruments take", async () => {
    const { first } = await run();
    const { timing, rows, hooksUs, recordedUs } = first;
    const stages = rows.flatMap((row, i) => (row.kind === "stage" ? [timing.firstUs[i] ?? 0] : []));
    const us = stages.reduce((sum, one) => sum + one, 0);
    expect(hooksUs).toBeGreaterThan(0);
    expect(Math.abs(us + hooksUs - recordedUs)).toBeLessThan(1);
  });

  it("of operators: Chrome's counters begin with those of the program and are never negative", async () => {
    const { last } = await run();
    const counters = chromeTrace(last, "x").traceEvents.filter(({ ph }) => ph === "C");
    expect(counters.length).toBeGreaterThan(2);
    expect(counters[0]?.args).toMatchObject({ add: 8, layout_transform: 0, "nn.bias_add": 1 });
    for (const { args } of counters) {
      for (const calls of Object.values(args)) expect(calls).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("a stage with the user's code", () => {
  const stage = (one: Pipeline[number]): Pipeline => [one];
  const code = { kind: "code", id: "p1", name: "Mine", enabled: true } as const;
  const uses = (name: string): Pipeline[number] => ({
    ...EMPTY_STAGE,
    id: "s1",
    optLevel: 3,
    instruments: [{ id: "i1", kind: "code", name, enabled: true, options: "" }],
    passes: [passStep("p2", "InferType"), passStep("p3", "CanonicalizeOps")],
  });

  it("runs once, and its rows say so, unless the user allows more", async () => {
    const mine = stage({ ...EMPTY_STAGE, id: "s1", passes: [code, passStep("p2", "InferType")] });
    const once = await run(mine);
    expect(codeRuns()).toBe(1);
    expect(new Set(once.last.timing.states)).toEqual(new Set(["code"]));
    const often = await run(mine, { repeatCode: true });
    expect(codeRuns()).toBeGreaterThan(3);
    expect(often.last.timing.states).not.toContain("code");
    expectConsistent(often.last);
  });

  it("is repeated without its instruments, which then do nothing", async () => {
    const { first, last } = await run(stage(uses("Watch")));
    expect(codeRuns()).toBe(first.rows.filter(({ kind }) => kind === "pass").length);
    expect(last.timing.states).not.toContain("code");
    expect(last.timing.states).not.toContain("first");
  });

  it("runs once where an instrument decides what runs, unless the user allows more", async () => {
    const { last } = await run(stage(uses("Veto")));
    expect(last.rows.some(({ status }) => status === "vetoed")).toBe(true);
    expect(new Set(last.timing.states)).toEqual(new Set(["code"]));
    const often = await run(stage(uses("Veto")), { repeatCode: true });
    expect(often.last.timing.states).not.toContain("code");
    expectConsistent(often.last);
  });
});
