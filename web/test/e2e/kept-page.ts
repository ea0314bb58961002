// A page that several tests share, because opening it and its first run take longer than most tests.
//
// After each test, the page is reset. If nothing new ran, the state after the first run replaces the current state.
// Otherwise the stored data is deleted and the page opens again.
//
// Tests of languages, the service worker, the browser's history or the first load use the test of page.ts, which opens
// a new page for each.
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { AppState } from "../../src/core/state/app-state";
import { prepareContext, preparePage } from "./machine";
import { expect, Playground, test as base, watchPolicy, type Shell } from "./page";

/** The window's property with the state after the first run. */
interface Kept {
  passcopeTestStart?: AppState;
}

/** Resets a page to the state after its first run. False if there was none, or something ran later. */
const backToStart = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const start = (window as Kept).passcopeTestStart;
    const store = (document.querySelector("pc-app") as unknown as Shell | null)?.app.store;
    if (!start || !store) return false;
    const { state } = store;
    // The language belongs to the document, not to the state.
    if (document.documentElement.lang !== "en") return false;
    if (state.run.kind !== "done" || !state.snapshots) return false;
    // The engine keeps only the programs of the latest run, and some edits run automatically.
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

/** Leaves the page's site and deletes its stored data. */
async function leave(page: Page): Promise<void> {
  const { origin, protocol: scheme } = new URL(page.url());
  // Comes first, so data that is stored on leaving is deleted too.
  await page.goto("about:blank");
  if (!scheme.startsWith("http")) return;
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await protocol.detach();
}

/** Keeps the worker's page between two tests. */
class Shelf {
  #page: Page | undefined;

  /** Takes the kept page, or opens a new one. */
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

  /** Resets the page and keeps it for the next test. */
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
    // The page selects the first change automatically.
    await expect(this.page.locator('[data-row][aria-selected="true"]')).toBeVisible();
    await this.page.locator("pc-app").evaluate(async (shell) => {
      const { app } = shell as unknown as Shell;
      // Remarks arrive last, so without the wait they would arrive during the first test.
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
