// The page shows its first results fast.
import { test } from "./page";
import { expectWithin } from "./yardstick";

test("shows the first results soon after it is opened", async ({ playground, page }) => {
  await playground.openAndRun();
  await expectWithin(page, 30, "first results", async () => {
    await page.reload();
    await page.locator("[data-row]").first().waitFor();
    return page.evaluate(() => performance.now());
  });
});
