// The built site for scripts that measure it: a plain server, and the browser.

import { spawn } from "node:child_process";
import path from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../../scripts/lib/requirements.mjs";

const PREFIX = "/site/";

/**
 * Serves a folder until the process is killed that it answers with.
 *
 * @param {string} dist
 * @param {string} port
 */
export function serveSite(dist, port) {
  const server = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "../test/e2e/static-server.mjs"), dist, port, PREFIX],
    { stdio: "inherit" },
  );
  return { server, address: `http://127.0.0.1:${port}${PREFIX}` };
}

export const launchBrowser = () =>
  chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
