// The timeline: filter and search, comparing any two snapshots, and continuing from an edited one.
import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../../core/app/app";
import "../pipeline/pipeline-editor";
import "../../shell/detail-panel";
import "./timing-panel";
import { finished, firstRun } from "../../../test/views/harness/app";
import { expectCount, focus } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { chosenRow, expectRows, outline, row } from "../../../test/views/harness/tree";

const button = (name: string): Locator => page.getByRole("button", { name });
const [a, b] = [page.css(".cm-merge-a .cm-content"), page.css(".cm-merge-b .cm-content")];

async function open(...tags: string[]): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-timing", ...tags);
  await expect.element(chosenRow).toBeVisible();
  return app;
}

test("unchanged passes can be hidden, and passes found by name", async () => {
  await open();
  await button("Hide unchanged").click();
  await expectRows(["    ConvertLayout"], ["  FoldScaleAxis"]);
  await button("Hide unchanged").click();
  const search = page.getByLabelText("Show passes by name");
  await search.fill("canon");
  await expect
    .poll(outline)
    .toEqual(["Stage 2 opt_level 3", "  sequential", "    CanonicalizeOps"]);
  await search.fill("xyz");
  await button("Show all").click();
  await expect.poll(() => outline().length).toBeGreaterThan(10);
});

test("two snapshots are pinned by keyboard and compared, and the first program with the last", async () => {
  await open("pc-detail");
  await row("CanonicalizeOps").click();
  await focus(row("CanonicalizeOps"));
  await userEvent.keyboard("a{ArrowDown}b");
  const label = (of: string): RegExp => expect.stringMatching(new RegExp(`after ${of}`)) as RegExp;
  const from = page.getByLabelText("Compare from");
  await expect.poll(() => (from.element() as HTMLSelectElement).value).toMatch(/\d+/);
  await expect.element(a).toHaveAttribute("aria-label", label("CanonicalizeOps"));
  await expect.element(b).toHaveAttribute("aria-label", label("ConvertLayout"));
  await button("Swap").click();
  await expect.element(a).toHaveAttribute("aria-label", label("ConvertLayout"));
  await button("Inline").click();
  await expectCount(a, 0);
  await button("Unpin").click();
  await expect.element(page.css("[data-diff-of]")).toBeVisible();
  await button("Inline").click();
  await row("ConvertLayout").click();
  await button("Compare…").click();
  await from.selectOptions("the program");
  await expect.element(page.css("pc-pass-diff .lines")).toContainText(/−\d+\s+\+\d+\s+lines/);
  await expect.element(a).toContainText("%bn_data_gamma");
});

test("a snapshot is edited, and the rest of the pipeline goes on from it", async () => {
  const app = await open("pc-detail", "pc-pipeline");
  await row("CanonicalizeOps").click();
  await button("Edit and continue").click();
  const editor = page.css("pc-snapshot-editor .cm-content");
  await expect.element(editor).toContainText("def @main");
  const go = button("Run from here");
  await expect.element(go).toBeDisabled();
  // The edit keeps the constants of the text.
  await focus(editor);
  await userEvent.keyboard("{Control>}{End}{/Control}");
  await userEvent.keyboard("/* edited */");
  await go.click();
  await finished(app);
  await expect
    .poll(() => outline().slice(Math.max(1, outline().indexOf("edited program"))))
    .toEqual(expect.arrayContaining(["edited program", "    FoldConstant"]));
  await expect.element(page.css("pc-pipeline")).toContainText("Edited program");
  await row("edit").click();
  await expect.element(page.css("[data-diff-of=edit]")).toBeVisible();
});
