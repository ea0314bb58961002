// Another project on the same origin, as on pages of one user, has a service worker whose scope contains the site, and
// caches. The site works, uses its own worker, and touches nothing of the other project.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { OwnSite } from "./own-site";
import { expect, test } from "./page";

test.use({ serviceWorkers: "allow" });

/** Answers from its own cache first, as many projects do, and else from the network. */
const OTHER = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith(
  caches.match(event.request).then((kept) => kept ?? fetch(event.request)),
));
let heard = 0;
addEventListener("message", () => (heard += 1));
`;

test("a worker and caches of another project are left alone", async ({ page, playground }) => {
  test.slow();
  const site = await OwnSite.open("project/");
  try {
    await writeFile(path.join(site.root, "other.js"), OTHER);
    await writeFile(path.join(site.root, "other.html"), "<!doctype html><title>Other</title>");
    await page.goto(`${site.origin}other.html`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("other.js");
      await navigator.serviceWorker.ready;
      const cache = await caches.open("other v1");
      await cache.put("kept.txt", new Response("kept"));
    });
    await page.goto(site.address);
    await playground.finished();
    const workers = (): Promise<string[]> =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(
          ({ active }) => active?.scriptURL ?? "",
        ),
      );
    await expect.poll(workers).toContain(`${site.address}sw.js`);
    // The site's worker takes the page over from the other one.
    await page.waitForFunction(() =>
      navigator.serviceWorker.controller?.scriptURL.endsWith("/project/sw.js"),
    );
    expect(await workers()).toContain(`${site.origin}other.js`);
    expect(await page.evaluate(() => caches.keys())).toContain("other v1");
    await page.reload();
    await playground.finished();
    playground.expectNoComplaints();
  } finally {
    await site.close();
  }
});
