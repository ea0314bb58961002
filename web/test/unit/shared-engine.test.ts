// One engine for several elements: the order of runs, and the effect of a stop on the others.
import { describe, expect, it, vi } from "vitest";
import type { FromEngine, ToEngine } from "../../src/embed/engine-messages";
import { SessionTable } from "../../src/embed/session-table";
import { SharedEngine } from "../../src/embed/shared-engine";
import type { Reply, Request } from "../../src/core/protocol/requests";

class FakeWorker {
  readonly sent: ToEngine[] = [];
  terminated = false;

  constructor(
    readonly receive: (message: FromEngine) => void,
    readonly crash: (message: string) => void,
  ) {}

  post(message: ToEngine): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** The ids of the requested runs, with their sessions. */
  get runs(): string[] {
    return this.sent.flatMap((message) =>
      message.kind === "request" && message.request.kind === "run"
        ? [`${message.session}:${message.request.id}`]
        : [],
    );
  }
}

const run = (id: number): Request => ({ id, kind: "run", body: {} }) as unknown as Request;
const done = (id: number): Reply => ({ id, kind: "done", value: undefined });
const traced = (id: number): Reply =>
  ({ id, kind: "progress", progress: { kind: "trace", trace: {} } }) as unknown as Reply;

function setUp() {
  const workers: FakeWorker[] = [];
  const engine = new SharedEngine(
    (receive, crash) => {
      const worker = new FakeWorker(receive, crash);
      workers.push(worker);
      return worker;
    },
    {
      first: "first.wasm",
      deferred: "deferred.wasm",
      frontends: "frontends.wasm",
      kernels: { plain: "plain", relaxed: "relaxed" },
    },
  );
  const element = () => {
    const replies: Reply[] = [];
    const crashes: (string | undefined)[] = [];
    const session = engine.spawn(
      (reply) => replies.push(reply),
      (_message, name) => crashes.push(name),
    );
    return { ...session, replies, crashes };
  };
  return { workers, element };
}

describe("a shared engine", () => {
  it("is one worker, made when something is asked for", () => {
    const { workers, element } = setUp();
    const [a, b] = [element(), element()];
    expect(workers).toHaveLength(0);
    a.post({ id: 1, kind: "info", body: {} });
    b.post({ id: 1, kind: "info", body: {} });
    expect(workers).toHaveLength(1);
    expect(workers[0]?.sent.map(({ kind }) => kind)).toEqual(["start", "request", "request"]);
    workers[0]?.receive({ session: 2, reply: done(1) });
    expect([a.replies.length, b.replies.length]).toEqual([0, 1]);
  });

  it("runs one after the other", () => {
    const { workers, element } = setUp();
    const [a, b] = [element(), element()];
    a.post(run(1));
    b.post(run(1));
    expect(workers[0]?.runs).toEqual(["1:1"]);
    workers[0]?.receive({ session: 1, reply: traced(1) });
    expect(workers[0]?.runs).toEqual(["1:1"]);
    workers[0]?.receive({ session: 1, reply: done(1) });
    expect(workers[0]?.runs).toEqual(["1:1", "2:1"]);
  });

  it("ends the repeating of an element's run for its next one", () => {
    const { workers, element } = setUp();
    const a = element();
    a.post(run(1));
    workers[0]?.receive({ session: 1, reply: traced(1) });
    a.post(run(2));
    const settles = workers[0]?.sent.filter(
      (message) => message.kind === "request" && message.request.kind === "settle",
    );
    expect(settles).toHaveLength(1);
    workers[0]?.receive({ session: 1, reply: done(1) });
    expect(workers[0]?.runs).toEqual(["1:1", "1:2"]);
  });

  it("goes down with a run that is stopped, and the others hear of it", () => {
    const { workers, element } = setUp();
    const [a, b] = [element(), element()];
    a.post(run(1));
    b.post(run(1));
    a.terminate();
    expect(workers[0]?.terminated).toBe(true);
    expect(a.crashes).toEqual([]);
    expect(b.crashes).toEqual(["The engine was restarted"]);
    const again = element();
    again.post(run(2));
    expect(workers[1]?.runs).toEqual(["3:2"]);
  });

  it("stays when an element goes whose run waits or is only repeated", () => {
    const { workers, element } = setUp();
    const [a, b] = [element(), element()];
    a.post(run(1));
    b.post(run(1));
    b.terminate();
    workers[0]?.receive({ session: 1, reply: traced(1) });
    a.terminate();
    expect(workers[0]?.terminated).toBe(false);
    expect(workers[0]?.sent.filter(({ kind }) => kind === "end")).toHaveLength(2);
    // The end of a run lets the next one begin.
    const c = element();
    c.post(run(1));
    workers[0]?.receive({ session: 1, reply: done(1) });
    expect(workers[0]?.runs).toEqual(["1:1", "3:1"]);
  });

  it("is replaced after a bug, which only the element that met it is told of", () => {
    const { workers, element } = setUp();
    const [a, b] = [element(), element()];
    a.post(run(1));
    b.post({ id: 1, kind: "info", body: {} });
    const failure = { name: "Error", message: "broken", rendered: [], fatal: true };
    workers[0]?.receive({ session: 1, reply: { id: 1, kind: "failed", failure } });
    expect(a.replies).toMatchObject([{ kind: "failed", failure }]);
    expect(a.crashes).toEqual([]);
    expect(b.crashes).toEqual(["The engine was restarted"]);
    expect(workers[0]?.terminated).toBe(true);
  });

  it("tells all when its worker breaks down", () => {
    const { workers, element } = setUp();
    const [a, b] = [element(), element()];
    a.post(run(1));
    workers[0]?.crash("no files");
    expect([a.crashes, b.crashes]).toEqual([[undefined], [undefined]]);
  });

  it("is kept for a while when nobody needs it", () => {
    vi.useFakeTimers();
    try {
      const { workers, element } = setUp();
      const a = element();
      a.post(run(1));
      workers[0]?.receive({ session: 1, reply: traced(1) });
      workers[0]?.receive({ session: 1, reply: done(1) });
      a.terminate();
      vi.advanceTimersByTime(10_000);
      expect(workers[0]?.terminated).toBe(false);
      vi.advanceTimersByTime(60_000);
      expect(workers[0]?.terminated).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the sessions of the shared worker", () => {
  it("are made when they are asked something, and freed after their last answer", async () => {
    const events: string[] = [];
    let finish: () => void = () => undefined;
    const table = new SessionTable(
      () => ({
        handle: async ({ kind }) => {
          events.push(kind);
          if (kind === "run") await new Promise<void>((resolve) => (finish = resolve));
          events.push(`${kind} done`);
        },
        dispose: () => events.push("disposed"),
      }),
      () => undefined,
    );
    table.take({ kind: "request", session: 1, request: run(1) });
    table.take({ kind: "end", session: 1 });
    table.take({ kind: "end", session: 2 });
    await Promise.resolve();
    expect(events).toEqual(["run", "settle", "settle done"]);
    finish();
    await vi.waitFor(() => expect(events).toContain("disposed"));
    expect(events.slice(-2)).toEqual(["run done", "disposed"]);
  });
});
