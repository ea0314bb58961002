// The tabs Code and Console: templates, help while writing, mistakes at their line, what is printed.
import { expectAccessible, expectContrast, expectFits } from "./base";
import { CodePage, probe } from "./code-page";
import { expect, golden, takesKeys, test as base } from "./page";

const test = base.extend<{ code: CodePage }>({
  code: async ({ playground }, use) => use(new CodePage(playground)),
});

test("the tutorial's differ, from its template, prints the tutorial's list", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await code.open();
  await page.getByLabel("Insert a template").selectOption("differ");
  await expect(page.locator("pc-code-tab .exports")).toContainText("RelayCallNodeDiffer");
  await code.addInstrument("RelayCallNodeDiffer", 2);
  await playground.runAgain();
  await expect(playground.tab("Console")).toHaveText(/Console \([\d,]+\)/);
  const printed = await code.console();
  await expect
    .poll(async () => (await printed.allInnerTexts()).map((line) => JSON.parse(line) as unknown))
    .toEqual(JSON.parse(golden("instrument.op_diff.json")));
});

test("a pass of code changes the program, and can be looked at like any other", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await code.open();
  await page.getByLabel("Insert a template").selectOption("function");
  await code.addPass("CustomPipeline", 2);
  await playground.runAgain();
  await playground.expectRows(["    CustomPipeline"]);
  await playground.row("CustomPipeline").click();
  await expect(page.locator(".cm-merge-b")).toContainText("multiply");
  // Without it, the run is the page's own again.
  await playground.step("CustomPipeline").getByRole("checkbox").uncheck();
  await playground.runAgain();
  await expect.poll(() => page.frames().length).toBe(1);
});

test("a template destroys nothing without asking", async ({ playground, page, code }) => {
  await playground.open();
  await code.open();
  const templates = page.getByLabel("Insert a template");
  await templates.selectOption("veto");
  await expect(code.editor).toContainText("class Veto");
  // As it came, it may go.
  await templates.selectOption("function");
  await expect(code.editor).not.toContainText("class Veto");
  await code.write('import { relay } from "passcope";\nexport const mine = relay.const(1);\n');
  const dialog = page.getByRole("dialog");
  await templates.selectOption("function");
  await expectContrast(page, dialog);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(code.editor).not.toContainText("CustomPipeline");
  await templates.selectOption("function");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await templates.selectOption("function");
  await dialog.getByRole("button", { name: "Add below" }).click();
  await expect(code.editor).toContainText('import { relay, transform } from "passcope";');
  await expect(code.editor).toContainText("export const mine");
  await expect(page.locator("pc-code-tab .exports")).toHaveText(/mine\s+CustomPipeline/);
  await templates.selectOption("veto");
  await dialog.getByRole("button", { name: "Replace the code" }).click();
  await expect(code.editor).not.toContainText("export const mine");
  // And what was replaced comes back.
  await expect(code.editor).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(code.editor).toContainText("export const mine");
});

test("what is written stays when another tab is looked at, also for undoing", async ({
  playground,
  page,
  code,
}) => {
  await playground.open();
  await code.write("export const a = 1;");
  await page.keyboard.insertText("// more");
  await playground.tab("Program").click();
  await code.open();
  await expect(code.editor).toContainText("// more");
  await code.editor.click();
  await page.keyboard.press("Control+z");
  await expect(code.editor).not.toContainText("// more");
});

