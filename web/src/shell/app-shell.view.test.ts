// The page's shell: help, windows of all widths, files that are opened and saved, undoing.
import { afterEach, expect, test, vi } from "vitest";
import { commands, page, userEvent, type Locator } from "vitest/browser";
import type { Spawn } from "../core/protocol/client";
import { createApp } from "../features/app";
import { finished } from "../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../test/views/harness/axe";
import { expectCount, expectTexts, focus } from "../../test/views/harness/matchers";
import { mount } from "../../test/views/harness/mount";
import { optLevel, step, add } from "../../test/views/harness/pipeline";
import { openPage, runFails, tab } from "../../test/views/harness/shell";
import { row } from "../../test/views/harness/tree";

const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const passes = page.getByRole("list", { name: "Passes of stage 1" }).css(".step-name");
const run = page.css('[data-run="done"]');

async function openFile(name: string, text: string): Promise<void> {
  const file = new File([text], name, { type: "application/json" });
  await userEvent.upload(page.getByLabelText("A file to open"), file);
}

afterEach(() => void vi.useRealTimers());

test("help opens and closes, and gives the focus back", async () => {
  await openPage();
  const help = button("What is a pass?");
  await help.click();
  await expect.element(page.getByRole("dialog")).toContainText("opt_level");
  await expectAccessible(page.getByRole("dialog"));
  await userEvent.keyboard("{Escape}");
  await expectCount(page.getByRole("dialog"), 0);
  await expect.element(help).toHaveFocus();
});

test("fits windows from 320 to 3840 pixels wide", async () => {
  await openPage();
  for (const [width, sideBySide] of [
    [3840, true],
    [1920, true],
    [1024, false],
    [768, true],
    [380, false],
    [320, false],
  ] as const) {
    await page.viewport(width, 900);
    await row("ConvertLayout").click();
    await expect.element(page.css("pc-merge .cm-line").first()).toBeVisible();
    await expectFits();
    // In a narrow window, the code has one column.
    await expectCount(page.css(".cm-mergeView"), sideBySide ? 1 : 0);
    await tab("Operators").click();
    await expect.element(page.css("pc-ops table")).toBeVisible();
    await expectFits();
    await tab("Before / after").click();
  }
});

test("a workspace is saved as a reproducer and opened again", async () => {
  const app = await openPage();
  await add("Add a pass to stage 1", "SimplifyInference");
  await commands.expectDownload();
  await button("Save reproducer").click();
  const { name, text } = await commands.download();
  expect(name).toBe("passcope.json");
  expect(JSON.parse(text)).toMatchObject({ reproducer: 1, program: { model: "resnet" } });
  await button("Reset").click();
  await expectCount(step("SimplifyInference"), 0);
  // A file that is not a workspace gets a message, and nothing is lost.
  await openFile("other.json", '{"hello": 1}');
  const alert = page.getByRole("alert");
  await expect.element(alert).toContainText("other.json could not be opened");
  await expect.element(alert).toContainText('"reproducer": 1');
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expectCount(alert, 0);
  await expect.element(step("ConvertLayout")).toBeVisible();

  await openFile("passcope.json", text);
  await expect.element(step("SimplifyInference")).toBeVisible();
  await finished(app);
});

test("a file that was opened gives way to the work before it", async () => {
  const app = await openPage();
  await button("Remove FoldScaleAxis").click();
  await openFile(
    "other.json",
    JSON.stringify({
      reproducer: 1,
      program: { model: "resnet", options: { num_layers: 34 } },
      stages: [{ kind: "passes", passes: [{ name: "InferType" }] }],
    }),
  );
  await expect.element(page.getByLabelText("Depth")).toHaveValue("34");
  await finished(app);
  await page.css("pc-offer").getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByLabelText("Depth")).toHaveValue("18");
  await expectTexts(passes, ["InferType"]);
  app.layout.showDetail("program");
  await expect
    .element(page.css("pc-program").getByRole("textbox").first())
    .toHaveAttribute("aria-label", expect.stringContaining("ResNet-18"));
});

test("the reproducer of a crash can be saved where the crash is told", async () => {
  const crashing: Spawn = (receive, crash) => ({
    post: () => {
      receive({ id: 0, kind: "done", value: undefined });
      crash("memory access out of bounds");
    },
    terminate: () => undefined,
  });
  const app = createApp(crashing, { javascript: crashing, python: crashing });
  const { source } = app.store.state;
  if (source.kind !== "model") throw new Error("the page opens with a model");
  app.program.setSource({ ...source, options: { ...source.options, batch_size: 7 } });
  await runFails(app);
  mount(app, "pc-messages");
  await commands.expectDownload();
  await page.getByRole("alert").getByRole("button", { name: "Save reproducer" }).click();
  expect(JSON.parse((await commands.download()).text)).toMatchObject({
    program: { options: { batch_size: 7 } },
    failure: { message: "memory access out of bounds" },
  });
});

