// Checks a view with axe, in the light and in the dark, in both languages.
import axe, { type RunOptions } from "axe-core";
import { expect } from "vitest";
import { commands, type Locator } from "vitest/browser";
import { setLanguage, textsReady } from "../../../src/i18n/language";

/** The rules that differ between light and dark. They take most of axe's time. */
const COLOURS = { runOnly: ["color-contrast"] };

const nextFrame = (): Promise<void> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

async function expectNoViolations(view: Locator, options: RunOptions): Promise<void> {
  const { violations } = await axe.run(view.element(), {
    resultTypes: ["violations"],
    iframes: false,
    ...options,
  });
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`),
    "what axe finds",
  ).toEqual([]);
}

/** Expects that axe finds nothing in the light, no fault of colours in the dark, and no fault of words in Chinese. */
export async function expectAccessible(view: Locator): Promise<void> {
  await commands.media({ colorScheme: "light" });
  await nextFrame();
  await expectNoViolations(view, {});
  await commands.media({ colorScheme: "dark" });
  // Colours change with the next frame, because tests ask for reduced motion.
  await nextFrame();
  await expectNoViolations(view, COLOURS);
  await setLanguage("zh");
  await textsReady();
  await nextFrame();
  await expectNoViolations(view, { rules: { "color-contrast": { enabled: false } } });
  await setLanguage("en");
  await commands.media({ colorScheme: null });
}

/** Waits until nothing is cut off at the side. */
export const expectFits = (): Promise<void> =>
  expect
    .poll(() => document.documentElement.scrollWidth - innerWidth, {
      message: "nothing is wider than the window",
    })
    .toBeLessThanOrEqual(0);
