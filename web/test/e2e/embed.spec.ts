// The embedded element on another site's pages: what it shows, when, and how it looks.
import AxeBuilder from "@axe-core/playwright";
import { demo, expect, test } from "./embedding";

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
  expect(embedding.requested(".wasm")).toHaveLength(1);
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
  expect(embedding.requested(".wasm")).toHaveLength(1);
  await expect(embedding.demo(1).locator(".title")).toHaveText("ResNet-34");
  await embedding.demo(0).getByRole("tab", { name: "Operators" }).click();
  await embedding.demo(1).getByRole("tab", { name: "Operators" }).click();
  const changes = (index: number): Promise<string> =>
    embedding.demo(index).locator("pc-ops pre").innerText();
  expect(await changes(0)).not.toBe(await changes(1));
  // One that is taken out takes nothing from the others.
  await embedding.demo(0).evaluate((element) => element.remove());
  await embedding.demo(0).getByRole("button", { name: "Run" }).click();
  await embedding.finished(0);
  expect(embedding.workers).toHaveLength(1);
  expect(await page.locator("passcope-demo").count()).toBe(2);
  expect(embedding.complaints).toEqual([]);
});

test("custom properties and attributes say how it looks", async ({ embedding }) => {
  const style = `<style>html { font-size: 10px; letter-spacing: 3px }
    passcope-demo { --passcope-accent: rgb(200, 0, 100); --passcope-font: monospace; --passcope-height: 20rem }
    </style>`;
  await embedding.open(demo('height="25rem"') + demo(""), { head: style });
  await embedding.finished();
  const looks = (selector: string, property: string, index = 0): Promise<string> =>
    embedding
      .demo(index)
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  expect(await looks("button.primary", "background-color")).toBe("rgb(200, 0, 100)");
  expect(await looks(".title", "font-family")).toBe("monospace");
  // Not the page's letters, nor its idea of a rem.
  expect(await looks(".title", "font-size")).toBe("14px");
  expect(await looks(".title", "letter-spacing")).toBe("normal");
  expect(await looks(".results", "height")).toBe("250px");
  await embedding.demo(1).scrollIntoViewIfNeeded();
  await embedding.finished(1);
  expect(await looks(".results", "height", 1)).toBe("200px");
});

test("it follows the colour scheme of the page around, also when that changes", async ({
  embedding,
  page,
}) => {
  await embedding.open(demo('panels="graph"'), {
    head: "<style>:root { color-scheme: dark; background: #111 }</style>",
  });
  await embedding.finished();
  const background = (): Promise<string> =>
    embedding
      .demo()
      .locator(".frame")
      .evaluate((frame) => getComputedStyle(frame).backgroundColor);
  await expect(embedding.demo().locator("canvas").first()).toBeVisible();
  const canvas = (): Promise<Buffer> => embedding.demo().locator("pc-graph").screenshot();
  expect(await background()).toBe("rgb(24, 29, 37)");
  const dark = await canvas();
  await page.evaluate(() => (document.documentElement.style.colorScheme = "light"));
  expect(await background()).toBe("rgb(255, 255, 255)");
  await expect(async () => expect((await canvas()).equals(dark)).toBe(false)).toPass();
});

for (const scheme of ["light", "dark"] as const) {
  for (const lang of ["en", "zh"]) {
    test(`nothing for axe to complain about: ${scheme}, ${lang}`, async ({ embedding, page }) => {
      const head = `<style>:root { color-scheme: ${scheme}; background: Canvas }</style>`;
      await embedding.open(`<main><h1>Passes</h1>${demo(`lang="${lang}"`)}</main>`, { head });
      await embedding.finished();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    });
  }
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
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wide).toBe(false);
});

test("the playground opens with the same", async ({ embedding, page, context }) => {
  await embedding.open(demo('panels="timing op-diff"'));
  await embedding.finished();
  const link = page.getByRole("link", { name: /Open in the playground/ });
  await expect(link).toHaveAttribute("href", /#v1\./);
  const [lab] = await Promise.all([context.waitForEvent("page"), link.click()]);
  expect(lab.url()).toContain(`${embedding.hosts.siteOrigin}/`);
  await expect(lab.locator('[data-run="done"]')).toBeVisible({ timeout: 20_000 });
  await expect(lab.locator("[data-row]")).toContainText(["Stage 1", "sequential"]);
  await expect(lab.locator("pc-ops")).toContainText('"FoldConstant", {"add": -1}');
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
  const results = await page.evaluate(
    () => (globalThis as unknown as { results: object[] }).results,
  );
  expect(results).toMatchObject([{ passes: 4 }, { passes: 2 }]);
});
