// `node scripts/screenshots.mjs`: takes the pictures of docs/images again, from the built site.

import { spawn } from "node:child_process";
import path from "node:path";
import { buildSite } from "./lib/build.mjs";
import { readOptions } from "./lib/options.mjs";
import { findChromium } from "./lib/requirements.mjs";
import { main, root, step } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

const port = 4399;
const images = path.join(root, "docs", "images");

/** Opens the page and waits for its first results. */
async function open(browser, { width = 1440, height = 900, colorScheme = "light" } = {}) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    locale: "en",
  });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.locator('[data-run="done"]').waitFor({ timeout: 60_000 });
  return page;
}

const row = (page, name) => page.locator(`[data-row][data-name="${name}"]`).first();
const tab = (page, name) => page.getByRole("tab", { name, exact: true });

async function raiseDetails(page) {
  const border = page.getByRole("separator");
  for (let i = 0; i < 5; i += 1) await border.press("ArrowUp");
}

/** The actions before each picture. */
const pictures = {
  playground: async (page) => {
    await row(page, "ConvertLayout").click();
    await tab(page, "Operators").click();
    await page.locator("pc-ops td").first().waitFor();
  },
  diff: async (page) => {
    await raiseDetails(page);
    await row(page, "ConvertLayout").click();
    await page.locator(".cm-merge-b").waitFor();
  },
  graph: async (page) => {
    await raiseDetails(page);
    await row(page, "ConvertLayout").click();
    await tab(page, "Graph").click();
    const nodes = page.getByRole("listbox", { name: /Nodes of the graph/ });
    await nodes.getByRole("option").first().waitFor({ state: "attached" });
    await nodes.focus();
    await page.keyboard.press("Home");
    for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowDown");
  },
  times: async (page) => {
    await row(page, "ConvertLayout").click();
    await tab(page, "Table").click();
    await page.locator("pc-timing-table").waitFor();
  },
  icicle: async (page) => {
    await tab(page, "Icicle").click();
  },
  code: async (page) => {
    await tab(page, "Code").click();
    await page.locator("pc-code-tab .cm-content").waitFor();
    await page.locator("pc-code-tab select").first().selectOption({ index: 1 });
    await page.getByText("Loading types…").waitFor({ state: "hidden" });
  },
  hooks: async (page) => {
    const context = page.getByRole("button", { name: "Context" });
    await context.nth(1).click();
    for (const name of ["PassTimingInstrument", "PassStatistics"]) {
      await page.getByRole("combobox", { name: "Add an instrument to stage 2" }).fill(name);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator('[data-run="done"]').waitFor();
    await tab(page, "Hooks").click();
  },
};

readOptions({
  usage: "node scripts/screenshots.mjs [options]",
  about: "Takes the screenshots of docs/images again, from the built site.",
});

await main(async () => {
  await setup(["wasm", "page"]);
  await buildSite();
  // Imported here, because the steps above may have installed it.
  const { chromium } = await import("playwright-core");
  const server = spawn(process.execPath, [
    path.join(root, "web/test/e2e/static-server.mjs"),
    path.join(root, "web/dist"),
    String(port),
  ]);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
  try {
    for (const [name, prepare] of Object.entries(pictures)) {
      await step(`Picture ${name}`, async () => {
        const page = await open(browser);
        await prepare(page);
        await page.waitForTimeout(1500);
        await page.screenshot({ path: path.join(images, `${name}.png`) });
        await page.close();
      });
    }
    await step("Pictures dark and narrow", async () => {
      const dark = await open(browser, { colorScheme: "dark" });
      await row(dark, "ConvertLayout").click();
      await tab(dark, "Icicle").click();
      await dark.waitForTimeout(1500);
      await dark.screenshot({ path: path.join(images, "dark.png") });
      const narrow = await open(browser, { width: 380, height: 820 });
      await narrow.waitForTimeout(500);
      await narrow.screenshot({ path: path.join(images, "narrow.png") });
    });
  } finally {
    await browser.close();
    server.kill();
  }
});
