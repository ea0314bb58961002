// The effect of Stop during a model run on the engine with the trace's programs.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EngineClient, type Engine } from "../../src/core/protocol/client";
import type { Reply, Request } from "../../src/core/protocol/requests";
import type { RunTrace } from "../../src/core/protocol/messages";
import { type AppState } from "../../src/core/state/app-state";
import { INITIAL_STATE } from "../../src/features/app";
import { RunningModel } from "../../src/features/running/controller";
import { Store } from "../../src/core/state/store";

/** Longer than the page waits for a stopped engine. */
const LONG_MS = 60_000;

const TRACE = { runId: 1, rows: [{ before: 5, after: 5, parent: -1 }] } as unknown as RunTrace;

let posted: Request[];
let spawned: number;
let receive: (reply: Reply) => void;
let store: Store<AppState>;
let model: RunningModel;

/** An engine that plans at once and then never answers, as inside of a kernel. */
function busyEngine(reply: (reply: Reply) => void): Engine {
  spawned += 1;
  receive = reply;
  return {
    post(request) {
      posted.push(request);
      if (request.kind !== "plan") return;
      const plan = { hash: "1" };
      queueMicrotask(() => reply({ id: request.id, kind: "done", value: plan }));
    },
    terminate: () => undefined,
  };
}

const status = (): string => store.state.modelRuns.status.kind;
const executions = (): number => posted.filter(({ kind }) => kind === "execute").length;

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  spawned = 0;
  const engine = new EngineClient(busyEngine, () => undefined);
  store = new Store<AppState>({ ...INITIAL_STATE, trace: TRACE, snapshots: [] as never });
  model = new RunningModel(
    store,
    () => engine,
    () => engine,
    (error) => ({ message: String(error) }) as never,
  );
});

afterEach(() => vi.useRealTimers());

async function runModel(): Promise<void> {
  const before = executions();
  void model.run();
  await vi.waitFor(() => expect(executions()).toBe(before + 1));
}

it("replaces an engine that does not stop in time", async () => {
  await runModel();
  model.stop();
  expect(status()).toBe("stopped");
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(spawned).toBe(2);
});

it("keeps an engine that answers in time", async () => {
  await runModel();
  model.stop();
  const halt = posted.find(({ kind }) => kind === "halt");
  receive({ id: halt?.id ?? 0, kind: "done", value: {} });
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(spawned).toBe(1);
});

it("waits for the engine when the model is run again before it has stopped", async () => {
  await runModel();
  model.stop();
  await runModel();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(spawned).toBe(1);
  expect(status()).toBe("running");
  model.stop();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(spawned).toBe(2);
  expect(status()).toBe("stopped");
});
