// The changes of a pass: the programs before and after it.
import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../../core/app/app";
import { setLanguage } from "../../i18n/language";
import { firstRun } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { expectPartInSight } from "../../../test/views/harness/sight";
import { row } from "../../../test/views/harness/tree";
import "../../embed/results";
import "../../shell/detail-panel";
import "../timing/timing-panel";

const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const diff = page.css("pc-pass-diff");
const merge = page.css("pc-merge");
const before = page.css(".cm-merge-a");
const after = page.css(".cm-merge-b");
const of = page.css("[data-diff-of]");

/** The line that begins with this text. */
const line = (within: Locator, begins: string): Locator =>
  within
    .css(".cm-line")
    .filter({ hasText: new RegExp(`^\\s*${begins.replace(/[.()]/g, "\\$&")}`) });

async function open(): Promise<App> {
  const app = await firstRun();
  app.layout.showDetail("diff");
  mount(app, "pc-timing", "pc-detail");
  await row("ConvertLayout").click();
  await expect.element(of).toContainText("+23 layout_transform");
  return app;
}

test("shows a pass's program before and after", async () => {
  await open();
  const added = after.css(".cm-changedLine").filter({ hasText: "layout_transform(" });
  await expect.element(added.first()).toBeVisible();
  await expect.element(before).not.toContainText("layout_transform(");
  // Side by side, with a button for each stretch of unchanged lines.
  await row("FoldConstant").last().click();
  await expect.element(of).toContainText("FoldConstant");
  await expect.element(diff.css(".lines")).toContainText("only renumbered");
  await expectCount(page.css(".cm-mergeViewEditor"), 2);
  const [left, right] = [before.css(".cm-fold-unchanged"), after.css(".cm-fold-unchanged")];
  await expect.element(left.first()).toBeVisible();
  // Both sides are folded in the same places.
  const more = (): number => right.elements().length - left.elements().length;
  await expect.poll(more).toBe(0);
  const count = left.elements().length;
  await left.first().click();
  await expectCount(left, count - 1);
  await expectCount(right, count - 1);
  // Binding has replaced the parameters with constants.
  await row("bind_params_by_name").click();
  await expect.element(before).toContainText("%bn_data_gamma: 3");
  await expect.element(after).not.toContainText("%bn_data_gamma");
  // The view says that a pass changed nothing.
  await row("FoldScaleAxis").click();
  await expect.element(diff).toContainText("No change in this pass");
});

test("opens at the first change, which is a preview first", async () => {
  await page.viewport(1280, 720);
  await open();
  await expectPartInSight(merge.css(".cm-changedLine").first());
  // The order in which the two views appear in the panel.
  const seen: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const { localName } of addedNodes as NodeListOf<Element>) {
        if (/^pc-(?:diff-preview|merge)$/.test(localName ?? "")) seen.push(localName);
      }
    }
  });
  observer.observe(diff.element().shadowRoot!, { childList: true, subtree: true });
  await row("FoldConstant").last().click();
  await expect.poll(() => seen).toEqual(["pc-diff-preview", "pc-merge"]);
  observer.disconnect();
  await expectPartInSight(merge.css(".cm-changedLine").first());
  // The same for a change far down.
  await row("CanonicalizeOps").click();
  await expect.element(of).toContainText("CanonicalizeOps");
  await expectPartInSight(after.css(".cm-changedLine").first());
});

/** The place of each line in sight, by its side and text. */
function placesOf(view: Element): Map<string, string> {
  const root = view.shadowRoot!;
  const preview = view.localName === "pc-diff-preview";
  const edge = view.getBoundingClientRect();
  const places = new Map<string, string>();
  for (const side of ["a", "b"] as const) {
    const named = side === "a" ? "before" : "after";
    const lines = preview ? `.${named}[data-number]` : `.cm-merge-${side} .cm-line`;
    for (const each of root.querySelectorAll(lines)) {
      const { top, bottom, height } = each.getBoundingClientRect();
      if (bottom <= edge.top + 1 || top >= edge.bottom - 1) continue;
      const text = document.createRange();
      text.selectNodeContents(each);
      const { left } = text.getBoundingClientRect();
      const words = each.textContent?.trim() ?? "";
      const at = [top, left, height].map(Math.round).join(" ");
      if (words !== "") places.set(`${side} ${words}`, at);
    }
  }
  return places;
}

test.each([1440, 1280, 1100])(
  "stays where it is when the editors replace the preview, at %i px",
  async (width) => {
    await page.viewport(width, 900);
    await open();
    await expect.element(merge.css(".cm-line").first()).toBeVisible();
    for (const pass of ["FoldConstant", "CanonicalizeOps", "ConvertLayout"]) {
      let last = new Map<string, string>();
      let made: Element | undefined;
      const observer = new MutationObserver(() => {
        made = diff.element().shadowRoot!.querySelector("pc-merge") ?? undefined;
      });
      const old = diff.element().shadowRoot!.querySelector("pc-merge");
      const watch = (): void => {
        const preview = diff.element().shadowRoot!.querySelector("pc-diff-preview");
        if (preview) last = placesOf(preview);
        if (!made || made === old) requestAnimationFrame(watch);
      };
      observer.observe(diff.element().shadowRoot!, { childList: true, subtree: true });
      watch();
      await row(pass).last().click();
      await expect.element(of).toContainText(pass);
      await expect.poll(() => made !== undefined && made !== old && last.size > 0).toBe(true);
      observer.disconnect();
      await expect.poll(() => placesOf(merge.element()).size).toBeGreaterThan(0);
      expect([...placesOf(merge.element())].sort()).toEqual([...last].sort());
    }
  },
);

