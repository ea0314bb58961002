import { beforeEach, describe, expect, it } from "vitest";
import { EngineClient, EngineFailure, Stopped } from "../../src/core/protocol/client";
import type { Reply, Request } from "../../src/core/protocol/requests";
import type { RunProgress } from "../../src/core/protocol/messages";

/** A worker that does nothing on its own. The test sends its answers. */
class Puppet {
  readonly requests: Request[] = [];
  terminated = false;
  constructor(
    readonly reply: (reply: Reply) => void,
    readonly crash: (message: string) => void,
  ) {}
  post(request: Request): void {
    this.requests.push(request);
  }
  terminate(): void {
    this.terminated = true;
  }
}

let workers: Puppet[];
let replaced: number;
let client: EngineClient;

beforeEach(() => {
  workers = [];
  replaced = 0;
  client = new EngineClient(
    (reply, crash) => {
      const worker = new Puppet(reply, crash);
      workers.push(worker);
      return worker;
    },
    () => (replaced += 1),
  );
});

const worker = (): Puppet => {
  const last = workers.at(-1);
  if (!last) throw new Error("no worker was spawned");
  return last;
};

const SOURCE = { kind: "text", text: "", title: "" } as const;
const failure = { name: "E", message: "m", rendered: [], fatal: false };

describe("requests", () => {
  it("have ids of their own, and get the reply with theirs, in any order", async () => {
    const a = client.send("text", { runId: 1, snapshot: 1 });
    const b = client.send("text", { runId: 1, snapshot: 2 });
    expect(worker().requests.map((r) => r.id)).toEqual([1, 2]);
    worker().reply({ id: 2, kind: "done", value: "B" });
    worker().reply({ id: 1, kind: "done", value: "A" });
    expect(await Promise.all([a, b])).toEqual(["A", "B"]);
  });

  it("tell progress until they are answered; late replies are dropped", async () => {
    const told: RunProgress[] = [];
    const run = client.send("run", { source: SOURCE, pipeline: [], code: "" }, (p) => told.push(p));
    const progress: RunProgress = {
      kind: "timing",
      timing: {
        durationsUs: [],
        quartilesUs: [],
        grainUs: [],
        runs: [2],
        warmUp: [1],
        states: ["rough"],
        firstUs: [],
        grouped: false,
        resolutionUs: 1,
        final: false,
      },
    };
    worker().reply({ id: 1, kind: "progress", progress });
    worker().reply({ id: 1, kind: "done", value: undefined });
    worker().reply({ id: 1, kind: "progress", progress });
    worker().reply({ id: 77, kind: "done", value: "whose?" });
    await run;
    expect(told).toHaveLength(1);
  });

  it("fail with what the worker said, which keeps its engine", async () => {
    const text = client.send("text", { runId: 1, snapshot: 1 });
    worker().reply({ id: 1, kind: "failed", failure });
    await expect(text).rejects.toBeInstanceOf(EngineFailure);
    expect(workers).toHaveLength(1);
  });
});

describe("replacing the worker", () => {
  it("happens on stop, which ends everything that is waited for", async () => {
    const info = client.send("info", {});
    const [old] = workers;
    client.stop();
    await expect(info).rejects.toBeInstanceOf(Stopped);
    expect(old?.terminated).toBe(true);
    expect(workers).toHaveLength(2);
    expect(replaced).toBe(1);
  });

  it("drops what the old worker still says, even under an id in use", async () => {
    void client.send("info", {}).catch(() => undefined);
    const [old] = workers;
    client.stop();
    const text = client.send("text", { runId: 1, snapshot: 1 });
    old?.reply({ id: 2, kind: "done", value: "old" });
    old?.crash("late");
    worker().reply({ id: 2, kind: "done", value: "new" });
    expect(await text).toBe("new");
    expect(workers).toHaveLength(2);
  });

  it("happens when the engine's state is broken", async () => {
    const a = client.send("info", {});
    const b = client.send("text", { runId: 1, snapshot: 1 });
    worker().reply({ id: 1, kind: "failed", failure: { ...failure, fatal: true } });
    await expect(a).rejects.toMatchObject({ failure: { fatal: true } });
    await expect(b).rejects.toBeInstanceOf(EngineFailure);
    expect(workers).toHaveLength(2);
  });

  it("happens on a crash, at once if the worker had ever answered", async () => {
    const a = client.send("info", {});
    worker().reply({ id: 1, kind: "done", value: {} });
    await a;
    const b = client.send("info", {});
    worker().crash("unreachable");
    await expect(b).rejects.toMatchObject({ failure: { message: "unreachable", fatal: true } });
    expect(workers).toHaveLength(2);
  });

  it("waits for the next request if the worker never came up", async () => {
    const a = client.send("info", {});
    worker().crash("no such file");
    await expect(a).rejects.toMatchObject({
      failure: { name: "The engine could not be loaded", message: "no such file", fatal: false },
    });
    expect(workers).toHaveLength(1);
    void client.send("info", {}).catch(() => undefined);
    expect(workers).toHaveLength(2);
  });
});
