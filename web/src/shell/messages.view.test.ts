// Errors appear at their place, and in a summary that is always visible.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { App } from "../core/app/app";
import { firstRun, runAgain } from "../../test/views/harness/app";
import { expectFits } from "../../test/views/harness/axe";
import { expectCount } from "../../test/views/harness/matchers";
import { mount } from "../../test/views/harness/mount";
import { expectInSight } from "../../test/views/harness/sight";
import { checked, content, place } from "../../test/views/harness/typing";
import "./app-shell";

const TWO_MISTAKES = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 16), float32], %w: Tensor[(10, 16), float32]) {
  /* 变量 */ %0 = nn.densex(%x, %w, units=10);
  nn.softmax(%1)
}
`;

const MENDED = TWO_MISTAKES.replace("densex", "dense").replace("%1", "%0");

const summary = page.css("pc-messages").getByRole("alert");
const run = page.getByRole("button", { name: "Run", exact: true });
const failed = page.css('[data-run="failed"]');

const setText = (app: App, text: string): void =>
  app.program.setSource({ kind: "text", text, title: "mine" });

test("mistakes of a text leave the editor its place", async () => {
  const app = await firstRun();
  app.layout.showDetail("program");
  mount(app, "pc-app");
  const tall = (): number => page.css("pc-detail").element().getBoundingClientRect().height;
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
    [380, 800],
  ] as const) {
    await page.viewport(width, height);
    setText(app, TWO_MISTAKES);
    await checked("2 errors");
    await expectCount(summary, 0);
    const before = tall();
    await run.click();
    await expect.element(failed).toBeVisible();
    await expectInSight(summary);
    // The panel keeps its height, and the text keeps more than half of it.
    expect(tall()).toBe(before);
    const text = page.css("pc-editor .cm-scroller").element().getBoundingClientRect();
    expect(text.height).toBeGreaterThan(100);
    await expectFits();
  }
});

test("the summary of mistakes leads to their line, can be put away, and goes when the text changes", async () => {
  const app = await firstRun();
  setText(app, TWO_MISTAKES);
  app.layout.showDetail("program");
  mount(app, "pc-app");
  await checked("2 errors");
  await run.click();
  await expect.element(summary).toContainText("2 mistakes in the program");
  app.layout.showDetail("console");
  await summary.getByRole("button", { name: "line 3, column 17 of the program" }).click();
  await expect.element(content).toHaveFocus();
  // The column is the same in the link, in the message, in the list, and at the cursor.
  await expect.element(place).toHaveText("Line 3, column 17");
  await expect.element(summary).toContainText("--> mine:3:17");
  const list = page.getByRole("region", { name: "Problems" });
  await expect.element(list.css(".where").first()).toHaveText("3:17");
  await summary.getByRole("button", { name: "Dismiss the error" }).click();
  await expectCount(summary, 0);
  // A dismissed error is still an error.
  await expectCount(list.css("li"), 2);
  await expect.element(failed).toContainText("Failed");
  await run.click();
  await expect.element(summary).toBeVisible();
  await page.getByRole("button", { name: "Change to nn.dense" }).click();
  await expectCount(summary, 0);
  await expect.element(page.css("[data-run]")).toContainText("Changed since the last run");
  setText(app, MENDED);
  await runAgain(app);
  await expectCount(page.getByRole("alert"), 0);
});