test("puts an operator beside what it became, and a gap beside what was inserted", async () => {
  await open();
  await expect.element(merge.css(".cm-changedLine").first()).toBeVisible();
  /** The operators of the lines in sight, by their places. */
  const operators = (side: Locator): Map<number, string> => {
    const edge = merge.element().getBoundingClientRect();
    const found = new Map<number, string>();
    for (const each of side.css(".cm-line").elements()) {
      const { top } = each.getBoundingClientRect();
      const name = /= ([\w.]+)\(/.exec(each.textContent ?? "")?.[1];
      if (name !== undefined && top > edge.top && top < edge.bottom) found.set(top, name);
    }
    return found;
  };
  /** The operator at a place, which the browser may round to a part of a pixel. */
  const beside = (lines: Map<number, string>, place: number): string | undefined =>
    [...lines].find(([top]) => Math.abs(top - place) < 1)?.[1];
  // Also far down, where heights are estimates until the lines are drawn.
  for (const share of [0, 0.3, 0.6]) {
    const pane = merge.css(".cm-mergeView").element();
    pane.scrollTop = pane.scrollHeight * share;
    await expect.poll(() => operators(before).size).toBeGreaterThan(1);
    const apart = (): unknown => {
      const others = operators(after);
      return [...operators(before)].filter(([top, name]) => beside(others, top) !== name);
    };
    await expect.poll(apart).toEqual([]);
    const inserted = [...operators(after)].filter(([, name]) => name === "layout_transform");
    const lines = operators(before);
    expect(inserted.filter(([top]) => beside(lines, top) !== undefined)).toEqual([]);
  }
});

/** By how much numbers of lines are away from their lines, at most, and how many were compared. */
function numbersOff(): { off: number; compared: number } {
  let [off, compared] = [0, 0];
  for (const editor of page.css("pc-merge .cm-editor").elements()) {
    const tops = (selector: string): number[] =>
      [...editor.querySelectorAll(selector)]
        .map((each) => each.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top }) => top);
    const numbers = tops(".cm-lineNumbers .cm-gutterElement");
    for (const [i, top] of tops(".cm-line").entries()) {
      const nearest = numbers.reduce((least, at) => Math.min(least, Math.abs(at - top)), Infinity);
      off = Math.max(off, nearest, i < numbers.length ? 0 : Infinity);
      compared += 1;
    }
  }
  return { off, compared };
}

test.each([900, 1000, 1150, 1300, 1400])(
  "has each number beside its line, also after another tab and in the embedded element, at %i px",
  async (width) => {
    const app = await firstRun();
    for (const view of ["pc-detail", "pc-demo-results"]) {
      await page.viewport(width, 700);
      app.layout.showDetail("ops");
      const shown = mount(app, "pc-timing", view).element();
      if (view === "pc-demo-results") Object.assign(shown, { panels: ["ir-diff", "op-diff"] });
      await page.getByRole("tab", { name: "Before / after" }).click();
      await row("bind_params_by_name").click();
      await expect.element(of).toContainText("bind parameters");
      await expect.poll(() => numbersOff().compared).toBeGreaterThan(10);
      await expect.poll(() => numbersOff().off).toBeLessThan(1);
    }
  },
);

test("is read with short types in both layouts, and marks what changed of a type", async () => {
  await open();
  const short = line(after, "%7 = nn.relu").css(".cm-brief-end");
  await expect.element(short).toHaveText("1×112×112×64");
  expect(short.element().className).toContain("cm-changedText");
  await expect
    .element(line(before, "%5 = nn.relu").css(".cm-brief-end"))
    .toHaveText("1×64×112×112");
  // A line is not marked if only its number changed.
  await expectCount(after.css(".cm-line.cm-changedLine").filter({ hasText: "%6 = %5.0" }), 1);
  await expect.element(merge).not.toContainText("Tensor[");
  // Copying gives the full text.
  await line(after, "%7 = nn.relu").click();
  await keys("{Control>}ac{/Control}");
  await expect
    .poll(() => navigator.clipboard.readText())
    .toContain("nn.relu(%6) /* ty=Tensor[(1, 112, 112, 64), float32] */;");
  // The same for deleted lines in one column.
  await page.getByRole("button", { name: "Inline" }).click();
  const gone = page.css(".cm-deletedLine").filter({ hasText: "%5 = nn.relu" });
  await expect.element(gone.css(".cm-brief-end")).toHaveText("1×64×112×112");
  await expect.element(merge).not.toContainText("Tensor[");
  await diff.getByLabelText("Reading").selectOptions("full");
  await expect.element(gone).toContainText("/* ty=Tensor[(1, 64, 112, 112), float32] */");
  await diff.getByLabelText("Reading").selectOptions("short");
  await expectAccessible(diff);
  await setLanguage("zh");
  await expect.element(diff.getByLabelText("阅读方式")).toHaveValue("short");
  await expectFits();
});
