// Random links in the browser, the same in each run. The page opens each or refuses it in words. No view fails, and the
// page stays usable. PASSCOPE_PAGE_LINKS sets their number.
import { randomLink } from "../fuzz/documents";
import { expect, test } from "./page";

const number = (name: string, standard: number): number => Number(process.env[name] ?? standard);
const count = number("PASSCOPE_PAGE_LINKS", 12);
const first = number("PASSCOPE_PAGE_LINKS_FROM", 100_000);

test("random links leave the page usable", async ({ playground, page, baseURL }) => {
  test.setTimeout(Math.max(300_000, 60_000 * count));
  const protocol = await page.context().newCDPSession(page);
  const { origin } = new URL(baseURL ?? "");
  for (let seed = first; seed < first + count; ++seed) {
    await test.step(`seed ${seed}`, async () => {
      await page.goto(`./#${randomLink(seed)}`);
      await expect(page.locator("pc-run").getByRole("button").first()).toBeVisible();
      for (const tab of ["graph", "operators", "remarks", "compare", "hooks", "code", "program"]) {
        const button = page.locator(`pc-detail #tab-${tab}`);
        if (await button.isVisible()) await button.click();
      }
      await expect(page.locator("pc-detail [role=tabpanel]")).toBeVisible();
      await expect(page.locator(".view-error")).toHaveCount(0);
      playground.expectNoComplaints();
      // The next link must not find the work of this one.
      await page.goto("about:blank");
      await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    });
  }
});
