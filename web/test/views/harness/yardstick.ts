// Measures the speed of a view, in yardsticks.
import { expect } from "vitest";
import { inYardsticks, yardstick } from "../../yardstick";

/** Expects that the result of `measure`, in milliseconds, is at most `limit` yardsticks. */
export async function expectWithin(
  limit: number,
  what: string,
  measure: () => Promise<number>,
): Promise<void> {
  const share = await inYardsticks(limit, yardstick, measure);
  expect(share, `${what}, in yardsticks`).toBeLessThanOrEqual(limit);
}

/** The longest time in milliseconds during which `act` blocks the page. */
export async function longestTask(act: () => Promise<void>): Promise<number> {
  let longest = 0;
  const note = (entries: PerformanceEntryList): void => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "longtask" });
  await act();
  note(observer.takeRecords());
  observer.disconnect();
  return longest;
}
