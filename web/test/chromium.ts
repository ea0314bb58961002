// How the page's tests start Chromium, whoever runs them.
import { findChromium } from "../../scripts/lib/requirements.mjs";

/** @param compilesFast whether V8 compiles WebAssembly with its first compiler alone. */
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
    // Most tests keep a page for seconds. What V8's second compiler of WebAssembly makes faster there costs more
    // than it gives back, a sixth of all that the tests compute; tests of the package in Node run with it.
    ...(compilesFast ? ["--js-flags=--liftoff-only"] : []),
  ],
});
