// A page that one test after the other is given: opening it and its first run take longer than what most tests then
// do.
//
// What a test leaves behind is taken back before the next one: of a page on which nothing was run anew by putting
// the state that it had after its first run in the place of what it has now, of any other by emptying what it has
// stored and opening it again. Tests of another language, of a service worker, of the browser's history or of what
// the first load fetches take the test of page.ts, which gives each a page of its own.
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { AppState } from "../../src/core/state/app-state";
import { prepareContext, preparePage } from "./machine";
import { expect, Playground, test as base, watchPolicy, type Shell } from "./page";

/** What the page itself keeps for the tests: the state after its first run. */
interface Kept {
  passcopeTestStart?: AppState;
}

/** Makes a page as it was after its first run; false where there was none, or something ran after it. */
const backToStart = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const start = (window as Kept).passcopeTestStart;
    const store = (document.querySelector("pc-app") as unknown as Shell | null)?.app.store;
    if (!start || !store) return false;
    const { state } = store;
    // The language is the document's, not the state's.
    if (document.documentElement.lang !== "en") return false;
    if (state.run.kind !== "done" || !state.snapshots) return false;
    // The programs that the engine keeps are those of the latest run, and some edits run by themselves.
    for (const key of [
      "asked",
      "source",
      "program",
      "pipeline",
      "code",
      "editing",
      "check",
    ] as const) {
      if (state[key] !== start[key]) return false;
    }
    store.update(start);
    (document.activeElement as HTMLElement | null)?.blur();
    return true;
  });

/** Leaves the page's site, and empties what it has stored. */
async function leave(page: Page): Promise<void> {
  const { origin, protocol: scheme } = new URL(page.url());
  // First, so that what is stored as the page is left is emptied, too.
  await page.goto("about:blank");
  if (!scheme.startsWith("http")) return;
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await protocol.detach();
}

/** The worker's page, between two tests. */
class Shelf {
  #page: Page | undefined;

  /** The page, or a new one when there is none; it is not on the shelf then. */
  async take(browser: Browser, options: BrowserContextOptions): Promise<Page> {
    const kept = this.#page;
    this.#page = undefined;
    if (kept) return kept;
    const context = await browser.newContext(options);
    await prepareContext(context);
    const page = await context.newPage();
    await preparePage(page);
    await watchPolicy(page);
    return page;
  }

  /** Takes back what a test did to the page, and keeps the page for the next one. */
  async putBack(page: Page, { viewport, reducedMotion }: BrowserContextOptions): Promise<void> {
    for (const event of ["console", "pageerror", "request"] as const)
      page.removeAllListeners(event);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().clearPermissions();
    await page.emulateMedia({ colorScheme: null, reducedMotion: reducedMotion ?? null });
    if (viewport) await page.setViewportSize(viewport);
    if (!(await backToStart(page))) await leave(page);
    this.#page = page;
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
  }
}

class KeptPlayground extends Playground {
  override async open(): Promise<void> {
    await leave(this.page);
    await this.page.goto("./");
  }

  override async openAndRun(): Promise<void> {
    if (await backToStart(this.page)) {
      await this.page.mouse.move(0, 0);
      return;
    }
    await super.openAndRun();
    // The page selects the first change by itself.
    await expect(this.page.locator('[data-row][aria-selected="true"]')).toBeVisible();
    await this.page.locator("pc-app").evaluate(async (shell) => {
      const { app } = shell as unknown as Shell;
      // What passes say comes last, and would otherwise come in the midst of the first test.
      await app.remarks.ask();
      (window as Kept).passcopeTestStart = app.store.state;
    });
  }
}

export const test = base.extend<object, { shelf: Shelf }>({
  shelf: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern.
    async ({}, use) => {
      const shelf = new Shelf();
      await use(shelf);
      await shelf.close();
    },
    { scope: "worker" },
  ],
  page: async ({ shelf, browser, baseURL, viewport, serviceWorkers, reducedMotion }, use) => {
    const options = { ...(baseURL ? { baseURL } : {}), viewport, serviceWorkers, reducedMotion };
    const page = await shelf.take(browser, options);
    await use(page);
    await shelf.putBack(page, options);
  },
  playground: async ({ page }, use) => {
    const playground = new KeptPlayground(page);
    await use(playground);
    playground.expectNoComplaints();
  },
});