test("every change of the pipeline is undone and done again by keys", async () => {
  await openPage();
  const undo = button("Undo (Ctrl+Z)");
  await add("Add a pass to stage 1", "SimplifyInference");
  await button("Move SimplifyInference up").click();
  await step("InferType").getByRole("checkbox").click();
  await optLevel(2).selectOptions("1");
  await button("Remove ConvertLayout").click();
  await expectCount(step("ConvertLayout"), 0);
  const back = (): Promise<void> => userEvent.keyboard("{Control>}z{/Control}");
  await back();
  await expect.element(step("ConvertLayout")).toBeVisible();
  await back();
  await expect.element(optLevel(2)).toHaveValue("3");
  await back();
  await expect.element(step("InferType").getByRole("checkbox")).toBeChecked();
  await back();
  await expectTexts(passes, ["InferType", "FoldScaleAxis", "SimplifyInference"]);
  await back();
  await expectTexts(passes, ["InferType", "FoldScaleAxis"]);
  // The pipeline is the one that ran, so the page does not report a change.
  await expect.element(run).toContainText("Done");
  await expect.element(undo).toHaveAttribute("aria-disabled", "true");
  await back();
  await expectTexts(passes, ["InferType", "FoldScaleAxis"]);
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}y{Shift>}Z{/Shift}y{/Control}");
  await expect.element(optLevel(2)).toHaveValue("1");
  await button("Redo (Ctrl+Shift+Z)").click();
  await expectCount(step("ConvertLayout"), 0);
});

test("what is removed is offered to be undone, and what was undone to be done again", async () => {
  await openPage();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const offer = page.css("pc-offer").getByRole("status");
  await button("Remove stage 2").click();
  await expect.element(offer).toContainText("Removed stage 2");
  await offer.getByRole("button", { name: "Undo" }).click();
  await expect.element(step("ConvertLayout")).toBeVisible();
  await expect.element(offer).toContainText("Undone: Removed stage 2");
  await offer.getByRole("button", { name: "Redo" }).click();
  await expectCount(step("ConvertLayout"), 0);
  await expect.element(offer).toContainText("Redone: Removed stage 2");
  await offer.getByRole("button", { name: "Undo" }).click();
  await expect.element(offer).toContainText("Undone");
  // The offer disappears after a time, but not while the user is at it.
  vi.advanceTimersByTime(20_000);
  await expect.element(offer).toContainText("Undone");
  await page.css("pc-app h1").hover();
  await focus(optLevel(1));
  vi.advanceTimersByTime(20_000);
  await expect.element(offer).toHaveText("");
  // The next edit replaces it.
  await button("Remove FoldScaleAxis").click();
  await expect.element(offer).toContainText("Removed FoldScaleAxis");
  await step("InferType").getByRole("checkbox").click();
  await expect.element(offer).toHaveText("");
});

test("in text the keys are for the text", async () => {
  const app = await openPage();
  app.layout.showDetail("program");
  const added = step("SimplifyInference");
  await add("Add a pass to stage 1", "SimplifyInference");
  const editor = page.css("pc-editor .cm-content");
  await page.css("pc-program").getByRole("textbox").first().click();
  await editor.click();
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard("// more");
  await expect.element(editor).toContainText("// more");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(editor).not.toContainText("// more");
  await expect.element(added).toBeVisible();
  const find = page.getByLabelText("Show passes by name");
  await focus(find);
  await userEvent.keyboard("Fold{Control>}z{/Control}");
  await expect.element(find).not.toHaveValue("Fold");
  await expect.element(added).toBeVisible();
  // Text typed into one field is one step.
  await button("Options of ConvertLayout as JSON").click();
  const options = page.getByLabelText("Options of ConvertLayout, as JSON");
  await options.click();
  await userEvent.keyboard("{End}  ");
  await expect.poll(() => (options.element() as HTMLTextAreaElement).value).toMatch(/ {2}$/);
  await focus(step("InferType").getByRole("checkbox"));
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => (options.element() as HTMLTextAreaElement).value).not.toMatch(/ {2}$/);
  await expect.element(added).toBeVisible();
});
