// The documents as pages of the site: links to them, their search and their layout.
import { expect, expectAccessible, expectFits, test } from "./base";

test("a reader finds a document from the playground and searches by keyboard", async ({ page }) => {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto("index.html");
  const { origin } = new URL(page.url());
  page.on("request", (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin) {
      elsewhere.push(request.url());
    }
  });
  await page.getByRole("link", { name: "Docs", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/index\.html$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Documents");
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Search the documents" }).focus();
  await page.keyboard.type("TorchScript archive");
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/\d+ results?/);
  await expectAccessible(page);
  const result = page.locator("#search li a").filter({ hasText: "Importing models" }).first();
  await expect(result).toBeVisible();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("ArrowDown");
    if (await result.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(result).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/importing\.html/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Importing models");

  await page.setViewportSize({ width: 380, height: 800 });
  for (const name of ["importing", "playground", "internals/tests", "index"]) {
    await page.goto(`docs/${name}.html`);
    await expectFits(page);
    await expectAccessible(page);
  }
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test("the documents can be read without scripts", async ({ visitor }) => {
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto("docs/index.html");
  await page.getByRole("link", { name: "Importing models" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Importing models");
});
