// The page as a whole: the first view, keys past the controls, the panels' sizes, the languages.
import { expect, test } from "vitest";
import { commands, page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../core/app/app";
import { finished, firstRun, ownApp, runAgain } from "../../test/views/harness/app";
import { expectFits } from "../../test/views/harness/axe";
import { expectCount, focus, focused, textOf } from "../../test/views/harness/matchers";
import { mount } from "../../test/views/harness/mount";
import { add, optLevel } from "../../test/views/harness/pipeline";
import { expectInSight, expectPartInSight } from "../../test/views/harness/sight";
import { chosenRow, row } from "../../test/views/harness/tree";
import "./app-shell";

const SIZES = [
  [1440, 900],
  [1280, 720],
] as const;

const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const tab = (name: string): Locator => page.getByRole("tab", { name });
const boxOf = (of: Locator): DOMRect => of.element().getBoundingClientRect();

async function open(): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-app");
  await expect.element(row("ConvertLayout")).toBeVisible();
  return app;
}

/** Elements whose text is cut off. */
const cut = (selector: string): string[] =>
  page
    .css(selector)
    .elements()
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map(textOf);

test.each(SIZES)(
  "the effect of the pipeline is seen without scrolling, at %i × %i",
  async (width, height) => {
    await page.viewport(width, height);
    await open();
    await expect.element(chosenRow).toHaveAttribute("data-name", "ConvertLayout");
    await expectInSight(chosenRow);
    await expect.element(tab("Before / after")).toHaveAttribute("aria-selected", "true");
    // The last change is visible, too, with its amount.
    const last = row("FoldConstant").last();
    await expect.element(last).toContainText("−22");
    await expectInSight(last);
    // The description of the measurement has no row of its own, even if the times are of another pipeline.
    const head = page.css("pc-timing .panel-head");
    await expect.element(head.css(".measured")).toContainText(/one run|median of/);
    expect(boxOf(head).height).toBeLessThan(50);
    await add("Add a pass to stage 2", "EliminateCommonSubexpr");
    await expect.element(head.css(".measured")).toContainText("before your changes: ");
    expect(boxOf(head).height).toBeLessThan(50);
  },
);

test("at 1280 × 720 names and badges are whole, and the changes have one row above them", async () => {
  await page.viewport(1280, 720);
  const app = await open();
  await expect.element(row("BackwardFoldScaleAxis")).toContainText("opt level 3 > 2");
  await add("Add a pass to stage 2", "EliminateCommonSubexpr");
  await optLevel(2).selectOptions("0");
  await runAgain(app);
  await expect.element(row("EliminateCommonSubexpr")).toContainText("opt level");
  expect(cut("pc-tree .label, pc-tree .status, pc-tree .name")).toEqual([]);
  expect(cut("pc-pipeline .fate, pc-pipeline .badge, pc-pipeline .step-name")).toEqual([]);
  await row("FoldConstant").last().click();
  const view = page.css("pc-merge, pc-pass-diff .empty").first();
  await expect.element(view).toBeVisible();
  // The tabs, and one row with the names of the shown programs.
  expect(boxOf(view).y - boxOf(page.css("pc-detail .panel-head")).y).toBeLessThan(90);
  await expectFits();
});

test("whoever turns to the program before the first results is left with it", async () => {
  const app = ownApp();
  mount(app, "pc-app");
  app.runs.start();
  app.layout.showDetail("program");
  await finished(app);
  await expect.element(tab("Program")).toHaveAttribute("aria-selected", "true");
  await expectCount(chosenRow, 1);
  // A run of another model shows its changes.
  await page.getByLabelText("Depth").selectOptions("34");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await finished(app);
  await expectCount(chosenRow, 1);
  await tab("Before / after").click();
  await expect.element(page.css("[data-diff-of]")).toContainText("ConvertLayout");
});

test("the lower panel is maximised by key and by button, and back", async () => {
  await page.viewport(1280, 720);
  await open();
  const height = (): number => boxOf(page.css("pc-detail")).height;
  const usual = height();
  await keys("{F9}");
  await expect.poll(height).toBeGreaterThan(600);
  await expect.element(page.css("pc-timing")).not.toBeVisible();
  await expect.element(page.getByRole("button", { name: "Run", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Back to both panels" }).click();
  await expect.poll(height).toBe(usual);
  await expect.element(page.css("pc-timing")).toBeVisible();
});

test("the border between the panels is moved by keys and by drag, and remembered", async () => {
  const app = await open();
  const border = page.getByRole("separator", { name: "Height of the upper panel" });
  const top = (): number => boxOf(border).y;
  /** Waits until the border is there, apart from rounding. */
  const expectTop = (place: number, within = 3): Promise<void> =>
    expect.poll(() => Math.abs(top() - place)).toBeLessThan(within);
  const usual = top();
  await focus(border);
  await keys("{ArrowUp}{ArrowUp}");
  await expect.poll(top).toBeLessThan(usual - 40);
  const higher = top();
  await commands.mouse(
    { kind: "move", x: 700, y: higher + 8 },
    { kind: "down" },
    ...[25, 50, 75, 100].map((by) => ({ kind: "move", x: 700, y: higher + 8 + by }) as const),
    { kind: "up" },
  );
  await expectTop(higher + 100, 10);
  const moved = top();
  mount(app, "pc-app");
  await expect.element(border).toBeVisible();
  await expectTop(moved);
  await border.dblClick();
  await expectTop(usual);
});

test("links lead past the controls", async () => {
  const app = await open();
  const attribute = (name: string): string | null | undefined => focused()?.getAttribute(name);
  await keys("{Tab}");
  const skip = page.getByRole("link", { name: "Skip to the results" });
  await expect.element(skip).toHaveFocus();
  await expectInSight(skip);
  await keys("{Enter}{Tab}");
  await expect.poll(() => attribute("role")).toBe("tab");
  expect(attribute("id")).toBe("tab-tree");
  mount(app, "pc-app");
  await expect.element(row("ConvertLayout")).toBeVisible();
  await keys("{Tab}{Tab}{Enter}{Tab}");
  await expect.poll(() => attribute("role")).toBe("separator");
  expect(location.hash).not.toContain("changes");
});

test("the languages' buttons are called what is written on them", async () => {
  const app = await firstRun();
  mount(app, "pc-app");
  const buttons = page.css("pc-language button");
  await expectCount(buttons, 2);
  // WCAG 2.5.3: the name contains the visible words.
  for (const button of buttons.elements()) {
    expect(button.getAttribute("aria-label")?.split(" ")).toContain(textOf(button));
  }
  // WCAG 2.5.8: the buttons do not overlap.
  expect(boxOf(buttons.first()).right).toBeLessThanOrEqual(boxOf(buttons.last()).x);
  await expectPartInSight(buttons.first());
});
