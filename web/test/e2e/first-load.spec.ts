// What the first load fetches: no more than what its measured size counts.
import path from "node:path";
import { firstLoad } from "../../../scripts/lib/sizes.mjs";
import { deferredPart, heldBack } from "./deferred-part";
import { expect, test } from "./page";

test("the first load fetches what its measured size counts, and nothing else", async ({
  playground,
  page,
}) => {
  // The first result does without the engine's later part, which is then fetched behind it.
  const later = await heldBack(page);
  await playground.open();
  await playground.finished();
  await later.asked;
  later.release();
  await page.waitForLoadState("networkidle");
  const names = new Set(
    playground.requests
      .filter((url) => url.startsWith("http") && !deferredPart.test(url))
      .map((url) => path.basename(new URL(url).pathname) || "index.html"),
  );
  names.delete("folder");
  const counted = new Set(firstLoad().map((file) => path.basename(file)));
  expect([...names].filter((name) => !counted.has(name))).toEqual([]);
});
