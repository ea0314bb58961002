// What the first load fetches: no more than what its measured size counts.
import path from "node:path";
import { firstLoad } from "../../../scripts/lib/sizes.mjs";
import { expect, test } from "./page";

test("the first load fetches what its measured size counts, and nothing else", async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.finished();
  await page.waitForLoadState("networkidle");
  const names = new Set(
    playground.requests
      .filter((url) => url.startsWith("http"))
      .map((url) => path.basename(new URL(url).pathname) || "index.html"),
  );
  names.delete("folder");
  const counted = new Set(firstLoad().map((file) => path.basename(file)));
  expect([...names].filter((name) => !counted.has(name))).toEqual([]);
});
