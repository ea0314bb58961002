// The interface in two languages: how it is chosen, that it is whole, and that it can be used.
import type { Locator, Page } from "@playwright/test";
import { expectAccessibleWords, expectContrast, expectFits } from "./base";
import { expect, test } from "./page";

const chinese = (page: Page) => page.getByRole("button", { name: "简体中文" });
const english = (page: Page) => page.getByRole("button", { name: "English" });
const running = (page: Page) => page.getByRole("button", { name: "运行", exact: true });

test("the language is switched by keyboard, said by the page, and remembered", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.locator("header").getByRole("link").last().focus();
  await page.keyboard.press("Tab");
  await expect(english(page)).toBeFocused();
  await expect(english(page)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Tab");
  await expect(chinese(page)).toBeFocused();
  await expect(chinese(page)).toHaveAttribute("lang", "zh-Hans");
  await page.keyboard.press("Enter");
  await expect(running(page)).toBeVisible();
  await expect(chinese(page)).toBeFocused();
  await expect(chinese(page)).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page).toHaveTitle(/显微镜下的编译器 Pass/);
  await page.reload();
  await playground.finished();
  await expect(running(page)).toBeVisible();
  await expect(page).toHaveTitle(/编译器/);
  await english(page).click();
  await expect(playground.run).toBeVisible();
  await expect(page).toHaveTitle(/compiler passes/);
  await expect(page).not.toHaveURL(/#/);
  await page.reload();
  await expect(playground.run).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a link has its language with it", async ({ playground, page, visitor }) => {
  await playground.open();
  await chinese(page).click();
  await expect(page).toHaveURL(/#v1\./);
  const opened = page.url();
  await page.getByRole("tab", { name: "算子", exact: true }).click();
  await expect(page).not.toHaveURL(opened);
  const other = await visitor({ locale: "en-US" });
  await other.goto(page.url());
  await expect(running(other)).toBeVisible();
  await expect(other.getByRole("tab", { name: "算子", exact: true })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  // The reader's own choice is left alone.
  expect(await other.evaluate(() => localStorage.getItem("passcope.language"))).toBeNull();
  await english(other).click();
  await expect(other.getByRole("button", { name: "Run", exact: true })).toBeVisible();
});

test("English fetches no Chinese; what cannot be fetched is said", async ({ playground, page }) => {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.ok() && response.url().endsWith(".js")) scripts.push(response.text());
  });
  await playground.openAndRun();
  for (const script of await Promise.all(scripts)) expect(script).not.toContain("流水线");
  await page.route(/\.js$/, (route) => route.abort());
  await chinese(page).click();
  await expect(page.getByRole("alert")).toContainText("could not be loaded");
  await expect(playground.run).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  playground.complaints.length = 0;
});

/**
 * Texts of the page that have English words next to each other: those that are seen, and those that
 * are read out. What comes from the engine and from users is left aside.
 */
function englishTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const aside = "pre, code, kbd, canvas, .cm-editor, .scroller, [lang]";
    const found = new Set<string>();
    const note = (text: string | null): void => {
      const words = (text ?? "").replace(/Pass Instrument|Chrome trace|Relay|Passcope/g, "");
      if (/[a-z]{2,} [a-z]{2,}/i.test(words.replace(/opt_level|InferType/g, ""))) {
        found.add((text ?? "").trim());
      }
    };
    const walk = (root: ParentNode): void => {
      for (const element of root.querySelectorAll("*")) {
        if (element.closest(aside) || /^(STYLE|SCRIPT)$/.test(element.tagName)) continue;
        for (const name of ["aria-label", "title", "placeholder", "alt"]) {
          note(element.getAttribute(name));
        }
        for (const node of element.childNodes) if (node instanceof Text) note(node.data);
        if (element.shadowRoot) walk(element.shadowRoot);
      }
    };
    walk(document.body);
    return [...found];
  });
}

/** Nothing comes to be left in English. */
const expectNoEnglish = (page: Page): Promise<void> =>
  expect.poll(() => englishTexts(page), "texts that are in English").toEqual([]);