test("a mistake is underlined at its line, before and while it runs", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  const failure = page.locator("pc-code-tab .run-failure");
  const run = async (source: string): Promise<void> => {
    await code.write(source);
    await playground.run.click();
    await expect(page.locator('[data-run="failed"]')).toBeVisible();
  };
  await code.write(probe(""));
  await code.addPass("probe");
  await run(`${probe("")}\nlet a = 1;\nlet a = 2;\n`);
  await expect(failure).toContainText("Line 6");
  await expect(failure).toContainText("already been declared");
  await expect(page.getByRole("alert").first()).toContainText("at line 6 of the code");
  await run(`import { nosuch } from "passcope";\n${probe("")}`);
  await expect(failure).toContainText("exports no nosuch");
  await run(
    'import { transform } from "passcope";\n' +
      'export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, (mod) => {\n' +
      "  const name = undefined;\n" +
      "  return name.length;\n" +
      "});\n",
  );
  await expect(failure).toContainText("Line 4");
  await expect(failure).toContainText("TypeError");
  // It stands at the step, too, and the underline follows the text.
  await expect(playground.step("probe").locator(".failure")).toContainText("line 4 of the code");
  const underlined = page.locator("pc-code-tab .cm-lintRange-error");
  await expect(underlined).toHaveText("length");
  await failure.getByRole("button", { name: "Line 4" }).click();
  await expect(code.editor).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("// one more line\n");
  await expect(underlined).toHaveText("length");
  await expect(
    page.locator("pc-code-tab .cm-line", { has: page.locator(".cm-lintRange-error") }),
  ).toContainText("return name.length");
  // What throws without end is the code's fault, not the engine's.
  await run(probe("const f = () => f() + 1; f();"));
  await expect(failure).toContainText("RangeError");
  await run(probe("await import('https://example.org/x.js');"));
  await expect(failure).toContainText('can import "passcope" only');
});

test("completes, explains and checks by the package's types", async ({
  playground,
  page,
  code,
}) => {
  await playground.open();
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
  // What was asked for before Escape does not come after it: the service answers in order, so once it
  // has a list of completions it has told the signature.
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

test("prints to the console, by level and line", async ({ playground, page, code }) => {
  await playground.openAndRun();
  await code.write(
    probe(
      "console.log('a text', { op: 'add', n: [1, 2] });\nconsole.warn('careful');\n" +
        "console.error('wrong');\nconsole.debug('by the way');\n" +
        "import { relay } from 'passcope';\nconsole.log(relay.add(relay.var('x', [2]), relay.const(1)));\n" +
        "console.table([{ op: 'add', calls: 2 }]);",
    ),
  );
  await code.addPass("probe");
  await playground.runAgain();
  const printed = await code.console();
  await expect(printed).toHaveText([
    'a text { op: "add", n: [1, 2] }',
    "careful",
    "wrong",
    "by the way",
    /add\(%x, 1f\)/,
    /op +calls/,
  ]);
  await page.getByLabel("Show", { exact: true }).selectOption("warnings");
  await expect(printed).toHaveText(["careful", "wrong"]);
  expect(await playground.copied("Copy what was printed")).toBe("careful\nwrong\n");
  await page.getByRole("button", { name: "Go to line 3 of the code" }).click();
  await expect(code.editor).toBeFocused();
  await expect(page.locator("pc-code-tab .cm-activeLineGutter").first()).toHaveText("3");
  await playground.tab("Console").click();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.locator("pc-console .empty")).toBeVisible();
});

test("a lot that is printed is cut, and the page stays quick", async ({
  playground,
  page,
  code,
}) => {
  await playground.openAndRun();
  await code.write(probe("for (let i = 0; i < 50000; i += 1) console.log('line', i);"));
  await code.addPass("probe");
  await playground.runAgain();
  const printed = await code.console();
  await expect(printed.last()).toContainText("the rest of this run is left out");
  await expect(printed).toHaveCount(500);
  await page.getByRole("button", { name: /^Show 500 earlier/ }).click();
  await expect(page.locator("pc-console .entry")).toHaveCount(1000);
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
  // Tab indents; after Escape it leaves.
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

test("code and console are accessible, and fit narrow and wide windows", async ({
  playground,
  page,
  code,
}) => {
  await playground.open();
  const wide = JSON.stringify("wide ".repeat(100));
  await code.write(probe(`console.warn(${wide});\nconsole.debug('by the way');\nnull.wrong;`));
  await code.addPass("probe");
  await playground.run.click();
  await expect(page.locator("pc-code-tab .run-failure")).toBeVisible();
  await expectAccessible(page, { view: page.locator("pc-code-tab") });
  const height = async (): Promise<number> => (await code.editor.boundingBox())?.height ?? 0;
  const widths = [380, 3840, 1440].map((width) => ({ width, height: 900 }));
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectFits(page);
    await expect.poll(height).toBeGreaterThan(100);
  }
  await expect(await code.console()).toHaveCount(2);
  await expectAccessible(page, { view: page.locator("pc-console") });
  for (const size of widths) {
    await page.setViewportSize(size);
    await expectFits(page);
  }
});
