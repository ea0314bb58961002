// The user's code in the sandbox: help during typing, from a template to the pipeline, and keyboard use.
import { CodePage, probe } from "./code-page";
import { expect, golden, takesKeys, test as base } from "./page";

const test = base.extend<{ code: CodePage }>({
  code: async ({ playground }, use) => use(new CodePage(playground)),
});

test("types help to write code, the tutorial's differ prints its list, and a pass of code is one like any other", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await test.step("the editor completes, explains and checks by the package's types", async () => {
    await code.write('import { relay, transform } from "passcope";\n');
    await expect(page.getByText("Types are checked")).toBeVisible();
    await page.keyboard.type("relay.nn.conv2");
    const options = page.locator("pc-code-tab .cm-tooltip-autocomplete li");
    await expect(options.filter({ hasText: /^conv2d$/ })).toBeVisible();
    await expect(page.locator(".cm-completionInfo")).toContainText("conv2d");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("transform.ConvertLayout(");
    await expect(page.locator(".cm-description-active")).toContainText("desiredLayouts");
    await page.keyboard.press("Escape");
    await expect(page.locator(".cm-description-active")).toHaveCount(0);
    // Replies to requests before Escape must not arrive after it. The service answers in order, so with a list of
    // completions it has already sent the signature.
    await page.keyboard.press("Control+Shift+Space");
    await expect(page.locator(".cm-description-active")).toContainText("desiredLayouts");
    await page.keyboard.press("Control+Shift+Space");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Space");
    await expect(options).not.toHaveCount(0);
    await expect(page.locator(".cm-description-active")).toHaveCount(0);
    await code.write('import { relay } from "passcope";\nrelay.nosuch();\n');
    const underlined = page.locator("pc-code-tab .cm-lintRange-error");
    await expect(underlined).toHaveText("nosuch");
    await code.write('import { relay } from "passcope";\nrelay.nn.relu;\n');
    await expect(underlined).toHaveCount(0);
    await page.locator("pc-code-tab .cm-line").nth(1).getByText("relu").hover();
    await expect(page.locator(".cm-tooltip-hover")).toContainText("relu(");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
  });
  const templates = page.getByLabel("Insert a template");
  await test.step("an instrument from its template", async () => {
    await templates.selectOption("differ");
    await expect(page.locator("pc-code-tab .exports")).toContainText("RelayCallNodeDiffer");
    await code.addInstrument("RelayCallNodeDiffer", 2);
    await playground.runAgain();
    await expect(playground.tab("Console")).toHaveText(/Console \([\d,]+\)/);
    const printed = await code.console();
    await expect
      .poll(async () => (await printed.allInnerTexts()).map((line) => JSON.parse(line) as unknown))
      .toEqual(JSON.parse(golden("instrument.op_diff.json")));
  });
  await page
    .getByRole("list", { name: "Instruments of stage 2" })
    .getByRole("button", { name: /^Remove/ })
    .click();
  await test.step("a pass from its template changes the program", async () => {
    await code.open();
    await templates.selectOption("function");
    await code.addPass("CustomPipeline", 2);
    await playground.runAgain();
    await playground.expectRows(["    CustomPipeline"]);
    await playground.row("CustomPipeline").click();
    await expect(page.locator(".cm-merge-b")).toContainText("multiply");
  });
  await test.step("a mistake of it has its line", async () => {
    await code.write(
      'import { transform } from "passcope";\n' +
        "const [pass, none] = [{ optLevel: 0, name: 'CustomPipeline' }, undefined];\n" +
        "export const CustomPipeline = transform.modulePass(pass, () => none.length);\n",
    );
    await playground.run.click();
    await expect(page.locator('[data-run="failed"]')).toBeVisible();
    await expect(page.locator("pc-code-tab .run-failure")).toContainText("Line 3");
    await expect(page.locator("pc-code-tab .cm-lintRange-error")).toHaveText("length");
  });
  await test.step("without it, the run is the page's own again", async () => {
    await playground.step("CustomPipeline").getByRole("checkbox").uncheck();
    await playground.runAgain();
    await expect.poll(() => page.frames().length).toBe(1);
  });
});

test("is an editor also when types do not load", async ({ playground, page, code }) => {
  await page.route(/assets\/worker-[^/]*\.js$/, (route) => route.abort());
  await playground.openAndRun();
  await code.write(probe("const remarkable = 1;\nconsole.log(rema);"));
  await expect(page.getByText("Types could not be loaded")).toBeVisible();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nconsole.log(remark");
  await expect(page.locator("pc-code-tab .cm-tooltip-autocomplete")).toContainText("remarkable");
  await takesKeys(page.locator("pc-code-tab .cm-tooltip-autocomplete"));
  await page.keyboard.press("Enter");
  await expect(code.editor).toContainText("console.log(remarkable)");
  playground.complaints.length = 0;
});

test("code is written and run with the keyboard alone", async ({ playground, page, code }) => {
  await playground.openProgram();
  await playground.tab("Program").focus();
  for (const name of [
    "Before / after",
    "Graph",
    "Operators",
    "Remarks",
    "Running",
    "Compare",
    "Hooks",
    "Code",
  ]) {
    await page.keyboard.press("ArrowRight");
    await expect(playground.tab(name)).toBeFocused();
  }
  await expect(code.editor).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Maximise this panel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Language of the code")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Insert a template")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(code.editor).toBeFocused();
  await page.keyboard.insertText(probe("console.log('by hand');"));
  // Tab indents. After Escape, Tab leaves the editor.
  await page.keyboard.press("Tab");
  await expect(code.editor).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(code.editor).not.toBeFocused();
  const picker = page.getByRole("combobox", { name: "Add a pass to stage 1" });
  await expect(page.locator("pc-code-tab .exports")).toContainText("probe");
  await picker.focus();
  await page.keyboard.type("probe");
  const found = page.getByRole("listbox", { name: "Add a pass to stage 1" }).getByRole("option");
  await expect(found.first()).toContainText("probe");
  await page.keyboard.press("Enter");
  await expect(playground.step("probe")).toBeVisible();
  await code.editor.focus();
  await page.keyboard.press("Control+Enter");
  await expect(playground.row("probe")).toBeVisible();
  await playground.finished();
  await expect(await code.console()).toHaveText(["by hand"]);
});
