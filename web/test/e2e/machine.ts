// The machine that a test runs on, as the environment says it is to be: slower, or with a coarser clock.
//
//   PASSCOPE_TEST_CPU_THROTTLE=4   pages compute at a quarter of the speed (by the browser's own protocol)
//   PASSCOPE_TEST_CLOCK_MS=1       clocks of pages and workers, and so the engine's, tick once in a millisecond
import type { BrowserContext, Page } from "@playwright/test";

const numberOf = (name: string, usual: number): number => {
  const value = Number(process.env[name] ?? usual);
  if (!(value >= usual)) throw new Error(`${name} is not a number of at least ${usual}`);
  return value;
};

/** How many times slower than it is the processor seems to pages. */
export const throttle = numberOf("PASSCOPE_TEST_CPU_THROTTLE", 1);

/** Milliseconds between two ticks of the clock; 0 for the browser's own. */
export const clockMs = numberOf("PASSCOPE_TEST_CLOCK_MS", 0);

/** Makes the clock of a page or a worker tick as coarsely; run before anything else there. */
const coarseClock = `if (!performance.passcopeTestClock) {
  const fine = Performance.prototype.now;
  Object.defineProperty(Performance.prototype, "passcopeTestClock", { value: ${clockMs} });
  Performance.prototype.now = function now() {
    return Math.floor(fine.call(this) / ${clockMs}) * ${clockMs};
  };
}
`;

/**
 * Prepares a context before it has any page.
 *
 * @param asBuilt whether scripts have to come as they were built, since a service worker looks at their digests.
 *   Workers then keep the browser's clock.
 */
export async function prepareContext(context: BrowserContext, asBuilt = false): Promise<void> {
  if (throttle > 1) {
    // Windows that the site opens; those that a test opens are waited for by preparePage.
    context.on("page", (page) => void preparePage(page).catch(() => undefined));
  }
  if (clockMs > 0) {
    await context.addInitScript(coarseClock);
    if (asBuilt) return;
    // Playwright puts no script into workers, so theirs come with it.
    await context.route(/^[^?#]*\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${coarseClock}${await response.text()}` });
    });
  }
}

export async function preparePage(page: Page): Promise<void> {
  if (throttle <= 1) return;
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: throttle });
}
