// Python in the code tab: its passes and instruments in a pipeline, marks on lines with errors, and endless code. The
// workspace as a Python program also runs in the page. A visitor who does not choose Python fetches nothing of it.
import type { Page } from "@playwright/test";
import { expectAccessible, expectContrast } from "./base";
import { CodePage } from "./code-page";
import { expect, golden, test as base, type Shell } from "./page";

const test = base.extend<{ code: CodePage }>({
  code: async ({ playground }, use) => use(new CodePage(playground)),
});

const choose = async (page: Page, language: string): Promise<void> => {
  await page.getByLabel("Language of the code").selectOption(language);
};

const ofPython = (requests: readonly string[]): string[] =>
  requests.filter((url) => /pyodide|library-|python/.test(url));

test("the tutorial's differ, from its template in Python, prints the tutorial's list", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await code.write("export const kept = 1;");
  // Without the choice of Python, nothing of it is fetched, even with code.
  expect(ofPython(playground.requests)).toEqual([]);
  await choose(page, "python");
  await expect(code.editor).toHaveAttribute("aria-label", "Python code");
  await expect(code.editor).not.toContainText("kept");
  await page.getByLabel("Insert a template").selectOption("differ");
  const defined = page.locator("pc-code-tab .exports");
  await expect(defined).toHaveText(/Defines\s+RelayCallNodeDiffer/);
  await expectAccessible(page);
  await expectContrast(page, page.locator("pc-code-tab"));
  await code.addInstrument("RelayCallNodeDiffer", 2);
  // Before a run, only the editor's part is loaded.
  expect(ofPython(playground.requests).filter((url) => /pyodide|library-/.test(url))).toEqual([]);
  await playground.runAgain();
  const printed = await code.console();
  await expect
    .poll(async () => (await printed.allInnerTexts()).map((line) => JSON.parse(line) as unknown))
    .toEqual(JSON.parse(golden("instrument.op_diff.json")));
  await expect(page.getByText("with your code").first()).toBeVisible();

  // The choice is in the link and in the kept work, and can be undone. Each language keeps its text.
  await expect(page).toHaveURL(/#/);
  await code.open();
  await choose(page, "javascript");
  await expect(code.editor).toContainText("kept");
  await choose(page, "python");
  await expect(code.editor).toContainText("class RelayCallNodeDiffer");
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(code.editor).toContainText("kept");
  await page.getByRole("button", { name: /^Redo/ }).first().click();
  await expect(code.editor).toContainText("class RelayCallNodeDiffer");
  await page.reload();
  await expect(page.locator("pc-app")).toContainText("The code runs when you press Run");
  await code.open();
  await expect(code.editor).toContainText("class RelayCallNodeDiffer");
  await choose(page, "javascript");
  await expect(code.editor).toContainText("kept");
});

test("a pass in Python is shown as any other, the view runs as Python, mistakes have their line, and Stop ends what never ends", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await code.open();
  await choose(page, "python");
  await page.getByLabel("Insert a template").selectOption("function");
  await code.addPass("CustomPipeline", 2);
  await playground.runAgain();
  await playground.expectRows(["    CustomPipeline"]);
  await playground.row("CustomPipeline").click();
  await expect(page.locator(".cm-merge-b")).toContainText("multiply");

  // The workspace as a Python program has the same result as the pipeline.
  const expected = await page.locator("pc-app").evaluate(async (shell) => {
    const { app } = shell as unknown as Shell;
    const rows = app.store.state.trace?.rows ?? [];
    const last = rows.filter(({ level }) => level === 0).at(-1);
    return app.engines.text(last?.after ?? -1);
  });
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: /^Run as Python/ }).click();
  await expect(page.locator("pc-console .entry").first()).toBeVisible();
  await code.open();
  await expect(page.locator("pc-code-tab").getByRole("status")).toHaveText("The code finished");
  await expect(code.editor).toContainText("class _Multiply");
  const text = await page
    .locator("pc-app")
    .evaluate((shell) =>
      (shell as unknown as Shell).app.store.state.console.map((entry) => entry.text).join("\n"),
    );
  expect(text).toContain("CustomPipeline: ");
  const body = (program: string): string => program.replace(/^#\[version[^\n]*\n/, "").trim();
  expect(text.slice(text.lastIndexOf("def @main")).trim()).toBe(
    body(expected).slice(body(expected).lastIndexOf("def @main")),
  );

  const own = (body: string): string =>
    `import tvm\nfrom tvm import relay\n\n@tvm.transform.module_pass(opt_level=0)\ndef CustomPipeline(mod, ctx):\n    ${body}\n    return mod\n`;
  await code.write(own("relay.nosuch(mod)"));
  await playground.run.click();
  await expect(page.locator('[data-run="failed"]')).toBeVisible();
  const failure = page.locator("pc-code-tab .run-failure");
  await expect(failure).toContainText("Line 6");
  await expect(failure).toContainText("Traceback (most recent call last)");
  await expect(failure).toContainText("AttributeError");
  await expect(page.locator("pc-code-tab .cm-lintRange-error")).toHaveText("relay");
  await expect(playground.step("CustomPipeline").locator(".failure")).toContainText(
    "line 6 of the code",
  );

  // Completion and hover know the package.
  await page.keyboard.press("Control+End");
  await code.editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nrelay.transform.FoldCo");
  await expect(
    page.locator("pc-code-tab .cm-tooltip-autocomplete li", { hasText: /^FoldConstant$/ }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  await code.write(own('print("begun")\n    while True: pass'));
  await playground.run.click();
  const printed = await code.console();
  await expect(printed.first()).toHaveText("begun");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.locator('[data-run="stopped"]')).toBeVisible();

  // The same for code that runs on its own.
  await code.write('print("by itself")\nwhile True: pass');
  await page.getByRole("button", { name: "Run the code alone" }).click();
  await expect(printed.first()).toHaveText("by itself");
  await code.open();
  await page.getByRole("button", { name: "Stop the code" }).click();
  await expect(page.locator("pc-code-tab").getByRole("status")).toHaveText("The code was stopped");
  await code.write("x = 1\nx = = 2");
  await page.getByRole("button", { name: "Run the code alone" }).click();
  await expect((await code.console()).first()).toContainText("SyntaxError");
  await code.open();
  await expect(failure).toContainText("Line 2");
});
