// The setup of all tests of views: the page's styles, and a reset after each test.
import { afterEach, beforeEach, expect } from "vitest";
import { commands, locators, page, type Locator } from "vitest/browser";
import { setLanguage } from "../../../src/i18n/language";
import "../../../src/ui/styles/page.css";
import { backToStart } from "./app";
import "./matchers";
import { unmount } from "./mount";

declare module "vitest/browser" {
  interface LocatorSelectors {
    /** By a CSS selector, in any shadow root. */
    css(selector: string): Locator;
  }
}

locators.extend({ css: (selector) => `css=${selector}` });

await commands.complaints();
document.documentElement.lang = "en";

const size = { width: 1440, height: 900 };

beforeEach(async () => {
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
  expect(await commands.complaints(), "what the page complains about").toEqual([]);
});
