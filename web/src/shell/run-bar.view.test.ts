// The status during a run: the current pass and its time.
import { expect, test } from "vitest";
import { commands, page } from "vitest/browser";
import { setOptLevel } from "../core/pipeline/edit";
import { appOf } from "../../test/views/harness/app";
import { expectCount } from "../../test/views/harness/matchers";
import { mount } from "../../test/views/harness/mount";
import "./run-bar";

test("what runs is said with how long it has, and Stop says that it was stopped", async () => {
  const app = appOf({});
  mount(app, "pc-run");
  const status = page.css("[data-run]");
  void app.runs.press();
  app.store.update({ running: { name: "spin", done: 0, since: performance.now() - 3000 } });
  await expect.element(status).toContainText("Running spin");
  await expect.element(page.getByRole("timer")).toContainText(/^([3-9]|\d\d) s$/);
  // The sign does not move if the user prefers reduced motion.
  const moves = (): string =>
    getComputedStyle(page.css(".running .dot").element()).animationIterationCount;
  await expect.poll(moves).toBe("1");
  await commands.media({ reducedMotion: "no-preference" });
  await expect.poll(moves).toBe("infinite");
  await commands.media({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.element(status).toHaveAttribute("data-run", "stopped");
  await expect.element(status).toContainText(/^Stopped in spin after ([3-9]|\d\d) s/);
  await expectCount(page.getByRole("timer"), 0);
  // A change after the run is reported.
  const [stage] = app.store.state.pipeline;
  app.pipeline.set(setOptLevel(app.store.state.pipeline, stage?.id ?? "", 3));
  await expect.element(status).toContainText("Changed since the last run");
});
