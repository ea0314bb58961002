// Composing a pipeline: search, forms, nesting, contexts with their instruments, and what became of it.
import { expectFits } from "./base";
import { test } from "./kept-page";
import { expect, type Shell } from "./page";

test("a pass is found by its capitals, its name or its description, by keyboard alone", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const box = page.getByRole("combobox", { name: "Add a pass to stage 1" });
  const list = page.getByRole("listbox", { name: "Add a pass to stage 1" });
  await box.focus();
  await page.keyboard.type("eci");
  await expect(list.getByRole("option").first()).not.toContainText("EliminateCommonSubexpr");
  await box.fill("ecs");
  await expect(list.getByRole("option").first()).toContainText("EliminateCommonSubexpr");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await box.fill("fold");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(playground.step("FoldConstant").first()).toBeVisible();
  await box.fill("no such pass at all");
  await expect(list).toContainText("Nothing is called that.");
});

test("options are a form with their types, defaults and documentation", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "FuseOps");
  await page.getByRole("button", { name: "Options of FuseOps", exact: true }).click();
  const level = page.getByLabel("fuse_opt_level of FuseOps");
  await expect(level).toBeFocused();
  await level.fill("two");
  await level.press("Tab");
  await expect(playground.step("FuseOps")).toContainText("This is an integer.");
  await level.fill("0");
  await level.press("Tab");
  await expect(await playground.optionsAsText("FuseOps")).toHaveValue('{"fuse_opt_level":0}');
  await playground.runAgain();
  await playground.expectRows(["  FuseOps"]);
});

test("each pass says after the run what became of it, and why it did not run", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await expect(playground.step("ConvertLayout")).toContainText("changed");
  await expect(playground.step("InferType")).toContainText("no change");
  await playground.optLevel(2).selectOption("2");
  await playground.runAgain();
  await expect(playground.step("ConvertLayout")).toContainText("opt level 3 > 2");
  await expect(playground.row("ConvertLayout")).toContainText("opt level 3 > 2");
  // The words lead to the row.
  await playground.step("FoldConstant").first().getByRole("button", { name: "changed" }).click();
  await expect(playground.row("FoldConstant").nth(1)).toHaveAttribute("aria-selected", "true");
  await playground.row("ConvertLayout").click();
  await expect(page.locator("pc-pass-diff")).toContainText("did not run: opt level 3 > 2");
});

test("Sequentials nest; a pass is moved into one and out of it by keyboard", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 1", "Sequential");
  const name = page.getByLabel("Name of the Sequential");
  await name.fill("inner");
  await name.press("Tab");
  await playground.add("Add a pass to inner", "SimplifyInference");
  await playground.step("FoldScaleAxis").getByRole("checkbox").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.locator("pc-pipeline [role=status]")).toContainText("1 of 2 in inner");
  await expect(playground.step("FoldScaleAxis").last().getByRole("checkbox").first()).toBeFocused();
  await playground.runAgain();
  await playground.expectRows(["  inner", "    SimplifyInference"]);
});

test("a context has required and disabled passes and config", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Context" }).nth(1).click();
  await playground.add("Add to the disabled passes of stage 2", "ConvertLayout");
  await playground.runAgain();
  await expect(playground.step("ConvertLayout")).toContainText("disabled");
  await page.getByRole("button", { name: "ConvertLayout is no longer disabled" }).click();
  await playground.optLevel(2).selectOption("0");
  await playground.add("Add to the required passes of stage 2", "ConvertLayout");
  await playground.add("Add a config key to stage 2", "relay.FuseOps.max_depth");
  await playground.runAgain();
  await playground.expectRows(["    ConvertLayout"]);
  await page.getByLabel("relay.FuseOps.max_depth of the context").fill("many");
  await page.getByLabel("relay.FuseOps.max_depth of the context").press("Tab");
  await expect(page.locator("pc-context")).toContainText("This is an integer.");
});

test("a pass that prints does so in the page's console, once", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 2", "PrintIR");
  await playground.run.click();
  await playground.measured();
  await playground.tab("Console").click();
  await expect(page.locator("pc-console .entry")).toHaveCount(1);
  await expect(page.locator("pc-console .entry")).toContainText("PrintIR():");
});

test("instruments print to the console, keep files, and say what is wrong with them", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Context" }).nth(1).click();
  await playground.add("Add an instrument to stage 2", "DumpIR");
  await playground.add("Add an instrument to stage 2", "WellFormed");
  await playground.runAgain();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /dumped files/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("passcope-ir.zip");
  const box = page.locator('[data-use] textarea, [data-use] input[type="text"]').first();
  await box.fill("NoSuchPass, FoldConstant");
  await box.press("Tab");
  await playground.run.click();
  await expect(
    page.locator('[data-run="failed"] , [data-run="measuring"], [data-run="done"]'),
  ).toBeVisible();
});

test("the editor works at 380 px", async ({ playground, page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await playground.openAndRun();
  await page.getByRole("button", { name: "Context" }).first().click();
  await playground.add("Add an instrument to stage 1", "PassTimingInstrument");
  await expect(page.locator("[data-use]")).toContainText("PassTimingInstrument");
  await expectFits(page);
});

test("passes are known by both of their names, and a name that does not come up is told", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.add("Add a pass to stage 2", "Inline");
  await page.getByRole("button", { name: "Context" }).nth(1).click();
  const box = page.getByRole("combobox", { name: "Add to the disabled passes of stage 2" });
  await box.fill("Inline");
  const list = page.getByRole("listbox", { name: "Add to the disabled passes of stage 2" });
  await expect(list.getByRole("option").first()).toContainText("InlineGlobals");
  await expect(list.getByRole("option").first()).toContainText("Also called Inline");
  await box.press("Enter");
  await playground.add("Add to the disabled passes of stage 2", "FuseOps");
  await playground.runAgain();
  await playground.expectRows(["    InlineGlobals (disabled)"]);
  const notes = page.locator(".unmet-notes");
  await expect(notes).toContainText(
    "Disabled, but no pass that came up in this stage is called FuseOps.",
  );
  await expect(notes.getByRole("listitem")).toHaveCount(1);
  await notes.getByRole("button", { name: "Remove FuseOps" }).click();
  await expect(notes).toHaveCount(0);
  await test.step("one that no pass can have is told before anything runs", async () => {
    await page.locator("pc-app").evaluate((shell) => {
      const { app } = shell as unknown as Shell;
      app.pipeline.set(
        app.store.state.pipeline.map((stage, i) =>
          i === 2 && stage.kind === "passes" ? { ...stage, disabled: ["fuse_ops"] } : stage,
        ),
      );
    });
    await expect(notes).toContainText("Disabled, but no pass is called fuse_ops.");
    await notes.getByRole("button", { name: "Use FuseOps" }).click();
    await expect(notes).toHaveCount(0);
  });
});
