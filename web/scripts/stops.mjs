// How long Stop takes where the engine computes for long: a run of the model, a run of the pipeline that verifies
// values, and the search for what is wrong. Each is stopped at several moments. Measured are the press to the frame
// that says so, and the press to when the engine is free again or has been ended.

import { whenShown } from "./presses.mjs";

/** Run in the page before anything else of it: notes when a worker answers `halt`, or is ended. */
export function watchWorkers() {
  const seen = { halt: 0, endedAt: 0 };
  window.workers = seen;
  window.Worker = class extends window.Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data?.id !== seen.halt || data.kind === "progress") return;
        seen.halt = 0;
        seen.endedAt = performance.now();
      });
    }
    postMessage(message, ...rest) {
      if (message?.kind === "halt") seen.halt = message.id;
      super.postMessage(message, ...rest);
    }
    terminate() {
      seen.endedAt = performance.now();
      super.terminate();
    }
  };
}

/** A pass that makes another function of each rectifier, as a wrong pass would. */
const WRONG = `import { relay, transform } from "passcope";

class Mutator extends relay.ExprMutator {
  visitCall(call) {
    const made = super.visitCall(call);
    return made.op.name === "nn.relu" ? relay.tanh(made.args[0]) : made;
  }
}
export const Wrong = transform.functionPass({ optLevel: 0, name: "Wrong" }, (fn) => new Mutator().visit(fn));
`;

/** Sets one stage of these passes with VerifyValues, and the code. */
function setPipeline(page, code, ...passes) {
  return page.locator("pc-app").evaluate(
    ({ app }, given) => {
      app.setCode(given.code);
      const [stage] = app.store.state.pipeline;
      app.setPipeline([
        {
          ...stage,
          optLevel: 3,
          instruments: [
            { kind: "builtin", id: "i1", name: "VerifyValues", enabled: true, options: "" },
          ],
          passes: given.passes.map((name, i) =>
            name === "Wrong"
              ? { kind: "code", id: `p${i}`, name, enabled: true }
              : { kind: "pass", id: `p${i}`, name, enabled: true, options: "" },
          ),
        },
      ]);
    },
    { code, passes },
  );
}

const run = (page) => page.getByRole("button", { name: "Run", exact: true });
const finished = (page) => page.locator('[data-run="done"]').waitFor({ timeout: 300_000 });

/** What is begun and stopped, in the order in which it is done: each prepares the page for itself. */
const scenes = [
  {
    name: "the model's run",
    async prepare(page) {
      await run(page).click();
      await page.locator('[data-run="measuring"], [data-run="done"]').first().waitFor();
      await finished(page);
      await page.locator("pc-detail #tab-running").click();
    },
    begin: (page) => page.locator("pc-running .primary"),
    stop: (page) => page.locator("pc-running .buttons").getByRole("button", { name: "Stop" }),
    shown: 'pc-running [data-model="stopped"]',
  },
  {
    name: "a run that verifies values",
    prepare: (page) => setPipeline(page, "", "SimplifyInference", "FoldConstant", "FuseOps"),
    begin: run,
    stop: (page) => page.locator("pc-run").getByRole("button", { name: "Stop" }),
    shown: 'pc-run [data-run="stopped"]',
  },
  {
    name: "finding the execution",
    // A difference is looked into by a dozen runs of the evaluator, which takes minutes on the largest program.
    async prepare(page) {
      await page.getByRole("tab", { name: "Program" }).click();
      await page.getByLabel("Depth").selectOption("18");
      await setPipeline(page, WRONG, "SimplifyInference", "Wrong", "FuseOps");
      await run(page).click();
      await page.locator("pc-messages pc-fault").first().waitFor({ timeout: 300_000 });
    },
    begin: (page) => page.getByRole("button", { name: "Find the failing pass" }).first(),
    stop: (page) => page.locator("pc-fault").first().getByRole("button", { name: "Stop" }),
    shown: "pc-fault [data-check=stopped]",
  },
  {
    name: "making the program smaller",
    prepare: () => undefined,
    begin: (page) => page.getByRole("button", { name: "Reduce test case" }).first(),
    stop: (page) => page.locator("pc-fault").first().getByRole("button", { name: "Stop" }),
    shown: "pc-fault [data-check=stopped]",
  },
];

/** The moments after its beginning at which something is stopped: while it prepares, and while it computes. */
const moment = (i) => 100 + 700 * i;

/** Tells for each scene its name, and in milliseconds what each Stop took. */
export async function measureStops(page, times, tell) {
  for (const { name, prepare, begin, stop, shown } of scenes) {
    await prepare(page);
    const row = { name, shown: [], ended: [] };
    for (let i = 0; i < times; i += 1) {
      await begin(page).click();
      await stop(page).hover();
      await page.waitForTimeout(moment(i));
      const seen = page.evaluate(whenShown, shown);
      await stop(page).click();
      row.shown.push(await seen);
      row.ended.push(
        await page.evaluate(async () => {
          const { interactions, workers } = window;
          // An engine of the sandbox is out of sight here; what it has to show is shown.
          for (let waited = 0; workers.endedAt < interactions.pressedAt; waited += 10) {
            if (waited > 3000) return NaN;
            await new Promise((done) => setTimeout(done, 10));
          }
          return workers.endedAt - interactions.pressedAt;
        }),
      );
      // The next one begins on a page that has come to rest, with an engine that has the programs.
      await page.waitForTimeout(1000);
      if (await begin(page).isDisabled()) await prepare(page);
    }
    tell(row);
  }
}
