// The launch options of Chromium for all tests of the page.
import { findChromium } from "../../scripts/lib/requirements.mjs";

/** @param compilesFast true to compile WebAssembly only with V8's first compiler. */
export const launchOptions = (
  compilesFast: boolean,
): { executablePath: string; args: string[] } => ({
  executablePath: findChromium() ?? "chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Most tests keep a page for seconds. V8's second compiler of WebAssembly then costs more than it saves: a sixth of
    // the tests' computing time. Tests of the package in Node use it.
    ...(compilesFast ? ["--js-flags=--liftoff-only"] : []),
  ],
});
