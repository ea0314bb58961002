// What passes say: the list, the marks in the margins, the ways to them, by pointer and by keyboard.
import type { Locator, Page } from "@playwright/test";
import { decodeFragment, isFragment } from "../../src/features/share/link";
import { expectAccessible, expectFits } from "./base";
import { CodePage } from "./code-page";
import { test } from "./kept-page";
import { expect, focused, type Playground, type Shell } from "./page";

const list = (page: Page): Locator => page.locator("pc-remarks");
const items = (page: Page): Locator => list(page).getByRole("treeitem");
const tip = (page: Page): Locator => page.locator("pc-diff .cm-remark-text");

/** A network with what FuseOps says something of, and passes that change something and nothing. */
async function runSmall(playground: Playground): Promise<void> {
  await playground.page.locator("pc-app").evaluate(async (shell) => {
    const { app } = shell as unknown as Shell;
    const text =
      '#[version = "0.0.5"]\n' +
      "def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(3, 3, 3, 3), float32]) {\n" +
      "  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);\n" +
      "  %1 = nn.relu(%0);\n" +
      "  %2 = nn.conv2d(%1, %w, padding=[1, 1, 1, 1]);\n" +
      "  %3 = nn.relu(%2);\n" +
      "  nn.softmax(%3)\n}";
    app.program.setSource({ kind: "text", text, title: "small" });
    const [stage] = app.store.state.pipeline;
    if (stage?.kind !== "passes") throw new Error("there is no stage");
    const pass = (name: string) =>
      ({ kind: "pass", id: name, name, enabled: true, options: "" }) as const;
    const passes = [pass("InferType"), pass("CombineParallelConv2D"), pass("FuseOps")];
    app.pipeline.set([{ ...stage, optLevel: 4, passes }]);
    await app.runs.press();
    await app.remarks.ask();
  });
  await playground.measured();
}

