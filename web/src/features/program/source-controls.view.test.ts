// The choice of the program, with forms for the options of models.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { finished, firstRun } from "../../../test/views/harness/app";
import { expectCount } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { fill } from "../../../test/views/harness/pipeline";
import { content } from "../../../test/views/harness/typing";
import "../../shell/run-bar";
import "./program-panel";
import "./source-controls";

test("models have forms of their options, which make other programs", async () => {
  const app = await firstRun();
  mount(app, "pc-run", "pc-source", "pc-program");
  const run = page.getByRole("button", { name: "Run", exact: true });
  const changed = page.getByText("Changed since the last run");
  const depth = page.getByLabelText("Depth");
  await depth.selectOptions("50");
  await expect.element(content).toHaveAttribute("aria-label", expect.stringMatching(/ResNet-50/));
  await expect.element(changed).toBeVisible();
  await run.click();
  await finished(app);
  await expectCount(changed, 0);
  expect(app.store.state.trace?.rows.map(({ name }) => name)).toContain("ConvertLayout");
  const batch = page.getByLabelText("Batch");
  await fill(batch, "8");
  await expect.element(content).toContainText("%data: 8×3×224×224");
  await fill(batch, "-3");
  await expect.element(batch).toHaveValue(1);
  // The options that are not always visible.
  await depth.selectOptions("18");
  await page.getByText("Options of ResNet-18").click();
  await page.getByLabelText("Layout", { exact: true }).selectOptions("NHWC");
  await expect.element(content).toContainText("1×224×224×3");
  const shape = page.getByLabelText("Image shape");
  await fill(shape, "32, x");
  await expect.element(page.getByText("Positive numbers, separated by commas")).toBeVisible();
  await fill(shape, "64, 64, 3");
  await expect.element(content).toContainText("1×64×64×3");
  await fill(page.getByLabelText("Classes"), "10");
  await run.click();
  await finished(app);
  await expectCount(changed, 0);
});
