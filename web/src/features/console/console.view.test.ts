// The output of the user's code.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import "../../shell/detail-panel";
import { firstRun, runAgain } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount, expectTexts, textOf } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { setSmall } from "../../../test/views/harness/shell";

const view = page.css("pc-console");
const printed = view.css(".entry pre");
const wide = "wide ".repeat(100);

const code = (body: string): string => `import { relay, transform } from "passcope";
${body}
export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, (mod) => mod);
`;

test("shows what is printed by level and line, and a lot of it cut", async () => {
  const app = await firstRun();
  setSmall(app, "def @main(%x: Tensor[(1), float32]) { nn.relu(%x) }", ["*probe"]);
  app.code.set(
    code(
      "console.log('a text', { op: 'add', n: [1, 2] });\nconsole.warn('careful');\n" +
        "console.error('wrong');\nconsole.debug('by the way');\n" +
        "console.log(relay.add(relay.var('x', [2]), relay.const(1)));\n" +
        `console.table([{ op: 'add', calls: 2 }]);\nconsole.warn('${wide}');`,
    ),
  );
  app.layout.showDetail("console");
  mount(app, "pc-detail");
  await runAgain(app);
  await expectCount(printed, 7);
  const lines = printed.elements().map(textOf);
  expect(lines.slice(0, 4)).toEqual([
    'a text { op: "add", n: [1, 2] }',
    "careful",
    "wrong",
    "by the way",
  ]);
  expect(lines[4]).toMatch(/add\(%x, 1f\)/);
  expect(lines[5]).toMatch(/op +calls/);
  await expectAccessible(view);
  for (const width of [380, 3840, 1440]) {
    await page.viewport(width, 900);
    await expectFits();
  }
  await page.getByLabelText("Show", { exact: true }).selectOptions("warnings");
  await expectTexts(printed, ["careful", "wrong", wide.trim()]);
  const copy = page.getByRole("button", { name: "Copy the output" });
  await copy.click();
  await expect.element(copy).toContainText("Copied");
  expect(await navigator.clipboard.readText()).toBe(`careful\nwrong\n${wide}\n`);
  await page.getByRole("button", { name: "Go to line 3 of the code" }).click();
  await expect.element(page.css("pc-code-tab .cm-content")).toHaveFocus();
  await expect.element(page.css("pc-code-tab .cm-activeLineGutter").first()).toHaveText("3");
  await page.getByRole("tab", { name: "Console" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(view.css(".empty")).toBeVisible();

  await page.getByLabelText("Show", { exact: true }).selectOptions("Everything");
  app.code.set(code("for (let i = 0; i < 50000; i += 1) console.log('line', i);"));
  await runAgain(app);
  await expect.element(printed.last()).toContainText("the rest of this run is left out");
  await expectCount(printed, 500);
  await page.getByRole("button", { name: /^Show 500 earlier/ }).click();
  await expectCount(view.css(".entry"), 1000);
});
