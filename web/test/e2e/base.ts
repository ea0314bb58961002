// What all browser tests begin with: a page on the machine that the environment asks for, and checks that
// many of them make.
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
 * A test has ended, and with it the interest in what it answers in the server's place: such an answer may fail. That holds
 * from the call on. The browser is not waited for: it asks every worker to let requests pass, and one that is being ended may
 * never answer, while the page is closed next anyway.
 */
function endRoutes(of: Page | BrowserContext): void {
  of.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
}

interface Machine {
  /** Opens a page of somebody else's browser: nothing is kept there. */
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

/** By how many pixels the page is wider than its window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing is cut off at the side, once what is to be shown has its place. */
export const expectFits = (page: Page): Promise<void> =>
  expect.poll(() => overflow(page), "nothing is wider than the window").toBeLessThanOrEqual(0);

/** What axe has to look at. */
interface AxeScope {
  /** These rules alone, */
  readonly rules?: string[];
  /** or all but these, */
  readonly without?: string[];
  /** not what fits this selector, */
  readonly aside?: string | undefined;
  /** or one element alone, in whatever shadow it is. */
  readonly within?: Locator;
}

/** Elements' names, from the document's on, each in the shadow of the one before. */
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

/** Axe finds nothing. */
export async function expectNoViolations(
  page: Page,
  { rules, without, aside, within }: AxeScope = {},
): Promise<void> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // What it does not find fault with need not be told of.
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

/** What differs between a page in the light and in the dark, and takes most of axe's time. */
export const COLOURS = ["color-contrast"];

/** How a view of the page, or the page as a whole when none is named, is looked at. */
interface Look {
  readonly aside?: string;
  /** The view's element. Other tests look at the colours of what is around it. */
  readonly view?: Locator;
}

/** Shows the page in the light and in the dark, one after the other. */
async function inLightAndDark(
  page: Page,
  look: (colorScheme: "light" | "dark") => Promise<void>,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours change with the next frame, since tests ask for less motion.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await look(colorScheme);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Axe finds nothing in the light, and nothing about colours in the dark. */
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

/** What an element shows, or the whole page, has enough contrast in the light and in the dark. */
export const expectContrast = (page: Page, within?: Locator): Promise<void> =>
  inLightAndDark(page, () =>
    expectNoViolations(page, { rules: COLOURS, ...(within && { within }) }),
  );

/** As expectAccessible, without colours: of a page in another language, most of them are those of the first. */
export const expectAccessibleWords = (page: Page): Promise<void> =>
  expectNoViolations(page, { without: COLOURS });
