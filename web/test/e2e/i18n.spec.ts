// The interface in two languages: the choice, completeness and use.
import type { Page } from "@playwright/test";
import { englishTexts } from "../english-texts";
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
  // The link does not change the reader's stored choice.
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

/** Waits until no English texts are left. */
const expectNoEnglish = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(englishTexts), "texts that are in English").toEqual([]);

test.describe("where the browser's language is Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("the page is Chinese in every tab, in nobody's way, and no wider than 380 px", async ({
    playground,
    page,
  }) => {
    await playground.openAndRun();
    await expect(page.getByRole("heading", { name: "流水线" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "完成" })).toContainText("个 Pass");
    await expect(page.getByRole("treegrid", { name: "运行过的 Pass 及其时间" })).toBeVisible();
    await expectNoEnglish(page);
    await expectAccessibleWords(page);
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
    await page.keyboard.press("Escape");

    await page.setViewportSize({ width: 380, height: 800 });
    await expectFits(page);
    await playground.row("ConvertLayout").click();
    await page.locator("#tab-diff").click();
    await expect(page.locator("pc-merge .cm-line").first()).toBeVisible();
    await expectFits(page);
    for (const tab of ["graph", "ops", "hooks", "code", "console"]) {
      await page.locator(`#tab-${tab}`).click();
      await expectFits(page);
    }
  });
});