test.describe("where the browser's language is Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("the page is Chinese, in every tab", async ({ playground, page }) => {
    await playground.openAndRun();
    await expect(page.getByRole("heading", { name: "流水线" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "完成" })).toContainText("个 Pass");
    await expect(page.getByRole("treegrid", { name: "运行过的 Pass 及其时间" })).toBeVisible();
    await expectNoEnglish(page);
    await page.getByRole("button", { name: "上下文" }).first().click();
    await page.getByRole("combobox", { name: "向阶段 1 添加 Pass Instrument" }).fill("PassTiming");
    await page.keyboard.press("Enter");
    await running(page).click();
    await playground.finished();
    for (const name of ["表格", "冰柱图", "文本", "Pass"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await expect(page.locator("pc-timing [aria-busy]")).toHaveCount(0);
      await expectNoEnglish(page);
    }
    await playground.row("CanonicalizeOps").click();
    await expect(page.locator(".cm-merge-b")).toBeVisible();
    await expect(page.locator(".cm-fold-unchanged").first()).toContainText("行未改变");
    await expectNoEnglish(page);
    await page.getByRole("tab", { name: "计算图" }).click();
    await expect(page.getByRole("listbox", { name: /^计算图的节点/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^卷积/ })).toBeVisible();
    await expectNoEnglish(page);
    for (const [tab, view] of [
      ["ops", "pc-ops"],
      ["hooks", "pc-hooks section"],
      ["code", "pc-code-tab"],
      ["console", "pc-console"],
      ["program", "pc-program"],
    ] as const) {
      await page.locator(`#tab-${tab}`).click();
      await expect(page.locator(view).first()).toBeVisible();
      await expectNoEnglish(page);
    }
    await page.getByRole("button", { name: "什么是 Pass？" }).click();
    await expect(page.getByRole("dialog", { name: "Pass 简介" })).toBeVisible();
    await expectContrast(page, page.getByRole("dialog"));
    await expectNoEnglish(page);
  });

  test("what the engine says of passes, options, instruments and operators is Chinese", async ({
    playground,
    page,
  }) => {
    await playground.openAndRun();
    const step = playground.step("FoldScaleAxis");
    await expect(step.getByText("FoldScaleAxis", { exact: true }).first()).toHaveAttribute(
      "title",
      /^将缩放折叠到卷积的权重中/,
    );
    const option = (box: string, name: string): Locator =>
      page.getByRole("listbox", { name: box }).getByRole("option", { name });
    const pick = async (box: string, name: string): Promise<Locator> => {
      await page.getByRole("combobox", { name: box }).fill(name);
      return option(box, name);
    };
    await expect(await pick("向阶段 1 添加 Pass", "DefuseOps")).toContainText(
      "撤销 FuseOps 的融合。",
    );
    // A description is found by what it says, too.
    await page.getByRole("combobox", { name: "向阶段 1 添加 Pass" }).fill("空洞卷积");
    await expect(option("向阶段 1 添加 Pass", "FlattenAtrousConv")).toBeVisible();
    await page.keyboard.press("Enter");
    await (await pick("向阶段 1 添加 Pass", "FuseOps")).first().click();
    await playground.step("FuseOps").getByRole("button", { name: "FuseOps 的选项" }).click();
    await expect(page.getByText("0：每个算子单独成为函数", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "上下文" }).first().click();
    await expect(await pick("向阶段 1 添加 Pass Instrument", "DumpIR")).toContainText(
      "将每个 Pass 之后的程序保存为文件",
    );
    await page.keyboard.press("Enter");
    await expect(page.getByText("要输出的 Pass；为空表示全部。")).toBeVisible();
    await expect(await pick("向阶段 1 添加 config 键", "FuseOps.max_depth")).toContainText(
      "int。FuseOps 放入一个函数的算子数的上限。",
    );
    await page.keyboard.press("Enter");
    await expect(page.getByText("FuseOps 放入一个函数的算子数的上限。")).toBeVisible();
    await expectNoEnglish(page);
    // In the editor: what an operator does and takes.
    await playground.setText("def @main(%x: Tensor[(2, 3), float32]) {\n  nn.relu(%x)\n}\n");
    await page.locator("pc-editor .cm-content").getByText("nn.relu").click();
    await expect(page.locator('pc-editor .counts[aria-busy="false"]')).toHaveText("没有问题");
    await page.keyboard.press("Alt+F1");
    await expect(page.locator(".relay-doc")).toContainText("输入；为负之处取 0。");
    await expect(page.locator(".relay-doc")).toContainText("输入张量。");
  });

  test("mistakes are told in Chinese, and in English once that is chosen", async ({
    playground,
    page,
  }) => {
    await playground.openAndRun();
    await playground.setText("def @main(%x: Tensor[(2, 3), float32]) {\n  nn.rellu(%y)\n}\n");
    const problems = page.getByRole("region", { name: "问题" });
    await expect(problems).toContainText("没有算子 `nn.rellu`");
    await expect(problems).toContainText("变量 `%y` 在此处未绑定");
    await page.locator("pc-editor .cm-lintRange-error").first().hover();
    await expect(page.locator(".cm-tooltip-lint")).toContainText("没有算子 `nn.rellu`");
    await page.mouse.move(0, 0);
    await running(page).click();
    await expect(page.getByRole("alert").first()).toContainText(
      "错误[unknown-operator]：没有算子 `nn.rellu`",
    );
    await expect(page.getByRole("alert").first()).not.toContainText("did you mean");
    await expectContrast(page);
    await english(page).click();
    await expect(page.getByRole("alert").first()).toContainText("there is no operator `nn.rellu`");
    await expect(page.getByRole("region", { name: "Problems" })).toContainText(
      "there is no operator `nn.rellu`",
    );
  });

  test("the editors' own words follow the language", async ({ playground, page }) => {
    await playground.openProgram();
    await page.getByRole("button", { name: "搜索", exact: true }).click();
    await expect(page.getByPlaceholder("查找", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("第 1 行，第 1 列")).toBeVisible();
    await english(page).click();
    await expect(page.getByText("Line 1, column 1")).toBeVisible();
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByPlaceholder("Find", { exact: true })).toBeVisible();
  });

  test("nothing is wider than 380 px, and nothing is in the way of anybody", async ({
    playground,
    page,
  }) => {
    await playground.openAndRun();
    await expectAccessibleWords(page);
    await page.setViewportSize({ width: 380, height: 800 });
    await expectFits(page);
    await playground.row("ConvertLayout").click();
    await expect(page.locator("pc-merge .cm-line").first()).toBeVisible();
    await expectFits(page);
    for (const name of ["计算图", "算子", "钩子", "代码", "控制台"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await expectFits(page);
    }
  });
});
