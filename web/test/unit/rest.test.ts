// The guard asks the worker of the code whether it rests, believes only its port, and ends a sandbox that does not rest.
import { expect, it } from "vitest";
import { Guard, type FromGuard } from "../../src/sandbox/guard";
import { REST } from "../../src/sandbox/limits";
import type { RestQuestion } from "../../src/core/protocol/rest";
import { installRest } from "../../src/engine/code-js/rest";
import { requests } from "../../src/workers/requests";

interface Scene {
  readonly guard: Guard;
  readonly sent: FromGuard[];
  readonly questions: RestQuestion[];
  /** Lets the time of one question pass. */
  readonly pass: () => void;
}

function scene(): Scene {
  const sent: FromGuard[] = [];
  const questions: RestQuestion[] = [];
  const waiting: (() => void)[] = [];
  let now = 0;
  const guard = new Guard("session", requests, {
    send: (message) => void sent.push(message),
    ask: (question) => void questions.push(question),
    now: () => now,
    later: (act) => void waiting.push(act),
  });
  const pass = (): void => {
    now += REST.ms;
    for (const act of waiting.splice(0)) act();
  };
  return { guard, sent, questions, pass };
}

const done = (id: number): object => ({ id, kind: "done", value: "def @main() { 1 }" });
const ends = (sent: readonly FromGuard[]): readonly string[] =>
  sent.flatMap((message) => (message.kind === "end" ? [message.reason] : []));

it("asks a worker whose requests are answered whether it rests, again and again", () => {
  const { guard, sent, questions, pass } = scene();
  guard.asks({ id: 1, kind: "text" });
  expect(questions).toEqual([]);
  guard.hears(done(1), 0);
  for (let i = 1; i < 20; i += 1) {
    expect(questions.length).toBe(i);
    guard.hears({ kind: "rests", turn: questions.at(-1)?.turn }, 0);
    pass();
  }
  expect(ends(sent)).toEqual([]);
});

it("ends a worker that does not answer", () => {
  const { guard, sent, pass } = scene();
  guard.asks({ id: 1, kind: "text" });
  guard.hears(done(1), 0);
  for (let i = 0; i < REST.misses; i += 1) pass();
  expect(ends(sent)).toEqual(["restless"]);
});

it("ends a worker that answers with an old turn, or past its port", () => {
  const { guard, sent, questions, pass } = scene();
  guard.asks({ id: 1, kind: "text" });
  guard.hears(done(1), 0);
  for (let i = 0; i < REST.misses; i += 1) {
    guard.hears({ kind: "rests", turn: (questions.at(-1)?.turn ?? 0) - 1 }, 0);
    guard.hearsAside(0);
    pass();
  }
  expect(ends(sent)).toEqual(["restless"]);
});

it("lets a worker work while a request is open", () => {
  const { guard, sent, pass } = scene();
  guard.asks({ id: 1, kind: "text" });
  guard.hears(done(1), 0);
  guard.asks({ id: 2, kind: "text" });
  for (let i = 0; i < 5; i += 1) pass();
  expect(ends(sent)).toEqual([]);
  guard.hears(done(2), 0);
  for (let i = 0; i < REST.misses; i += 1) pass();
  expect(ends(sent)).toEqual(["restless"]);
});

it("takes no reply past the port, and ends a flood of them", () => {
  const { guard, sent } = scene();
  guard.asks({ id: 1, kind: "text" });
  guard.hearsAside(0);
  expect(sent).toEqual([]);
  for (let i = 0; i < 1000; i += 1) guard.hearsAside(0);
  expect(ends(sent)).toEqual(["flooded"]);
});

it("takes no run without a trace", () => {
  const { guard, sent } = scene();
  guard.asks({ id: 1, kind: "run" });
  guard.hears({ id: 1, kind: "done", value: undefined }, 0);
  expect(ends(sent)).toEqual(["noAnswer"]);
});

it("while a worker rests, nothing starts and what was left is ended", () => {
  const ended: unknown[] = [];
  const calls: unknown[] = [];
  class Worker {
    terminate(): void {
      ended.push(this);
    }
  }
  let timers = 0;
  const methods = {
    setTimeout: () => (timers += 1),
    clearTimeout: (timer: unknown) => void ended.push(timer),
    setInterval: () => (timers += 1),
    clearInterval: (timer: unknown) => void ended.push(timer),
    fetch(address: string): string {
      calls.push(address);
      return address;
    },
  };
  const scope: Record<string, unknown> = { Worker, ...methods };
  const added: unknown[] = [];
  const globals = globalThis as { addEventListener?: unknown };
  const { addEventListener: before } = globals;
  globals.addEventListener = (event: unknown) => void added.push(event);
  const rest = installRest(scope);
  globals.addEventListener = before;
  const call = (name: string, ...args: unknown[]): unknown =>
    (scope[name] as (...given: unknown[]) => unknown)(...args);
  const made = new (scope["Worker"] as typeof Worker)();
  expect([call("setTimeout"), call("setInterval"), call("fetch", "a")]).toEqual([1, 2, "a"]);
  expect(rest.isResting()).toBe(false);
  rest.end();
  expect(rest.isResting()).toBe(true);
  expect(new Set(ended)).toEqual(new Set([1, 2, made]));
  call("setTimeout");
  call("setInterval");
  expect(call("fetch", "b")).toBeInstanceOf(Promise);
  expect(() => new (scope["Worker"] as typeof Worker)()).toThrow(/the run has ended/);
  expect(() => new (made.constructor as typeof Worker)()).toThrow(/the run has ended/);
  expect([timers, calls]).toEqual([2, ["a"]]);
  rest.begin();
  expect(call("fetch", "c")).toBe("c");
});
