// Opens pages of a folder in a browser, for checks of built files.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { findChromium } from "./requirements.mjs";

const types = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Serves a folder on a free port of this machine. */
function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = path.join(folder, pathname);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = types[path.extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/**
 * Opens pages of a folder and waits until each has set the title "done".
 *
 * @param {string} folder
 * @param {string[]} pages relative to the folder
 * @param {{timeout?: number, done?: (page: import("playwright-core").Page) => Promise<void>}} [options] `timeout`:
 * milliseconds for each page; `done`: called with each page that is done
 * @returns {Promise<string[]>} the problems of each page; empty if there are none
 */
export async function openPages(folder, pages, { timeout = 60_000, done: look } = {}) {
  const { chromium } = await import("playwright-core");
  const server = await serve(folder);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const outcomes = [];
    for (const name of pages) {
      const page = await browser.newPage();
      const seen = [];
      page.on("console", (message) => seen.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => seen.push(`exception: ${error.message}`));
      page.on("response", (response) => {
        if (response.status() >= 400) seen.push(`${response.status()}: ${response.url()}`);
      });
      await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
      const done = await page
        .waitForFunction(() => globalThis.document.title === "done", undefined, { timeout })
        .then(
          () => true,
          () => false,
        );
      if (done) await look?.(page);
      const title = await page.title();
      outcomes.push(done ? "" : [`${name} ended as "${title}"`, ...seen].join("\n"));
      await page.close();
    }
    return outcomes;
  } finally {
    await browser.close();
    server.close();
  }
}
