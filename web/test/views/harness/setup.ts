// What holds for every test of a view: the page's styles, and that nothing of a test is left for the next one.
import { afterEach, beforeEach, expect } from "vitest";
import { commands, locators, page, type Locator } from "vitest/browser";
import { setLanguage } from "../../../src/i18n/language";
import "../../../src/ui/styles/page.css";
import { backToStart } from "./app";
import "./matchers";
import { unmount } from "./mount";

declare module "vitest/browser" {
  interface LocatorSelectors {
    /** By a CSS selector, in whatever shadow. */
    css(selector: string): Locator;
  }
}

locators.extend({ css: (selector) => `css=${selector}` });

/** What the page said that it should not have said. */
const complaints: string[] = [];

for (const kind of ["error", "warn"] as const) {
  const say = console[kind].bind(console);
  console[kind] = (...words: unknown[]) => {
    say(...words);
    const said = words.join(" ");
    // Of the browser, no mistake: what changes its size is measured a frame later.
    if (!said.includes("ResizeObserver loop")) complaints.push(said);
  };
}

document.documentElement.lang = "en";

const size = { width: 1440, height: 900 };

beforeEach(async () => {
  complaints.length = 0;
  if (innerWidth !== size.width || innerHeight !== size.height) {
    await page.viewport(size.width, size.height);
  }
});

afterEach(async () => {
  unmount();
  backToStart();
  await setLanguage("en");
  localStorage.clear();
  sessionStorage.clear();
  await commands.media({ colorScheme: null, reducedMotion: "reduce" });
  expect(complaints, "what the page complains about").toEqual([]);
});
