// Makes the machine slower, or its clock coarser, by variables of the environment:
//
//   PASSCOPE_TEST_CPU_THROTTLE=4   pages compute at a quarter of the speed (by the browser's own protocol)
//   PASSCOPE_TEST_CLOCK_MS=1       clocks of pages, workers and so the engine tick once in a millisecond
import type { BrowserContext, Page } from "@playwright/test";

const numberOf = (name: string, usual: number): number => {
  const value = Number(process.env[name] ?? usual);
  if (!(value >= usual)) throw new Error(`${name} is not a number of at least ${usual}`);
  return value;
};

/** The factor by which pages are slowed down. */
export const throttle = numberOf("PASSCOPE_TEST_CPU_THROTTLE", 1);

/** Milliseconds between two ticks of the clock. 0 keeps the browser's clock. */
export const clockMs = numberOf("PASSCOPE_TEST_CLOCK_MS", 0);

/** Makes the clock of a page or a worker coarse. It runs before any other script. */
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
 * @param asBuilt true to serve scripts unchanged, because a service worker checks their digests. Workers then keep the
 * browser's clock.
 */
export async function prepareContext(context: BrowserContext, asBuilt = false): Promise<void> {
  if (throttle > 1) {
    // For windows that the site opens. `preparePage` awaits those that a test opens.
    context.on("page", (page) => void preparePage(page).catch(() => undefined));
  }
  if (clockMs > 0) {
    await context.addInitScript(coarseClock);
    if (asBuilt) return;
    // Playwright cannot add scripts to workers, so the script is added to their files.
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
