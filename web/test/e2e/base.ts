// The base of all browser tests: a page on the machine that the environment describes, and common checks.
import AxeBuilder from "@axe-core/playwright";
import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "@playwright/test";
import { prepareContext, preparePage } from "./machine";

/**
 * Lets answers of routes fail after a test has ended. This takes effect with the call. The function does not wait for
 * the browser, which asks every worker to let requests pass. A worker that is ending may never answer.
 */
function endRoutes(of: Page | BrowserContext): void {
  of.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
}

interface Machine {
  /** Opens a page in a new browser context, which has no stored data. */
  readonly visitor: (options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Machine>({
  context: async ({ context, serviceWorkers }, use) => {
    await prepareContext(context, serviceWorkers === "allow");
    await use(context);
    endRoutes(context);
  },
  page: async ({ page }, use) => {
    await preparePage(page);
    await use(page);
    endRoutes(page);
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
    for (const page of pages) {
      endRoutes(page);
      endRoutes(page.context());
      await page.context().close();
    }
  },
});

export { expect };

/** The number of pixels by which the page is wider than its window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Waits until nothing is cut off at the side. */
export const expectFits = (page: Page): Promise<void> =>
  expect.poll(() => overflow(page), "nothing is wider than the window").toBeLessThanOrEqual(0);

/** The scope of axe. */
interface AxeScope {
  /** Only these rules. */
  readonly rules?: string[];
  /** All rules except these. */
  readonly without?: string[];
  /** Without elements that match this selector. */
  readonly aside?: string | undefined;
  /** Only this element, in any shadow root. */
  readonly within?: Locator;
}

/** The names of elements from the document inwards. Each is in the shadow root of the previous one. */
const shadowPath = (element: Locator): Promise<[string, string, ...string[]]> =>
  element.evaluate((inner) => {
    const path: string[] = [];
    for (let at: Element | undefined = inner; at;) {
      path.unshift(at.localName);
      const root: Node = at.getRootNode();
      at = root instanceof ShadowRoot ? root.host : undefined;
    }
    const [outer, next, ...rest] = path;
    if (outer === undefined || next === undefined) throw new Error("it is in no shadow");
    return [outer, next, ...rest];
  });

/** Expects that axe finds nothing. */
export async function expectNoViolations(
  page: Page,
  { rules, without, aside, within }: AxeScope = {},
): Promise<void> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // Only violations are needed.
    .options({ resultTypes: ["violations"] });
  if (rules) axe.withRules(rules);
  if (without) axe.disableRules(without);
  if (aside !== undefined) axe.exclude(aside);
  if (within) axe.include({ fromShadowDom: await shadowPath(within) });
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`),
    "what axe finds",
  ).toEqual([]);
}

/** The rules that differ between light and dark. They take most of axe's time. */
export const COLOURS = ["color-contrast"];

/** The scope of a check: a view, or the whole page. */
interface Look {
  readonly aside?: string;
  /** The element of the view. Other tests check the colours around it. */
  readonly view?: Locator;
}

/** Shows the page in the light and then in the dark. */
async function inLightAndDark(
  page: Page,
  look: (colorScheme: "light" | "dark") => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours change with the next frame, because tests ask for reduced motion.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await look(colorScheme);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Expects that axe finds nothing in the light, and no fault of colours in the dark. */
export function expectAccessible(page: Page, { aside, view }: Look = {}): Promise<void> {
  const colours = view ? { rules: COLOURS, within: view } : { rules: COLOURS, aside };
  return inLightAndDark(page, async (colorScheme) => {
    if (colorScheme === "dark") await expectNoViolations(page, colours);
    else if (!view) await expectNoViolations(page, { aside });
    else {
      await expectNoViolations(page, { without: COLOURS, aside });
      await expectNoViolations(page, colours);
    }
  });
}

/** Expects enough contrast of an element, or of the whole page, in the light and in the dark. */
export const expectContrast = (page: Page, within?: Locator): Promise<void> =>
  inLightAndDark(page, () =>
    expectNoViolations(page, { rules: COLOURS, ...(within && { within }) }),
  );

/** Like expectAccessible, but without colours. In another language, most colours are the same. */
export const expectAccessibleWords = (page: Page): Promise<void> =>
  expectNoViolations(page, { without: COLOURS });
