// Remarks: the list, the marks in the margins, and the ways to them, by pointer and by keyboard.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setLanguage } from "../../i18n/language";
import { firstRun, runAgain } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount, focus, focused, textOf } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { step } from "../../../test/views/harness/pipeline";
import { openPage, setSmall, tab } from "../../../test/views/harness/shell";
import { row } from "../../../test/views/harness/tree";

const list = page.css("pc-remarks");
const items = list.getByRole("treeitem");
const tip = page.css("pc-diff .cm-remark-text");
const shown = page.css("pc-diff [data-diff-of]");

/** A network on which FuseOps makes remarks. */
const TEXT = `def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(3, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = nn.conv2d(%1, %w, padding=[1, 1, 1, 1]);
  %3 = nn.relu(%2);
  nn.softmax(%3)
}`;

test("badges lead to the list, the list to the lines, and marks say what was said", async () => {
  const app = await openPage();
  // Two of these passes change something, and one does not.
  setSmall(app, TEXT, ["InferType", "CombineParallelConv2D", "FuseOps"], { optLevel: 4 });
  await runAgain(app);
  await app.remarks.ask();

  // A badge in the tree shows the missed remarks of its pass.
  await row("FuseOps")
    .getByRole("button", { name: /missed/ })
    .click();
  await expect.element(tab("Remarks")).toHaveAttribute("aria-selected", "true");
  await expect.element(items.first()).toContainText("nn.relu is not fused into nn.conv2d");
  await expect
    .element(list.getByRole("button", { name: /^missed/ }))
    .toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(() => (list.getByLabelText("Remarks of").element() as HTMLSelectElement).value)
    .toMatch(/\d/);
  await expectAccessible(list);

  // A press shows the line with its remarks.
  await items.first().click();
  await expect.element(tab("Before / after")).toHaveAttribute("aria-selected", "true");
  await expect.element(shown).toHaveAttribute("data-diff-of", "FuseOps");
  await expect.element(tip).toBeInViewport();
  await expect.element(tip).toContainText("missed");
  await expect.element(tip).toContainText("nn.relu is not fused into nn.conv2d");
  const missed = page.css("pc-merge .cm-merge-a .cm-remark-missed").first();
  await expect.element(missed).toBeVisible();
  await expect.element(page.css("pc-merge .cm-merge-b .cm-remark").first()).toBeVisible();

  // F8 moves on, Escape closes the tooltip, and the pointer opens it again.
  const before = textOf(tip.element());
  await userEvent.keyboard("{F8}");
  await expect.element(tip).not.toHaveText(before);
  await userEvent.keyboard("{Escape}");
  await expectCount(tip, 0);
  await page.css("pc-merge .cm-merge-a .cm-remark").first().hover();
  await expect.element(tip).toBeVisible();
  await expectAccessible(page.css("pc-diff"));

  // A pass that changed nothing shows the program that its remarks name.
  await focus(row("CombineParallelConv2d"));
  await userEvent.keyboard("m");
  await expectCount(items, 1);
  await focus(items.first());
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(list).toContainText("Fewer branches than min_num_branches");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(items.nth(1)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.css("pc-marked-program .cm-remark").first()).toBeVisible();
  await expect.element(tip).toContainText("min_num_branches");
  await expect.poll(() => focused()?.className).toContain("cm-content");
  await expectAccessible(page.css("pc-diff"));

  // The card of a node has its remarks. The node is on the last line of the function, counted from 0.
  await row("FuseOps").click();
  app.graph.show({ side: "before", line: 6 });
  await expect.element(page.css("pc-graph .card .remarks")).toContainText("nn.softmax");

  // The steps of the pipeline have badges too.
  await step("FuseOps")
    .getByRole("button", { name: /missed/ })
    .click();
  await expect.element(tab("Remarks")).toHaveAttribute("aria-selected", "true");
});

test("the list filters, is copied as YAML, and fits in Chinese and where it is narrow", async () => {
  const app = await firstRun();
  app.layout.showDetail("remarks");
  mount(app, "pc-detail");
  const kind = list.getByLabelText("Kind of remark");
  const search = list.getByRole("searchbox");
  await expect.element(items.first()).toBeVisible();
  await kind.selectOptions("NoLayoutRule");
  await expect.element(list).toContainText("cannot work in another layout");
  await expectCount(items, 1);
  await search.fill("nothing of the sort");
  await list.getByRole("button", { name: "Show all" }).click();
  await search.fill("layout");
  await expect.element(items.first()).toContainText(/layout/i);

  // A press on a type leaves only its remarks. A second press restores all.
  await search.fill("");
  const missed = list.getByRole("button", { name: /^missed/ });
  await missed.click();
  await expect.element(missed).toHaveAttribute("aria-pressed", "true");
  expect(app.store.state.remarkFilter.types).toEqual(["missed"]);
  await missed.click();
  await expect.element(missed).toHaveAttribute("aria-pressed", "false");
  await search.fill("layout");

  // Copies the listed remarks.
  await kind.selectOptions("NoLayoutRule");
  await list.getByRole("button", { name: "Copy as YAML" }).click();
  await expect.element(list.getByRole("status")).toHaveText("Copied");
  const yaml = await navigator.clipboard.readText();
  expect(yaml).toMatch(/^--- !Missed\nPass: +'ConvertLayout'\nName: +'NoLayoutRule'\n/);
  expect(yaml.match(/^---/gm)).toHaveLength(1);

  // A list that opens with the filter of a link shows the matching remarks.
  const { remarkFilter } = app.store.state;
  expect(remarkFilter).toMatchObject({ kind: "NoLayoutRule", text: "layout" });
  mount(app, "pc-detail");
  await expectCount(items, 1);
  await expect.element(kind).toHaveValue("NoLayoutRule");
  await expect.element(search).toHaveValue("layout");

  await setLanguage("zh");
  await page.viewport(400, 800);
  await expect.element(list).toContainText("没有布局规则");
  await expect.element(list).toContainText("该算子不能使用其他布局");
  await expectFits();
  await expectAccessible(list);
});

test("a pass of the user's says something, and a flood of it is cut", async () => {
  const app = await openPage();
  setSmall(app, TEXT, ["InferType", "*talks"]);
  app.code.set(`import { transform } from "passcope";
export const talks = transform.functionPass({ optLevel: 0, name: "talks" }, (fn, _mod, context) => {
  context.remark("missed", "TooSmall", "it is too small <b>to be</b> worth it", fn.body);
  for (let i = 0; i < 12000; i += 1) context.remark("analysis", "Again", "and again");
  return fn;
});
`);
  await runAgain(app);
  app.layout.showDetail("remarks");
  await expect.element(list.css(".cut")).toContainText("These are the first 10,000 remarks");
  await expect
    .element(items.filter({ hasText: "TooSmall" }))
    .toContainText("it is too small <b>to be</b> worth it");
  await expect.element(row("talks").getByRole("button", { name: "1 missed" })).toBeVisible();
  await items.filter({ hasText: "and again" }).first().click();
  await expect.element(shown).toHaveAttribute("data-diff-of", "talks");
});
