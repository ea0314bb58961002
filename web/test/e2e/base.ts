// What all browser tests begin with: a page on the machine that the environment asks for, and checks that
// many of them make.
import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type BrowserContextOptions, type Page } from "@playwright/test";
import { prepareContext, preparePage } from "./machine";

interface Machine {
  /** Opens a page of somebody else's browser: nothing is kept there. */
  readonly visitor: (options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Machine>({
  context: async ({ context, serviceWorkers }, use) => {
    await prepareContext(context, serviceWorkers === "allow");
    await use(context);
    // What is still on its way to a page that closes is nobody's matter.
    await context.unrouteAll({ behavior: "ignoreErrors" });
  },
  page: async ({ page }, use) => {
    await preparePage(page);
    await use(page);
  },
  visitor: async ({ browser, baseURL }, use) => {
    const pages: Page[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
      await prepareContext(context);
      const page = await context.newPage();
      await preparePage(page);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

export { expect };

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing is cut off at the side, once what is to be shown has its place. */
export const expectFits = (page: Page): Promise<void> =>
  expect.poll(() => overflow(page), "nothing is wider than the window").toBeLessThanOrEqual(0);

/** What axe has to look at: with `rules`, for these alone; without what is `aside`, by its selector. */
interface AxeScope {
  readonly rules?: string[];
  readonly aside?: string;
}

/** Axe finds nothing. */
export async function expectNoViolations(
  page: Page,
  { rules, aside }: AxeScope = {},
): Promise<void> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // What it does not find fault with need not be told of.
    .options({ resultTypes: ["violations"] });
  if (rules) axe.withRules(rules);
  if (aside !== undefined) axe.exclude(aside);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`),
    "what axe finds",
  ).toEqual([]);
}

/** What differs between a page in the light and in the dark. */
export const COLOURS = ["color-contrast"];

/** Axe finds nothing in the light, and nothing about colours in the dark. */
export async function expectAccessible(page: Page, aside?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Colours change with the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expectNoViolations(page, {
      ...(colorScheme === "dark" ? { rules: COLOURS } : {}),
      ...(aside === undefined ? {} : { aside }),
    });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
