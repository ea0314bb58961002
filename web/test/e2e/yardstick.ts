// How quick something is, in multiples of what a fixed piece of work takes the same page on the same machine at
// the same time. Each figure is the best of a few, since other work on the machine only ever adds to one.
import type { Page } from "@playwright/test";
import { expect, test } from "./base";

/** Milliseconds that a page takes to make, sort and join 100,000 texts: about 100 on a machine of 2024. */
const yardstick = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const began = performance.now();
    let seed = 1;
    const texts = Array.from({ length: 100_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String(seed);
    });
    texts.sort();
    if (texts.join("").length === 0) throw new Error("nothing was made");
    return performance.now() - began;
  });

/** What `measure` says in milliseconds comes to be no more than so many yardsticks, at the best of five. */
export async function expectWithin(
  page: Page,
  limit: number,
  what: string,
  measure: () => Promise<number>,
): Promise<void> {
  const shares: number[] = [];
  while (shares.length < 5 && !(Math.min(...shares) <= limit)) {
    const before = await yardstick(page);
    const took = await measure();
    shares.push(took / Math.max(before, await yardstick(page)));
  }
  const best = Math.min(...shares);
  test.info().annotations.push({ type: what, description: `${best.toFixed(2)} yardsticks` });
  expect(best, `${what}, in yardsticks`).toBeLessThanOrEqual(limit);
}

/** The longest time that the page was kept busy in one go, in milliseconds, while `act` did something. */
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
