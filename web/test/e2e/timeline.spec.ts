// The timeline: filtered and searched, any snapshot against any, and going on from an edited one.
import { test } from "./kept-page";
import { expect } from "./page";

test("unchanged passes can be hidden, and passes found by name", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.getByRole("button", { name: "Hide unchanged" }).click();
  await playground.expectRows(["    ConvertLayout"], ["  FoldScaleAxis"]);
  await page.getByRole("button", { name: "Hide unchanged" }).click();
  await page.getByLabel("Show passes by name").fill("canon");
  await playground.expectOutline(["Stage 2 opt_level 3", "  sequential", "    CanonicalizeOps"]);
  await page.getByLabel("Show passes by name").fill("xyz");
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(async () => (await playground.outline()).length).toBeGreaterThan(10);
});

test("two snapshots are pinned by keyboard and compared, and the first program with the last", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.row("CanonicalizeOps").click();
  await playground.row("CanonicalizeOps").focus();
  await page.keyboard.press("a");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("b");
  await expect(page.getByLabel("Compare from")).toHaveValue(/\d+/);
  await expect(page.locator(".cm-merge-a .cm-content")).toHaveAttribute(
    "aria-label",
    /after CanonicalizeOps/,
  );
  await expect(page.locator(".cm-merge-b .cm-content")).toHaveAttribute(
    "aria-label",
    /after ConvertLayout/,
  );
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(page.locator(".cm-merge-a .cm-content")).toHaveAttribute(
    "aria-label",
    /after ConvertLayout/,
  );
  await page.getByRole("button", { name: "Inline" }).click();
  await expect(page.locator(".cm-merge-a")).toHaveCount(0);
  await page.getByRole("button", { name: "Unpin" }).click();
  await expect(page.locator("[data-diff-of]")).toBeVisible();
  await page.getByRole("button", { name: "Inline" }).click();
  await playground.row("ConvertLayout").click();
  await page.getByRole("button", { name: "Compare…" }).click();
  await page.getByLabel("Compare from").selectOption({ label: "the program" });
  await expect(page.locator("pc-pass-diff .lines")).toContainText(/−\d+\s+\+\d+\s+lines/);
  await expect(page.locator(".cm-merge-a .cm-content")).toContainText("%bn_data_gamma");
});

test("a snapshot is edited, and the rest of the pipeline goes on from it", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.row("CanonicalizeOps").click();
  await page.getByRole("button", { name: "Edit and go on" }).click();
  const editor = page.locator("pc-snapshot-editor .cm-content");
  await expect(editor).toContainText("def @main");
  const go = page.getByRole("button", { name: "Run from here" });
  await expect(go).toBeDisabled();
  // The last softmax goes: an edit of the text that keeps its constants.
  await editor.press("ControlOrMeta+End");
  await page.keyboard.type("/* edited */");
  await go.click();
  await playground.finished();
  await expect
    .poll(async () => {
      const outline = await playground.outline();
      return outline.slice(Math.max(1, outline.indexOf("edited program")));
    })
    .toEqual(expect.arrayContaining(["edited program", "    FoldConstant"]));
  await expect(page.locator("pc-pipeline")).toContainText("Edited program");
  await playground.row("edit").click();
  await expect(page.locator("[data-diff-of=edit]")).toBeVisible();
});
