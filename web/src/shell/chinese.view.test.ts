// The page in Chinese, with the texts of the engine and the editors.
import { beforeEach, expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../core/app/app";
import { setLanguage } from "../i18n/language";
import { englishTexts } from "../../test/english-texts";
import { expectAccessible } from "../../test/views/harness/axe";
import { expectCount } from "../../test/views/harness/matchers";
import { step } from "../../test/views/harness/pipeline";
import { openPage, runFails } from "../../test/views/harness/shell";

const english = page.getByRole("button", { name: "English" });
const editor = page.css("pc-editor .cm-content");

beforeEach(() => setLanguage("zh"));

/** Puts a text into the program's editor, which replaces the preview at its first use. */
async function setText(app: App, text: string): Promise<void> {
  app.program.setSource({ kind: "text", text: `#[version = "0.0.5"]\n${text}`, title: "mine" });
  app.layout.showDetail("program");
  await page.css("pc-program").getByRole("textbox").first().click();
  await editor.click();
  await expect.element(editor).toHaveFocus();
}

test("what the engine says of passes, options, instruments and operators is Chinese", async () => {
  const app = await openPage();
  await expect
    .element(step("FoldScaleAxis").getByText("FoldScaleAxis", { exact: true }).first())
    .toHaveAttribute("title", expect.stringMatching(/^将缩放折叠到卷积的权重中/));
  const option = (box: string, name: string): Locator =>
    page.getByRole("listbox", { name: box, exact: true }).getByRole("option", { name });
  const find = (box: string, what: string): Promise<void> =>
    page.getByRole("combobox", { name: box, exact: true }).fill(what);
  const [passes, instruments] = ["向阶段 1 添加 Pass", "向阶段 1 添加 Pass Instrument"] as const;
  await find(passes, "DefuseOps");
  await expect
    .element(option(passes, "DefuseOps").first())
    .toContainText("撤销 FuseOps：将融合函数拆回单独的调用。");
  // The search also finds words of a description.
  await find(passes, "空洞卷积");
  await expect.element(option(passes, "FlattenAtrousConv").first()).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await find(passes, "FuseOps");
  await option(passes, "FuseOps").first().click();
  await step("FuseOps").getByRole("button", { name: "FuseOps 的选项", exact: true }).click();
  await expect.element(page.getByText("0：每个算子单独成为函数").first()).toBeVisible();
  await page.getByRole("button", { name: "上下文" }).first().click();
  await find(instruments, "DumpIR");
  await expect
    .element(option(instruments, "DumpIR").first())
    .toContainText("将每个 Pass 之后的程序写入文件");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("要输出其程序的 Pass；为空表示全部。").first()).toBeVisible();
  const keys = "向阶段 1 添加 config 键";
  await find(keys, "FuseOps.max_depth");
  await expect
    .element(option(keys, "FuseOps.max_depth").first())
    .toContainText("int。FuseOps 放入一个函数的算子数的上限。");
  await userEvent.keyboard("{Enter}");
  await expectCount(option(keys, "FuseOps.max_depth"), 0);
  await expect
    .element(page.getByText("FuseOps 放入一个函数的算子数的上限。").first())
    .toBeVisible();
  await expect.poll(englishTexts).toEqual([]);
  // In the editor: an operator's description and arguments.
  await setText(app, "def @main(%x: Tensor[(2, 3), float32]) {\n  nn.relu(%x)\n}\n");
  await editor.getByText("nn.relu").click();
  await expect.element(page.css('pc-editor .counts[aria-busy="false"]')).toHaveText("没有问题");
  await userEvent.keyboard("{Alt>}{F1}{/Alt}");
  await expect.element(page.css(".relay-doc")).toContainText("输入；为负之处取 0。");
  await expect.element(page.css(".relay-doc")).toContainText("输入张量。");
});

test("mistakes are told in Chinese, and in English once that is chosen", async () => {
  const app = await openPage();
  await setText(app, "def @main(%x: Tensor[(2, 3), float32]) {\n  nn.rellu(%y)\n}\n");
  const problems = page.getByRole("region", { name: "问题" });
  await expect.element(problems).toContainText("没有算子 `nn.rellu`");
  await expect.element(problems).toContainText("变量 `%y` 在此处未绑定");
  await page.css("pc-editor .cm-lintRange-error").first().hover();
  await expect.element(page.css(".cm-tooltip-lint")).toContainText("没有算子 `nn.rellu`");
  await page.css("pc-app h1").hover();
  await runFails(app);
  const alert = page.getByRole("alert").first();
  await expect.element(alert).toContainText("错误[unknown-operator]：没有算子 `nn.rellu`");
  await expect.element(alert).not.toContainText("did you mean");
  await english.click();
  await expect.element(alert).toContainText("unknown operator `nn.rellu`");
  await expect
    .element(page.getByRole("region", { name: "Problems" }))
    .toContainText("unknown operator `nn.rellu`");
  await expectAccessible(page.css("pc-messages"));
  await expectAccessible(page.css("pc-program"));
});

test("the editors' own words follow the language", async () => {
  const app = await openPage();
  app.layout.showDetail("program");
  await page.getByRole("button", { name: "搜索", exact: true }).click();
  await expect.element(page.getByPlaceholder("查找", { exact: true })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByText("第 1 行，第 1 列")).toBeVisible();
  await english.click();
  await expect.element(page.getByText("Line 1, column 1")).toBeVisible();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect.element(page.getByPlaceholder("Find", { exact: true })).toBeVisible();
});
