// The embedded element on another site's pages: what it shows, when, and how it looks.
import { COLOURS, expectFits, expectNoViolations } from "./base";
import { demo, expect, SMALL, test } from "./embedding";

test("across origins: the static result first, then the panels", async ({ embedding, page }) => {
  await embedding.open(demo('panels="timing op-diff ir-diff graph hooks"'));
  await embedding.finished();
  await expect(page.getByText("static result")).toBeHidden();
  await expect(page.locator('[data-row][data-name="FoldConstant"]')).toBeVisible();
  await expect(page.locator("pc-ops")).toContainText('[[1, "FoldConstant", {"add": -1}]');
  await page.getByRole("tab", { name: "Before / after" }).click();
  await expect(page.locator("pc-merge")).toContainText("multiply");
  await page.getByRole("tab", { name: "Graph" }).click();
  await expect(page.locator("pc-graph canvas").first()).toBeVisible();
  await expect(page.getByRole("option", { name: /multiply/ })).toHaveCount(1);
  await page.getByRole("tab", { name: "Hooks" }).click();
  await expect(page.locator("pc-hooks")).toBeVisible();
  expect(embedding.complaints).toEqual([]);
});

test("the engine is not loaded before the element is in view", async ({ embedding, page }) => {
  const far = '<p style="height: 300vh">Much text</p>';
  await embedding.open(`${far}${demo("")}`);
  await expect(embedding.demo().locator('[data-run="waiting"]')).toBeAttached();
  await page.waitForLoadState("networkidle");
  expect(embedding.requested(".wasm")).toEqual([]);
  expect(embedding.requested("demo-")).toEqual([]);
  expect(embedding.workers).toEqual([]);
  await expect(page.getByText("static result")).toBeAttached();
  await embedding.demo().scrollIntoViewIfNeeded();
  await embedding.finished();
  expect(embedding.requested("passcope.first")).toHaveLength(1);
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

test('with run="press" it waits for Run, by keyboard too', async ({ embedding, page }) => {
  await embedding.open(demo('run="press"'));
  await expect(page.getByText("static result")).toBeVisible();
  await expect(page.getByRole("status")).toContainText("when you press Run");
  await page.waitForLoadState("networkidle");
  expect(embedding.requested(".wasm")).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Run" })).toBeFocused();
  await page.keyboard.press("Enter");
  await embedding.finished();
  await page.getByRole("tab", { name: "Before / after" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Operators" })).toBeFocused();
  await expect(page.locator("pc-ops")).toBeVisible();
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
  // One that is taken out takes nothing from the others.
  await embedding.demo(0).evaluate((element) => element.remove());
  await embedding.demo(0).getByRole("button", { name: "Run" }).click();
  await embedding.finished(0);
  expect(embedding.workers).toHaveLength(1);
  await expect(page.locator("passcope-demo")).toHaveCount(2);
  expect(embedding.complaints).toEqual([]);
});

test("custom properties and attributes say how it looks", async ({ embedding }) => {
  const style = `<style>html { font-size: 10px; letter-spacing: 3px }
    passcope-demo { --passcope-accent: rgb(200, 0, 100); --passcope-font: monospace; --passcope-height: 20rem }
    </style>`;
  await embedding.open(demo('height="25rem"') + demo(""), { head: style });
  await embedding.finished();
  const part = (selector: string, index = 0) => embedding.demo(index).locator(selector).first();
  await expect(part("button.primary")).toHaveCSS("background-color", "rgb(200, 0, 100)");
  await expect(part(".title")).toHaveCSS("font-family", "monospace");
  // Not the page's letters, nor its idea of a rem.
  await expect(part(".title")).toHaveCSS("font-size", "14px");
  await expect(part(".title")).toHaveCSS("letter-spacing", "normal");
  await expect(part(".results")).toHaveCSS("height", "250px");
  await embedding.demo(1).scrollIntoViewIfNeeded();
  await embedding.finished(1);
  await expect(part(".results", 1)).toHaveCSS("height", "200px");
});

test("it follows the colour scheme of the page around, also when that changes", async ({
  embedding,
  page,
}) => {
  await embedding.open(demo('panels="graph"'), {
    head: "<style>:root { color-scheme: dark; background: #111 }</style>",
  });
  await embedding.finished();
  const frame = embedding.demo().locator(".frame");
  await expect(embedding.demo().locator("canvas").first()).toBeVisible();
  const canvas = (): Promise<Buffer> => embedding.demo().locator("pc-graph").screenshot();
  await expect(frame).toHaveCSS("background-color", "rgb(24, 29, 37)");
  const dark = await canvas();
  await page.evaluate(() => (document.documentElement.style.colorScheme = "light"));
  await expect(frame).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(async () => expect((await canvas()).equals(dark)).toBe(false)).toPass();
});

for (const lang of ["en", "zh"]) {
  test(`nothing for axe to complain about: ${lang}`, async ({ embedding, page }) => {
    const head = "<style>:root { color-scheme: light; background: Canvas }</style>";
    await embedding.open(`<main><h1>Passes</h1>${demo(`lang="${lang}"`)}</main>`, { head });
    await embedding.finished();
    await expectNoViolations(page);
    await page.evaluate(() => (document.documentElement.style.colorScheme = "dark"));
    await expect(embedding.demo().locator(".frame")).toHaveCSS(
      "background-color",
      "rgb(24, 29, 37)",
    );
    await expectNoViolations(page, { rules: COLOURS });
  });
}

test("it speaks the page's language", async ({ embedding, page }) => {
  await embedding.open(`<div lang="zh-CN">${demo('run="press"')}</div>`);
  await expect(page.getByRole("button", { name: "运行" })).toBeVisible();
  await expect(page.getByRole("link", { name: /在演练场中打开/ })).toBeVisible();
});

test("on a narrow page everything is in reach", async ({ embedding, page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await embedding.open(demo('panels="timing op-diff ir-diff graph hooks code"'));
  await embedding.finished();
  await expectFits(page);
});

test("the playground opens with the same", async ({ embedding, page, context }) => {
  await embedding.open(demo('panels="timing op-diff"'));
  await embedding.finished();
  const link = page.getByRole("link", { name: /Open in the playground/ });
  await expect(link).toHaveAttribute("href", /#v1\./);
  const [lab] = await Promise.all([context.waitForEvent("page"), link.click()]);
  expect(lab.url()).toContain(`${embedding.hosts.siteOrigin}/`);
  await expect(lab.locator('[data-run="done"]')).toBeVisible();
  await expect(lab.locator("[data-row]")).toContainText(["Stage 1", "sequential"]);
  await expect(lab.locator("pc-ops")).toContainText('"FoldConstant", {"add": -1}');
});

test("before it has run, the playground opens with the pipeline as it is written", async ({
  embedding,
  page,
  context,
}) => {
  await embedding.open(demo('run="press" opt-level="3" instruments="PassStatistics"'));
  const link = page.getByRole("link", { name: /Open in the playground/ });
  await expect(link).toHaveAttribute("href", /#v1\./);
  expect(embedding.requested(".wasm")).toEqual([]);
  const [lab] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await expect(lab.locator('[data-run="done"]')).toBeVisible();
  await expect(lab.locator("[data-row]")).toContainText(["Stage 1", "sequential"]);
  await expect(lab.locator('[data-row][data-name="FoldConstant"]')).toBeVisible();
});

test("a pipeline that cannot be read is told once the engine is there, and can be put right", async ({
  embedding,
  page,
}) => {
  await embedding.open(demo('run="press" instruments="PassStatistics; x"'));
  const problems = embedding.demo().locator(".problems");
  await expect(problems).toHaveCount(0);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(problems).toContainText(
    "The attribute “instruments” has no comma or semicolon at character 15: “; x”.",
  );
  await expect(page.getByRole("button", { name: "Run" })).toBeDisabled();
  await embedding.demo().evaluate((element) => element.removeAttribute("instruments"));
  await embedding.finished();
  await expect(problems).toHaveCount(0);
});

test("changed attributes show something else, and events tell of it", async ({
  embedding,
  page,
}) => {
  await embedding.open(
    `<script>
      window.results = [];
      addEventListener("passcope-result", ({ detail }) => results.push(detail));
    </script>${demo("")}`,
  );
  await embedding.finished();
  await embedding.demo().evaluate((element) => element.setAttribute("pipeline", "ToANormalForm"));
  await expect(page.locator('[data-row][data-name="ToANormalForm"]')).toBeVisible();
  await embedding.finished();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { results: object[] }).results))
    .toMatchObject([{ passes: 4 }, { passes: 2 }]);
});
