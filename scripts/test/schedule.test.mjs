// Running tasks in parallel.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runTasks } from "../lib/schedule.mjs";

/** Tasks that record their begin and end. Each ends some turns of the event loop after it began. */
function noting() {
  const events = [];
  const task = (name, cores = 1, after = [], turns = 1) => ({
    name,
    cores,
    after,
    run: async () => {
      events.push(`${name}(`);
      for (let i = 0; i < turns; i += 1) await new Promise(setImmediate);
      events.push(`)${name}`);
    },
  });
  return { events, task };
}

test("as many as there are cores, in their order", async () => {
  const { events, task } = noting();
  await runTasks([task("a", 1, [], 5), task("b"), task("c")], 2);
  assert.deepEqual(events, ["a(", "b(", ")b", "c(", ")c", ")a"]);
});

test("what waits for another task lets later ones pass, also after a wide one", async () => {
  const { events, task } = noting();
  await runTasks([task("build", 2), task("use", 1, ["build"]), task("wide", 9), task("early")], 2);
  assert.deepEqual(events.slice(0, 3), ["build(", ")build", "use("]);
  assert.deepEqual(events.slice(3), [")use", "wide(", ")wide", "early(", ")early"]);
});

test("what takes what others leave runs beside a wide task", async () => {
  const { events, task } = noting();
  await runTasks([task("rest", 0, [], 5), task("wide", 2), task("use", 1, ["rest"])], 2);
  assert.deepEqual(events, ["rest(", "wide(", ")wide", ")rest", "use(", ")use"]);
});

test("a failure is thrown once all that had begun have ended, and nothing new begins", async () => {
  const { events, task } = noting();
  const failing = { name: "bad", cores: 1, run: () => Promise.reject(new Error("no")) };
  await assert.rejects(runTasks([task("a", 1, [], 5), failing, task("b")], 2), /no/);
  assert.deepEqual(events, ["a(", ")a"]);
});

test("what can never begin is an error", async () => {
  const { task } = noting();
  await assert.rejects(runTasks([task("a", 1, ["b"]), task("b", 1, ["a"])], 2), /a,b/);
  // A name that no task has counts as done.
  await runTasks([task("a", 1, ["elsewhere"])], 1);
});
