// The code tab: templates, typed code, and marks on lines with errors.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { App } from "../../core/app/app";
import "../../shell/detail-panel";
import { appOf } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { step, add } from "../../../test/views/harness/pipeline";
import { openPage, runFails } from "../../../test/views/harness/shell";

const view = page.css("pc-code-tab");
const editor = view.css(".cm-content");
const exported = view.css(".exports");
const underlined = view.css(".cm-lintRange-error");
const templates = page.getByLabelText("Insert a template");

/** Code with a side effect at load time, and a pass so that it can be loaded. */
const probe = (body: string): string =>
  `import { transform } from "passcope";\n${body}\n` +
  `export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, (mod) => mod);\n`;

/** Opens the tab alone, without an engine. */
async function open(code: string): Promise<App> {
  const app = appOf({ detailTab: "code", code });
  void app.code.findExports();
  mount(app, "pc-detail");
  await expect.element(editor).toBeVisible();
  return app;
}

/** Sets the code and waits until the editor shows it. */
async function write(app: App, code: string): Promise<void> {
  app.code.set(code);
  const [line = ""] = code.split("\n");
  await expect.element(view.css(".cm-line").first()).toHaveText(line);
}

test("a template destroys nothing without asking", async () => {
  const app = await open("");
  await templates.selectOptions("veto");
  await expect.element(editor).toContainText("class Veto");
  // An unchanged template is replaced without a question.
  await templates.selectOptions("function");
  await expect.element(editor).not.toContainText("class Veto");
  await write(app, 'import { relay } from "passcope";\nexport const mine = relay.const(1);\n');
  const dialog = page.getByRole("dialog");
  await templates.selectOptions("function");
  await expect.element(dialog).toBeVisible();
  await expectAccessible(dialog);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(editor).not.toContainText("CustomPipeline");
  await templates.selectOptions("function");
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expectCount(dialog, 0);
  await templates.selectOptions("function");
  await dialog.getByRole("button", { name: "Add below" }).click();
  await expect.element(editor).toContainText('import { relay, transform } from "passcope";');
  await expect.element(editor).toContainText("export const mine");
  await expect.element(exported).toContainText(/mine CustomPipeline$/);
  await templates.selectOptions("veto");
  await dialog.getByRole("button", { name: "Replace the code" }).click();
  await expect.element(editor).not.toContainText("export const mine");
  // Undo restores the code that was replaced.
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(editor).toContainText("export const mine");
});

test("what is written stays when another tab is looked at, also for undoing", async () => {
  const app = await open("export const a = 1;");
  await editor.click();
  await userEvent.keyboard("// more");
  await expect.element(editor).toContainText("// more");
  await page.getByRole("tab", { name: "Console" }).click();
  await expectCount(editor, 0);
  expect(app.store.state.code).toContain("// more");
  await page.getByRole("tab", { name: "Code" }).click();
  await expect.element(editor).toContainText("// more");
  await editor.click();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(editor).not.toContainText("// more");
});

test("a mistake is underlined at its line, before and while it runs", async () => {
  const app = await openPage();
  const failure = view.css(".run-failure");
  const run = async (source: string): Promise<void> => {
    app.code.set(source);
    await runFails(app);
  };
  app.layout.showDetail("code");
  app.code.set(probe(""));
  await add("Add a pass to stage 1", "probe");
  await expect.element(step("probe")).toBeVisible();
  await run(`${probe("")}\nlet a = 1;\nlet a = 2;\n`);
  await expect.element(failure).toContainText("Line 6");
  await expect.element(failure).toContainText("already been declared");
  await expect.element(page.getByRole("alert").first()).toContainText("at line 6 of the code");
  await run(`import { nosuch } from "passcope";\n${probe("")}`);
  await expect.element(failure).toContainText("does not export nosuch");
  await run(
    'import { transform } from "passcope";\n' +
      'export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, (mod) => {\n' +
      "  const name = undefined;\n" +
      "  return name.length;\n" +
      "});\n",
  );
  await expect.element(failure).toContainText("Line 4");
  await expect.element(failure).toContainText("TypeError");
  // The step shows the failure too, and the underline follows the text.
  await expect.element(step("probe").css(".failure")).toContainText("line 4 of the code");
  await expect.element(underlined).toHaveText("length");
  await failure.getByRole("button", { name: "Line 4" }).click();
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard("{Control>}{Home}{/Control}// one more line\n");
  await expect.element(underlined).toHaveText("length");
  await expect
    .element(view.css(".cm-line:has(.cm-lintRange-error)"))
    .toContainText("return name.length");
  // Endless recursion is a fault of the code, not of the engine.
  await run(probe("const f = () => f() + 1; f();"));
  await expect.element(failure).toContainText("RangeError");
  await run(probe("await import('https://example.org/x.js');"));
  await expect.element(failure).toContainText('can import "passcope" only');

  await expectAccessible(view);
  for (const width of [380, 3840, 1440]) {
    await page.viewport(width, 900);
    await expectFits();
    await expect.poll(() => editor.element().getBoundingClientRect().height).toBeGreaterThan(100);
  }
});
