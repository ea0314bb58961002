// Which cells have run, are outdated or wait, after actions of the reader.
import { describe, expect, it } from "vitest";
import type { CellClient, RunEnd } from "../../src/learn/client";
import { NotebookState } from "../../src/learn/notebook-state";

const ok: RunEnd = { kind: "done", outcome: {} };
const failed: RunEnd = {
  kind: "done",
  outcome: { failure: { name: "E", message: "m", rendered: [], fatal: false } },
};
const fatal: RunEnd = {
  kind: "done",
  outcome: { failure: { name: "InternalError", message: "m", rendered: [], fatal: true } },
};

/** A worker that does nothing. The test ends each run. */
class Worker {
  readonly ran: string[] = [];
  stops = 0;
  end: (end: RunEnd) => void = () => undefined;
  print: (text: string) => void = () => undefined;

  run: CellClient["run"] = ({ name, code }, print) => {
    this.ran.push(`${name}: ${code}`);
    this.print = (text) => print([{ level: "log", text }]);
    return new Promise((end) => (this.end = end));
  };

  stop(): void {
    this.stops += 1;
    this.end({ kind: "stopped" });
  }

  /** Ends the running cell, and lets the next one begin. */
  async finish(end: RunEnd = ok): Promise<void> {
    this.end(end);
    await Promise.resolve();
    await Promise.resolve();
  }
}

function make(...codes: string[]): {
  worker: Worker;
  notebook: NotebookState;
  status: () => string;
} {
  const worker = new Worker();
  const cells = codes.map((code, i) => ({ name: `c${i}`, code }));
  const notebook = new NotebookState(cells, worker, () => undefined);
  return { worker, notebook, status: () => notebook.cells.map(({ status }) => status).join(" ") };
}

describe("cells", () => {
  it("run one after the other", async () => {
    const { worker, notebook, status } = make("a", "b", "c");
    const all = notebook.runAll();
    expect(status()).toBe("running queued queued");
    expect(notebook.busy).toBe(true);
    await worker.finish();
    expect(status()).toBe("done running queued");
    await worker.finish();
    await worker.finish();
    await all;
    expect(status()).toBe("done done done");
    expect(notebook.busy).toBe(false);
    expect(worker.ran).toEqual(["c0: a", "c1: b", "c2: c"]);
  });

  it("run down to one", async () => {
    const { worker, notebook, status } = make("a", "b", "c");
    void notebook.runTo(1);
    await worker.finish();
    await worker.finish();
    expect(status()).toBe("done done idle");
  });

  it("stop at the first that fails", async () => {
    const { worker, notebook, status } = make("a", "b", "c");
    void notebook.runAll();
    await worker.finish();
    await worker.finish(failed);
    expect(status()).toBe("done failed idle");
  });

  it("wait for those that run already", async () => {
    const { worker, notebook, status } = make("a", "b");
    void notebook.run([0]);
    void notebook.run([1]);
    void notebook.run([0]);
    expect(status()).toBe("running queued");
    await worker.finish();
    await worker.finish();
    expect(status()).toBe("done done");
    expect(worker.ran).toHaveLength(2);
  });

  it("below a changed one, and that one, are outdated if they have run", async () => {
    const { worker, notebook, status } = make("a", "b", "c", "d");
    void notebook.runTo(2);
    for (let i = 0; i < 3; i += 1) await worker.finish();
    notebook.edit(1, "b2");
    expect(status()).toBe("done outdated outdated idle");
    notebook.reset(1);
    expect(notebook.cells[1]?.code).toBe("b");
    void notebook.run([1]);
    await worker.finish();
    expect(status()).toBe("done done outdated idle");
  });

  it("below one that is run again are outdated", async () => {
    const { worker, notebook, status } = make("a", "b");
    void notebook.runAll();
    await worker.finish();
    await worker.finish();
    void notebook.run([0]);
    expect(status()).toBe("running outdated");
    await worker.finish();
    expect(status()).toBe("done outdated");
  });

  it("that are changed while they run are outdated at once", async () => {
    const { worker, notebook, status } = make("a");
    void notebook.run([0]);
    notebook.edit(0, "a2");
    await worker.finish();
    expect(status()).toBe("outdated");
  });

  it("know whether all above them had run", async () => {
    const { worker, notebook } = make("a", "b");
    void notebook.run([1]);
    await worker.finish(failed);
    expect(notebook.cells[1]?.gaps).toBe(true);
    void notebook.runAll();
    await worker.finish();
    await worker.finish();
    expect(notebook.cells[1]?.gaps).toBe(false);
  });

  it("have not run after a stop, and can be run again at once", async () => {
    const { worker, notebook, status } = make("a", "b", "c");
    void notebook.runAll();
    await worker.finish();
    worker.print("late");
    notebook.stop();
    expect(status()).toBe("idle idle idle");
    expect(notebook.cells.flatMap(({ printed }) => printed)).toEqual([]);
    void notebook.run([0]);
    await worker.finish();
    expect(status()).toBe("done idle idle");
    expect(worker.stops).toBe(1);
  });

  it("show what they print, and begin anew with each run", async () => {
    const { worker, notebook } = make("a");
    void notebook.run([0]);
    worker.print("one");
    worker.print("two");
    await worker.finish();
    expect(notebook.cells[0]?.printed.map(({ text }) => text)).toEqual(["one", "two"]);
    void notebook.run([0]);
    expect(notebook.cells[0]?.printed).toEqual([]);
  });

  it("lose everything when the worker breaks down", async () => {
    for (const end of [fatal, { kind: "crashed", name: "Crash", message: "gone" } as const]) {
      const { worker, notebook, status } = make("a", "b", "c");
      void notebook.runAll();
      await worker.finish();
      await worker.finish(end);
      expect(status()).toBe("idle failed idle");
      expect(notebook.cells[1]?.outcome?.failure?.message).toMatch(/m|gone/);
    }
  });

  it("can all be given back their code", () => {
    const { notebook } = make("a", "b");
    notebook.edit(0, "x");
    notebook.edit(1, "y");
    notebook.resetAll();
    expect(notebook.cells.map(({ code }) => code)).toEqual(["a", "b"]);
  });
});
