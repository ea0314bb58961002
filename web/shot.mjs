import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
const port = 4391;
const server = spawn("node", ["test/e2e/static-server.mjs", "dist", String(port), "/any/folder/"], { stdio: "ignore" });
await new Promise((r) => setTimeout(r, 700));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless","--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"] });
export async function open(opts = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...opts });
  page.on("console", (m) => console.log("console", m.type(), m.text()));
  page.on("pageerror", (e) => console.log("pageerror", e.message, e.stack?.split("\n").slice(0,4).join("|")));
  await page.goto(`http://127.0.0.1:${port}/any/folder/`);
  await page.locator('[data-run="done"]').waitFor({ timeout: 30000 });
  return page;
}
export async function done() { await browser.close(); server.kill(); }
