// The embedded element on pages of another site: its content, its loading and its styles.
import { COLOURS, expectFits, expectNoViolations } from "./base";
import { demo, expect, SMALL, test } from "./embedding";

const LIGHT = "rgb(255, 255, 255)";
const DARK = "rgb(24, 29, 37)";

test("across origins: the panels, accessible in each colour scheme, narrow, and in the playground", async ({
  embedding,
  page,
  context,
}) => {
  const head = "<style>:root { color-scheme: light; background: Canvas }</style>";
  const panels = "timing op-diff ir-diff graph hooks code";
  await embedding.open(`<main><h1>Passes</h1>${demo(`panels="${panels}"`)}</main>`, { head });
  await embedding.finished();
  const frame = embedding.demo().locator(".frame");
  const scheme = (name: string): Promise<void> =>
    page.evaluate((given) => {
      document.documentElement.style.colorScheme = given;
    }, name);
  await test.step("the results in the static result's place", async () => {
    await expect(page.getByText("static result")).toBeHidden();
    await expect(page.locator('[data-row][data-name="FoldConstant"]')).toBeVisible();
    await expect(page.locator("pc-ops")).toContainText('[[1, "FoldConstant", {"add": -1}]');
  });
  await test.step("nothing for axe to complain about", async () => {
    await expectNoViolations(page);
    await scheme("dark");
    await expect(frame).toHaveCSS("background-color", DARK);
    await expectNoViolations(page, { rules: COLOURS });
  });
  await test.step("the playground opens with the same", async () => {
    const link = page.getByRole("link", { name: /Open in the playground/ });
    await expect(link).toHaveAttribute("href", /#v1\./);
    const [lab] = await Promise.all([context.waitForEvent("page"), link.click()]);
    expect(lab.url()).toContain(`${embedding.hosts.siteOrigin}/`);
    await expect(lab.locator('[data-run="done"]')).toBeVisible();
    await expect(lab.locator("[data-row]")).toContainText(["Stage 1", "sequential"]);
    await expect(lab.locator("pc-ops")).toContainText('"FoldConstant", {"add": -1}');
    await lab.close();
  });
  await page.getByRole("tab", { name: "Before / after" }).click();
  await expect(page.locator("pc-merge")).toContainText("multiply");
  await test.step("it follows the colour scheme of the page around, also when that changes", async () => {
    await page.getByRole("tab", { name: "Graph" }).click();
    const canvas = page.locator("pc-graph canvas").first();
    await expect(canvas).toBeVisible();
    await expect(page.getByRole("option", { name: /multiply/ })).toHaveCount(1);
    const picture = (): Promise<Buffer> => page.locator("pc-graph").screenshot();
    const dark = await picture();
    await scheme("light");
    await expect(frame).toHaveCSS("background-color", LIGHT);
    await expect(async () => expect((await picture()).equals(dark)).toBe(false)).toPass();
  });
  await page.getByRole("tab", { name: "Hooks" }).click();
  await expect(page.locator("pc-hooks")).toBeVisible();
  await test.step("on a narrow page everything is in reach", async () => {
    await page.setViewportSize({ width: 380, height: 800 });
    await expectFits(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  expect(embedding.complaints).toEqual([]);
});

test("the engine comes when the element is in view; properties and attributes say how it looks and what it shows", async ({
  embedding,
  page,
}) => {
  const head = `<style>html { font-size: 10px; letter-spacing: 3px }
    passcope-demo { --passcope-accent: rgb(200, 0, 100); --passcope-font: monospace; --passcope-height: 20rem }
    </style>
    <script>
      window.results = [];
      addEventListener("passcope-result", ({ target, detail }) => {
        if (target.matches(".first")) results.push(detail);
      });
    </script>`;
  const far = '<p style="height: 300vh">Much text</p>';
  await embedding.open(`${far}${demo('class="first" height="25rem"')}${far}${demo("")}`, { head });
  await test.step("nothing is loaded before", async () => {
    await expect(embedding.demo().locator('[data-run="waiting"]')).toBeAttached();
    await page.waitForLoadState("networkidle");
    expect(embedding.requested(".wasm")).toEqual([]);
    expect(embedding.requested("demo-")).toEqual([]);
    expect(embedding.workers).toEqual([]);
    await expect(page.getByText("static result").first()).toBeAttached();
  });
  await embedding.demo().scrollIntoViewIfNeeded();
  await embedding.finished();
  expect(embedding.requested("passcope.first")).toHaveLength(1);
  const part = (selector: string, index = 0) => embedding.demo(index).locator(selector).first();
  await test.step("how it looks", async () => {
    await expect(part("button.primary")).toHaveCSS("background-color", "rgb(200, 0, 100)");
    await expect(part(".title")).toHaveCSS("font-family", "monospace");
    // The page's letter spacing and root font size have no effect.
    await expect(part(".title")).toHaveCSS("font-size", "14px");
    await expect(part(".title")).toHaveCSS("letter-spacing", "normal");
    await expect(part(".results")).toHaveCSS("height", "250px");
  });
  await test.step("changed attributes show something else, and events tell of it", async () => {
    await embedding.demo().evaluate((element) => element.setAttribute("pipeline", "ToANormalForm"));
    await expect(part('[data-row][data-name="ToANormalForm"]')).toBeVisible();
    await embedding.finished();
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { results: object[] }).results))
      .toMatchObject([{ passes: 4 }, { passes: 2 }]);
  });
  await embedding.demo(1).scrollIntoViewIfNeeded();
  await embedding.finished(1);
  await expect(part(".results", 1)).toHaveCSS("height", "200px");
});

test("code in Python: a pass of one's own, once Run is pressed", async ({ embedding, page }) => {
  const code = `<script type="text/passcope">
    from tvm import relay

    @relay.transform.function_pass(opt_level=0)
    def Doubled(func, mod, ctx):
        print("doubles", func.body.op.name)
        return relay.Function(func.params, func.body + func.body)
  </script>`;
  await embedding.open(
    `<passcope-demo language="python" pipeline="InferType, code.Doubled"
      panels="timing code console ir-diff">${SMALL}${code}</passcope-demo>`,
  );
  await expect(embedding.demo().locator(".bar").getByRole("status")).toContainText("Run");
  expect(embedding.requested("pyodide")).toEqual([]);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await embedding.finished();
  await expect(page.locator('[data-row][data-name="Doubled"]')).toBeVisible();
  await page.getByRole("tab", { name: /^Console/ }).click();
  await expect(page.locator("pc-console .entry pre")).toHaveText("doubles multiply");
  await page.getByRole("tab", { name: "Code" }).click();
  await expect(page.locator("pc-code-tab .cm-content")).toHaveAttribute(
    "aria-label",
    "Python code",
  );
  await expect(page.locator("pc-code-tab .exports")).toHaveText(/Defines\s+Doubled/);
  expect(embedding.complaints).toEqual([]);
});

test('with run="press" elements wait for Run, also one with a pipeline that cannot be read', async ({
  embedding,
  page,
  context,
}) => {
  await embedding.open(
    [
      demo('run="press" opt-level="3" instruments="PassStatistics"'),
      demo('run="press" instruments="PassStatistics; x"'),
    ].join(""),
  );
  const [first, wrong] = [embedding.demo(0), embedding.demo(1)];
  const run = first.getByRole("button", { name: "Run" });
  const problems = wrong.locator(".problems");
  await test.step("the static result is there, and no engine", async () => {
    await expect(first.getByText("static result")).toBeVisible();
    await expect(first.getByRole("status")).toContainText("when you press Run");
    await expect(wrong.getByRole("button", { name: "Run" })).toBeVisible();
    await expect(problems).toHaveCount(0);
    await page.waitForLoadState("networkidle");
    expect(embedding.requested(".wasm")).toEqual([]);
    await page.keyboard.press("Tab");
    await expect(run).toBeFocused();
  });
  await test.step("the playground opens with the pipeline as it is written", async () => {
    const link = first.getByRole("link", { name: /Open in the playground/ });
    await expect(link).toHaveAttribute("href", /#v1\./);
    const [lab] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await expect(lab.locator('[data-run="done"]')).toBeVisible();
    await expect(lab.locator("[data-row]")).toContainText(["Stage 1", "sequential"]);
    await expect(lab.locator('[data-row][data-name="FoldConstant"]')).toBeVisible();
    await lab.close();
    expect(embedding.requested(".wasm")).toEqual([]);
  });
  await test.step("it runs and is read by keyboard", async () => {
    await run.focus();
    await page.keyboard.press("Enter");
    await embedding.finished();
    await first.getByRole("tab", { name: "Before / after" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(first.getByRole("tab", { name: "Operators" })).toBeFocused();
    await expect(first.locator("pc-ops")).toBeVisible();
  });
  await test.step("what cannot be read is told once the engine is there, and can be put right", async () => {
    const again = wrong.getByRole("button", { name: "Run" });
    await again.click();
    await expect(problems).toContainText(
      "The attribute “instruments”: expected a comma or semicolon at character 15, but found “; x”.",
    );
    await expect(again).toBeDisabled();
    await wrong.evaluate((element) => element.removeAttribute("instruments"));
    await embedding.finished(1);
    await expect(problems).toHaveCount(0);
  });
});

test("it speaks the page's language, or its own, and axe has nothing to complain about", async ({
  embedding,
  page,
}) => {
  const head = "<style>:root { color-scheme: light; background: Canvas }</style>";
  const waiting = `<div lang="zh-CN">${demo('run="press" title="another"')}</div>`;
  await embedding.open(`<main><h1>Passes</h1>${demo('lang="zh"')}${waiting}</main>`, { head });
  await embedding.finished();
  await expect(embedding.demo(1).getByRole("button", { name: "运行" })).toBeVisible();
  await expect(embedding.demo(1).getByRole("link", { name: /在演练场中打开/ })).toBeVisible();
  await expectNoViolations(page);
  await page.evaluate(() => (document.documentElement.style.colorScheme = "dark"));
  await expect(embedding.demo().locator(".frame")).toHaveCSS("background-color", DARK);
  await expectNoViolations(page, { rules: COLOURS });
});

test("without JavaScript the static result is what there is", async ({ browser, hosts }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(hosts.page("plain.html", demo("")));
  await expect(page.getByText("static result")).toBeVisible();
  await expect(page.getByText("def @main")).toBeHidden();
  await context.close();
});

test("several on a page share one worker and one engine, each with its own results", async ({
  embedding,
  page,
}) => {
  const models = ["resnet18", "resnet34", "resnet18"];
  const all = models.map(
    (model) =>
      `<passcope-demo model="${model}" height="300" pipeline="SimplifyInference"></passcope-demo>`,
  );
  await embedding.open(`<div style="zoom: 0.4">${all.join("")}</div>`);
  for (const index of models.keys()) await embedding.finished(index);
  expect(embedding.workers).toHaveLength(1);
  expect(embedding.requested("passcope.first")).toHaveLength(1);
  expect(embedding.requested("passcope.deferred")).toHaveLength(1);
  await expect(embedding.demo(1).locator(".title")).toHaveText("ResNet-34");
  await embedding.demo(0).getByRole("tab", { name: "Operators" }).click();
  await embedding.demo(1).getByRole("tab", { name: "Operators" }).click();
  const changes = (index: number): Promise<string> =>
    embedding.demo(index).locator("pc-ops pre").innerText();
  await expect.poll(async () => (await changes(0)) === (await changes(1))).toBe(false);
  // Removing an element does not affect the others.
  await embedding.demo(0).evaluate((element) => element.remove());
  await embedding.demo(0).getByRole("button", { name: "Run" }).click();
  await embedding.finished(0);
  expect(embedding.workers).toHaveLength(1);
  await expect(page.locator("passcope-demo")).toHaveCount(2);
  expect(embedding.complaints).toEqual([]);
});
