// Editing a pipeline: search, forms, order, nesting, contexts with instruments, and the outcome of each pass.
import { expect, test } from "vitest";
import { commands, page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../../core/app/app";
import { firstRun, runAgain } from "../../../test/views/harness/app";
import { expectFits } from "../../../test/views/harness/axe";
import { expectCount, expectTexts, focus, textOf } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import {
  add,
  box,
  fill,
  offered,
  optionsAsText,
  optLevel,
  step,
} from "../../../test/views/harness/pipeline";
import { expectPartInSight } from "../../../test/views/harness/sight";
import { chosenRow, expectRows, outline, row } from "../../../test/views/harness/tree";
import "../../shell/app-shell";
import tutorialDiffs from "../../../../tests/golden/tutorials/instrument.op_diff.json?raw";

const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const button = (name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
const names = (stage: number): Locator =>
  page.getByRole("list", { name: `Passes of stage ${stage}` }).css(".step-name");
const switchOf = (pass: string): Locator => step(pass).getByRole("checkbox");

async function open(): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-app");
  await expect.element(step("ConvertLayout")).toBeVisible();
  return app;
}

/** Waits until the list of operator changes equals `list`. */
const expectOpDiffs = (list: unknown): Promise<void> =>
  expect
    .poll(() => {
      const shown = page.css("pc-ops pre").query();
      return shown ? (JSON.parse(textOf(shown)) as unknown) : undefined;
    })
    .toEqual(list);

test("what is switched and chosen is what runs", async () => {
  const app = await open();
  app.layout.showDetail("ops");
  // Changes a pass, the binding of parameters, and the opt level at which FoldScaleAxis runs its halves.
  await switchOf("ConvertLayout").click();
  await expect.element(page.getByText("Changed since the last run")).toBeVisible();
  await page.getByLabelText("Bind parameters", { exact: true }).click();
  await optLevel(1).selectOptions("3");
  await runAgain(app);
  await expectRows(
    [
      "Stage 1 opt_level 3",
      "    BackwardFoldScaleAxis",
      "    ForwardFoldScaleAxis",
      "    FoldConstant",
    ],
    ["bind parameters", "    ConvertLayout"],
  );
  await expectOpDiffs([]);
  // A lower opt level skips passes. The editor says so before and after the run.
  await switchOf("ConvertLayout").click();
  await optLevel(2).selectOptions("2");
  await expect.element(step("ConvertLayout")).toContainText("skipped: level 3");
  await runAgain(app);
  await expectRows(["Stage 1 opt_level 3"], ["    ConvertLayout"]);
  await expect.element(step("ConvertLayout")).toContainText("opt level 3 > 2");
  await expect.element(row("ConvertLayout")).toContainText("opt level 3 > 2");
  await row("ConvertLayout").click();
  app.layout.showDetail("diff");
  await expect.element(page.css("pc-pass-diff")).toContainText("did not run: opt level 3 > 2");
  // All passes are switched off.
  for (const one of page.css("pc-pipeline").getByRole("checkbox").all()) {
    if ((one.element() as HTMLInputElement).checked) await one.click();
  }
  await runAgain(app);
  await expect.element(page.getByText("No pass ran").first()).toBeVisible();
});

test("each pass says what became of it, and its words lead to its row", async () => {
  await open();
  await expect.element(step("ConvertLayout")).toContainText("changed");
  await expect.element(step("InferType")).toContainText("no change");
  await step("FoldConstant").first().getByRole("button", { name: "changed" }).click();
  await expect.element(row("FoldConstant").nth(1)).toHaveAttribute("aria-selected", "true");
  await expectCount(chosenRow, 1);
});

test("passes are moved by buttons, which changes the result, and Reset takes it back", async () => {
  const app = await open();
  app.layout.showDetail("ops");
  const diffs = JSON.parse(tutorialDiffs) as unknown;
  await expectOpDiffs(diffs);
  await button("Move ConvertLayout up").click();
  await expect.element(button("Move ConvertLayout up")).toHaveFocus();
  await button("Move ConvertLayout down").click();
  await button("Move ConvertLayout down").click();
  await runAgain(app);
  // FoldConstant now runs before ConvertLayout and has nothing to fold.
  await expect.poll(() => outline().at(-1)).toBe("    ConvertLayout");
  expect(app.store.state.trace?.opDiffs).not.toEqual(diffs);
  await button("Reset").click();
  await runAgain(app);
  await expectOpDiffs(diffs);
});

test("passes are dragged, also into another stage", async () => {
  await open();
  const drag = (pass: string, onto: Locator): Promise<void> =>
    step(pass)
      .css(".grip")
      .dropTo(onto.css(".step-name"), { targetPosition: { x: 30, y: 2 } });
  await drag("ConvertLayout", step("FoldConstant").first());
  await expectTexts(names(2), ["ConvertLayout", "FoldConstant", "FoldConstant"]);
  await drag("InferType", step("ConvertLayout"));
  await expectTexts(names(2), ["InferType", "ConvertLayout", "FoldConstant", "FoldConstant"]);
  await expectTexts(names(1), ["FoldScaleAxis"]);
});

test("passes of the catalogue and stages are added, filled, moved and removed", async () => {
  const app = await open();
  await add("Add a pass to stage 1", "SimplifyInference");
  await button("Add a stage").click();
  await add("Add a pass to stage 3", "InferType");
  await button("Move stage 3 up").click();
  await runAgain(app);
  await expectRows(["  SimplifyInference", "Stage 2 opt_level 2", "Stage 3 opt_level 3"]);
  await button("Remove SimplifyInference").click();
  await button("Remove stage 2").click();
  await runAgain(app);
  await expectRows(["Stage 2 opt_level 3"], ["  SimplifyInference", "Stage 3 opt_level 3"]);
});

test("a pass is found by its capitals, its name or its description, by keyboard alone", async () => {
  await open();
  const to = "Add a pass to stage 1";
  const list = page.getByRole("listbox", { name: to });
  await focus(box(to));
  await keys("eci");
  await expect.element(offered(to).first()).not.toContainText("EliminateCommonSubexpr");
  await box(to).fill("ecs");
  await expect.element(offered(to).first()).toContainText("EliminateCommonSubexpr");
  await keys("{Escape}");
  await expectCount(offered(to), 0);
  await box(to).fill("fold");
  await keys("{ArrowDown}{ArrowUp}{Enter}");
  await expect.element(names(1).last()).toHaveText("FoldConstant");
  await box(to).fill("no such pass at all");
  await expect.element(list).toContainText("No name matches.");
});

test("options are a form with their types; what a pass prints comes once", async () => {
  const app = await open();
  await add("Add a pass to stage 1", "FuseOps");
  await button("Options of FuseOps").click();
  const level = page.getByLabelText("fuse_opt_level of FuseOps");
  await expect.element(level).toHaveFocus();
  await fill(level, "two");
  await expect.element(step("FuseOps")).toContainText("Enter an integer.");
  await fill(level, "0");
  await expect.element(await optionsAsText("FuseOps")).toHaveValue('{"fuse_opt_level":0}');
  await add("Add a pass to stage 2", "PrintIR");
  void app.runs.press();
  // The passes run again to measure their times.
  await expect.poll(() => app.store.state.run.kind).toBe("done");
  await expectRows(["  FuseOps"]);
  app.layout.showDetail("console");
  await expectCount(page.css("pc-console .entry"), 1);
  await expect.element(page.css("pc-console .entry")).toContainText("PrintIR():");
});

test("wrong options are refused where they are typed, or by the engine's word at the pass", async () => {
  const app = await open();
  const options = await optionsAsText("ConvertLayout");
  await options.fill('{"desired_layouts": ');
  await expect.element(step("ConvertLayout")).toContainText("Not valid JSON");
  await button("Run").click();
  await expect.element(page.css('[data-run="failed"]')).toBeVisible();
  // A button of the message leads to the step.
  const message = page.css("pc-messages").getByRole("alert");
  await expect.element(message).toContainText("Not valid JSON");
  const aside = page.css("pc-app aside").element();
  aside.scrollTo(0, 0);
  await message.getByRole("button", { name: "ConvertLayout of stage 2" }).click();
  await expect.element(switchOf("ConvertLayout")).toHaveFocus();
  await expectPartInSight(switchOf("ConvertLayout"));
  // A fixed step shows no error.
  await options.fill('{"desired_layouts": {"nn.conv2d": ["NHWC", "HWIO"]}}');
  await expectCount(page.getByText("Unexpected end of JSON input"), 0);
  await expectCount(page.css(".failure"), 0);
  await options.fill('{"no_such_option": 1}');
  await button("Run").click();
  await expect.element(step("ConvertLayout").css(".failure")).toContainText("no_such_option");
  await button("Reset").click();
  await runAgain(app);
  await expectCount(page.css(".failure"), 0);
});

test("Sequentials nest; a pass is moved into one and out of it by keyboard", async () => {
  const app = await open();
  await add("Add a pass to stage 1", "Sequential");
  await fill(page.getByLabelText("Name of the Sequential"), "inner");
  await add("Add a pass to inner", "SimplifyInference");
  await focus(switchOf("FoldScaleAxis"));
  await keys("{Alt>}{ArrowDown}{/Alt}");
  await expect.element(page.css("pc-pipeline [role=status]")).toContainText("1 of 2 in inner");
  await expect.element(step("FoldScaleAxis").last().getByRole("checkbox").first()).toHaveFocus();
  await runAgain(app);
  await expectRows(["  inner", "    SimplifyInference"]);
});

test("a context has required and disabled passes and config", async () => {
  const app = await open();
  await button("Context").nth(1).click();
  await add("Add to the disabled passes of stage 2", "ConvertLayout");
  await runAgain(app);
  await expect.element(step("ConvertLayout")).toContainText("disabled");
  await button("ConvertLayout is no longer disabled").click();
  await optLevel(2).selectOptions("0");
  await add("Add to the required passes of stage 2", "ConvertLayout");
  await add("Add a config key to stage 2", "relay.FuseOps.max_depth");
  await runAgain(app);
  await expectRows(["    ConvertLayout"]);
  await fill(page.getByLabelText("relay.FuseOps.max_depth of the context"), "many");
  await expect.element(page.css("pc-context")).toContainText("Enter an integer.");
});

test("instruments print to the console, keep files, and say what is wrong with them", async () => {
  const app = await open();
  await button("Context").nth(1).click();
  await add("Add an instrument to stage 2", "DumpIR");
  await add("Add an instrument to stage 2", "WellFormed");
  await runAgain(app);
  await commands.expectDownload();
  await button(/dumped files/).click();
  expect((await commands.download()).name).toBe("passcope-ir.zip");
  await fill(
    page.css('[data-use] textarea, [data-use] input[type="text"]').first(),
    "NoSuchPass, FoldConstant",
  );
  void app.runs.press();
  await expect.poll(() => app.store.state.run.kind).toMatch(/failed|measuring|done/);
});

test("passes are known by both of their names, and one that does not come up is told", async () => {
  const app = await open();
  await add("Add a pass to stage 2", "Inline");
  await button("Context").nth(1).click();
  const to = "Add to the disabled passes of stage 2";
  await box(to).fill("Inline");
  await expect.element(offered(to).first()).toContainText("InlineGlobals");
  await expect.element(offered(to).first()).toContainText("Also called Inline");
  await keys("{Enter}");
  await add(to, "FuseOps");
  await runAgain(app);
  await expectRows(["    InlineGlobals (disabled)"]);
  const notes = page.css(".unmet-notes");
  await expect
    .element(notes)
    .toContainText("Disabled, but no pass of this stage is called FuseOps.");
  await expectCount(notes.getByRole("listitem"), 1);
  await notes.getByRole("button", { name: "Remove FuseOps" }).click();
  await expectCount(notes, 0);
  // A name that no pass can have is reported before a run.
  app.pipeline.set(
    app.store.state.pipeline.map((stage, i) =>
      i === 2 && stage.kind === "passes" ? { ...stage, disabled: ["fuse_ops"] } : stage,
    ),
  );
  await expect.element(notes).toContainText("Disabled, but no pass is called fuse_ops.");
  await notes.getByRole("button", { name: "Use FuseOps" }).click();
  await expectCount(notes, 0);
});

test("fits 380 px", async () => {
  await page.viewport(380, 800);
  await open();
  await button("Context").first().click();
  await add("Add an instrument to stage 1", "PassTimingInstrument");
  await expect.element(page.css("[data-use]")).toContainText("PassTimingInstrument");
  await expectFits();
});