test("badges lead to the list, the list to the lines, and marks say what was said", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await runSmall(playground);
  await test.step("a badge in the tree leads to what its pass missed", async () => {
    await playground
      .row("FuseOps")
      .getByRole("button", { name: /missed/ })
      .click();
    await expect(playground.tab("Remarks")).toHaveAttribute("aria-selected", "true");
    await expect(items(page).first()).toContainText("nn.relu is not fused into nn.conv2d");
    await expect(list(page).getByRole("button", { name: /^missed/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(list(page).getByLabel("Remarks of")).toHaveValue(/\d/);
    await expectAccessible(page);
  });
  await test.step("a press shows the line, with what was said of it", async () => {
    await items(page).first().click();
    await expect(playground.tab("Before / after")).toHaveAttribute("aria-selected", "true");
    await expect(page.locator("pc-diff [data-diff-of]")).toHaveAttribute("data-diff-of", "FuseOps");
    await expect(tip(page)).toBeInViewport();
    await expect(tip(page)).toContainText("missed");
    await expect(tip(page)).toContainText("nn.relu is not fused into nn.conv2d");
    await expect(page.locator("pc-merge .cm-merge-a .cm-remark-missed").first()).toBeVisible();
    await expect(page.locator("pc-merge .cm-merge-b .cm-remark").first()).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("F8 goes on, Escape puts it away, pointing brings it back", async () => {
    const before = await tip(page).innerText();
    await page.keyboard.press("F8");
    await expect(tip(page)).not.toHaveText(before);
    await page.keyboard.press("Escape");
    await expect(tip(page)).toHaveCount(0);
    await page.locator("pc-merge .cm-merge-a .cm-remark").first().hover();
    await expect(tip(page)).toBeVisible();
  });
  await test.step("a pass that changed nothing shows the program that it speaks of", async () => {
    await playground.row("CombineParallelConv2d").focus();
    await page.keyboard.press("m");
    await expect(items(page)).toHaveCount(1);
    await items(page).first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(list(page)).toContainText("Fewer branches that fit each other");
    await page.keyboard.press("ArrowRight");
    await expect(items(page).nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.locator("pc-marked-program .cm-remark")).not.toHaveCount(0);
    await expect(tip(page)).toContainText("min_num_branches");
    await expect.poll(() => focused(page, "class")).toContain("cm-content");
    await expectAccessible(page);
  });
  await test.step("the card of a node has the remarks about it", async () => {
    await playground.row("FuseOps").click();
    await page.locator("pc-app").evaluate((shell) => {
      // The last line of the function, from 0.
      (shell as unknown as Shell).app.graph.show({ side: "before", line: 6 });
    });
    const graph = page.locator("pc-graph");
    await expect(graph.locator(".card .remarks")).toContainText("nn.softmax");
  });
  await test.step("the steps of the pipeline have badges, too", async () => {
    await playground
      .step("FuseOps")
      .getByRole("button", { name: /missed/ })
      .click();
    await expect(playground.tab("Remarks")).toHaveAttribute("aria-selected", "true");
  });
});

test("the list filters, is copied as YAML, goes into links, and fits in Chinese and where it is narrow", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.tab("Remarks").click();
  await expect(items(page).first()).toBeVisible();
  await test.step("by kind, with what it means, and by text", async () => {
    await list(page).getByLabel("Kind of remark").selectOption("NoLayoutRule");
    await expect(list(page)).toContainText("cannot work in another layout");
    await expect(items(page)).toHaveCount(1);
    await list(page).getByRole("searchbox").fill("nothing of the sort");
    await list(page).getByRole("button", { name: "Show all" }).click();
    await list(page).getByRole("searchbox").fill("layout");
    await expect(items(page).first()).toContainText(/layout/i);
  });
  await test.step("what is listed is copied", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await list(page).getByLabel("Kind of remark").selectOption("NoLayoutRule");
    await list(page).getByRole("button", { name: "Copy as YAML" }).click();
    await expect(list(page).getByRole("status")).toHaveText("Copied");
    const yaml = await page.evaluate(() => navigator.clipboard.readText());
    expect(yaml).toMatch(/^--- !Missed\nPass: +'ConvertLayout'\nName: +'NoLayoutRule'\n/);
    expect(yaml.match(/^---/gm)).toHaveLength(1);
  });
  await test.step("the filter is in the address", async () => {
    const inAddress = async (): Promise<unknown> => {
      const hash = await page.evaluate(() => location.hash);
      return isFragment(hash) ? (await decodeFragment(hash)).view.remarks : undefined;
    };
    await expect.poll(inAddress).toEqual({ kind: "NoLayoutRule", text: "layout" });
    await page.reload();
    await playground.finished();
    await expect(items(page)).toHaveCount(1);
    await expect(list(page).getByLabel("Kind of remark")).toHaveValue("NoLayoutRule");
    await expect(list(page).getByRole("searchbox")).toHaveValue("layout");
  });
  await test.step("in Chinese, on a narrow page", async () => {
    await page.getByRole("button", { name: "简体中文" }).click();
    await page.setViewportSize({ width: 400, height: 800 });
    await expect(list(page)).toContainText("没有用于其他布局的规则");
    await expect(list(page)).toContainText("不能使用其他布局的算子");
    await expectFits(page);
    await expectAccessible(page);
  });
});

test("a pass of the user's says something, and a flood of it is cut", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const code = new CodePage(playground);
  await code.write(
    `import { transform } from "passcope";
export const talks = transform.functionPass({ optLevel: 0, name: "talks" }, (fn, _mod, context) => {
  context.remark("missed", "TooSmall", "it is too small <b>to be</b> worth it", fn.body);
  for (let i = 0; i < 12000; i += 1) context.remark("analysis", "Again", "and again");
  return fn;
});
`,
  );
  await code.addPass("talks");
  await playground.runAgain();
  await playground.tab("Remarks").click();
  await expect(list(page).locator(".cut")).toContainText("These are the first 10,000 remarks");
  await expect(items(page).filter({ hasText: "TooSmall" })).toContainText(
    "it is too small <b>to be</b> worth it",
  );
  await expect(playground.row("talks").getByRole("button", { name: "1 missed" })).toBeVisible();
  await items(page).filter({ hasText: "and again" }).first().click();
  await expect(page.locator("pc-diff [data-diff-of]")).toHaveAttribute("data-diff-of", "talks");
});

test("the next change and the one before come into sight, by button and key, and the page stays where it is", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.row("ConvertLayout").click();
  await playground.tab("Before / after").click();
  const changed = page.locator("pc-merge .cm-merge-b .cm-content");
  /** How far the text is scrolled, as a share of all that it can be. */
  const place = (): Promise<number> =>
    page
      .locator("pc-merge .cm-mergeView")
      .evaluate((pane) => pane.scrollTop / (pane.scrollHeight - pane.clientHeight));
  const next = page.getByRole("button", { name: "Next change" });
  await expect(changed).toBeVisible();
  // There are two: one near the beginning, one near the end, with more than a screen between them.
  await next.click();
  await expect.poll(place).toBeLessThan(0.3);
  await next.click();
  await expect.poll(place).toBeGreaterThan(0.7);
  await page.getByRole("button", { name: "Previous change" }).click();
  await expect.poll(place).toBeLessThan(0.3);
  await changed.focus();
  await page.keyboard.press("F7");
  await expect.poll(place).toBeGreaterThan(0.7);
  await page.keyboard.press("Shift+F7");
  await expect.poll(place).toBeLessThan(0.3);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
