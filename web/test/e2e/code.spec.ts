// The tabs Code and Console: templates, help while writing, mistakes at their line, what is printed.
import AxeBuilder from "@axe-core/playwright";
import { CodePage, probe } from "./code-page";
import { expect, golden, test as base } from "./page";

const test = base.extend<{ code: CodePage }>({
  code: async ({ playground }, use) => use(new CodePage(playground)),
});

/** Loading the language service takes its time on a busy machine. */
const LONG = { timeout: 60_000 };

test("the tutorial's differ, from its template, prints the tutorial's list", async ({
  playground,
  page,
  code,
}) => {
  test.slow();
  await playground.openAndRun();
  await code.open();
  await page.getByLabel("Insert a template").selectOption("differ");
  await expect(page.locator("pc-code-tab .exports")).toContainText("RelayCallNodeDiffer");
  await code.addInstrument("RelayCallNodeDiffer", 2);
  await playground.runAgain();
  await expect(playground.tab("Console")).toHaveText(/Console \(\d+\)/);
  const list = (await code.printed()).map((line) => JSON.parse(line) as unknown);
  expect(list).toEqual(JSON.parse(golden("instrument.op_diff.json")));
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
  expect(await playground.outline()).toContain("    CustomPipeline");
  await playground.row("CustomPipeline").click();
  await expect(page.locator(".cm-merge-b")).toContainText("multiply");
  // Without it, the run is the page's own again.
  await playground.step("CustomPipeline").getByRole("checkbox").uncheck();
  await playground.runAgain();
  expect(page.frames()).toHaveLength(1);
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
    await expect(page.locator('[data-run="failed"]')).toBeVisible({ timeout: 20_000 });
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
  test.slow();
  await playground.open();
  await code.write('import { relay, transform } from "passcope";\n');
  await expect(page.getByText("Types are checked")).toBeVisible(LONG);
  await page.keyboard.type("relay.nn.conv2");
  const options = page.locator("pc-code-tab .cm-tooltip-autocomplete li");
  await expect(options.filter({ hasText: /^conv2d$/ })).toBeVisible(LONG);
  await expect(page.locator(".cm-completionInfo")).toContainText("conv2d", LONG);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("transform.ConvertLayout(");
  await expect(page.locator(".cm-description-active")).toContainText("desiredLayouts", LONG);
  await page.keyboard.press("Escape");
  await expect(page.locator(".cm-description-active")).toHaveCount(0);
  await code.write('import { relay } from "passcope";\nrelay.nosuch();\n');
  const underlined = page.locator("pc-code-tab .cm-lintRange-error");
  await expect(underlined).toHaveText("nosuch", LONG);
  await code.write('import { relay } from "passcope";\nrelay.nn.relu;\n');
  await expect(underlined).toHaveCount(0, LONG);
  await page.locator("pc-code-tab .cm-line").nth(1).getByText("relu").hover();
  await expect(page.locator(".cm-tooltip-hover")).toContainText("relu(", LONG);
});

test("is an editor also when types do not load", async ({ playground, page, code }) => {
  await page.route(/assets\/worker-[^/]*\.js$/, (route) => route.abort());
  await playground.openAndRun();
  await code.write(probe("const remarkable = 1;\nconsole.log(rema);"));
  await expect(page.getByText("Types could not be loaded")).toBeVisible();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nconsole.log(remark");
  await expect(page.locator("pc-code-tab .cm-tooltip-autocomplete")).toContainText("remarkable");
  // Whoever presses a key just as the list opens means what is written, not the list.
  await page.waitForTimeout(150);
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
  const printed = await code.printed();
  expect(printed.slice(0, 4)).toEqual([
    'a text { op: "add", n: [1, 2] }',
    "careful",
    "wrong",
    "by the way",
  ]);
  expect(printed[4]).toContain("add(%x, 1f)");
  expect(printed[5]).toMatch(/op +calls/);
  await page.getByLabel("Show", { exact: true }).selectOption("warnings");
  expect(await code.printed()).toEqual(["careful", "wrong"]);
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
  const printed = await code.printed();
  expect(printed.at(-1)).toContain("the rest of this run is left out");
  expect(printed).toHaveLength(500);
  await page.getByRole("button", { name: /^Show 500 earlier/ }).click();
  await expect(page.locator("pc-console .entry")).toHaveCount(1000);
});

test("code is written and run with the keyboard alone", async ({ playground, page, code }) => {
  await playground.openAndRun();
  await playground.tab("Program").focus();
  for (let i = 0; i < 8; i += 1) {
    if ((await playground.tab("Code").getAttribute("aria-selected")) === "true") break;
    await page.keyboard.press("ArrowRight");
  }
  await expect(code.editor).toBeVisible();
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
  await picker.focus();
  await page.keyboard.type("probe");
  await page.keyboard.press("Enter");
  await expect(playground.step("probe")).toBeVisible();
  await code.editor.focus();
  await page.keyboard.press("Control+Enter");
  await expect(page.locator('[data-run="running"], [data-run="measuring"]')).toBeVisible();
  await playground.finished();
  expect(await code.printed()).toEqual(["by hand"]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`code and console have no known accessibility problem (${colorScheme})`, async ({
    playground,
    page,
    code,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await playground.openAndRun();
    const check = async (): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`),
      ).toEqual([]);
    };
    await code.write(probe("console.warn('careful');\nconsole.debug('by the way');\nnull.wrong;"));
    await code.addPass("probe");
    await playground.run.click();
    await expect(page.locator("pc-code-tab .run-failure")).toBeVisible();
    await check();
    await playground.tab("Console").click();
    await expect(page.locator("pc-console .entry")).toHaveCount(2);
    await check();
  });
}

for (const width of [380, 3840]) {
  test(`code and console fit a window ${width} pixels wide`, async ({ playground, page, code }) => {
    await page.setViewportSize({ width, height: 900 });
    await playground.openAndRun();
    await code.write(probe(`console.log(${JSON.stringify("wide ".repeat(100))});\nnull.wrong;`));
    await code.addPass("probe");
    await playground.run.click();
    await expect(page.locator("pc-code-tab .run-failure")).toBeVisible();
    const overflow = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect((await code.editor.boundingBox())?.height).toBeGreaterThan(100);
    await code.printed();
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
}
