// Measures speed on a whole page, in yardsticks.
import type { Page } from "@playwright/test";
import { inYardsticks, yardstick } from "../yardstick";
import { expect, test } from "./base";

/** Expects that the result of `measure`, in milliseconds, is at most `limit` yardsticks. */
export async function expectWithin(
  page: Page,
  limit: number,
  what: string,
  measure: () => Promise<number>,
): Promise<void> {
  const share = await inYardsticks(limit, () => page.evaluate(yardstick), measure);
  test.info().annotations.push({ type: what, description: `${share.toFixed(2)} yardsticks` });
  expect(share, `${what}, in yardsticks`).toBeLessThanOrEqual(limit);
}

/** The longest time in milliseconds during which `act` blocks the page. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = { longest: 0 };
    const note = (entries: PerformanceEntryList): void => {
      for (const { duration } of entries) seen.longest = Math.max(seen.longest, duration);
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "longtask" });
    const end = (): number => {
      note(observer.takeRecords());
      observer.disconnect();
      return seen.longest;
    };
    Reflect.set(window, "endOfTasks", end);
  });
  await act();
  return page.evaluate(() => (Reflect.get(window, "endOfTasks") as () => number)());
}
