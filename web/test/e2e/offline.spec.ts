// The site without a connection, and during an update.
import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import path from "node:path";
import type { Page } from "@playwright/test";
import { CodePage, probe } from "./code-page";
import { OwnSite } from "./own-site";
import { expect, test, type Shell } from "./page";

test.use({ serviceWorkers: "allow" });

/** Advances the clock until the page stores itself, and waits for that. */
async function kept(page: Page): Promise<void> {
  await page.clock.fastForward(10_000);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test("everything works without a connection after the first visit", async ({
  playground,
  page,
  context,
}) => {
  await page.clock.install();
  await playground.openProgram();
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await playground.finished();
  await playground.optLevel(1).selectOption("3");
  await playground.runAgain();
  await playground.row("ConvertLayout").click();
  await expect(page.locator(".cm-merge-b")).toContainText("layout_transform");
  await playground.tab("Graph").click();
  await expect(page.getByRole("listbox", { name: /Nodes of the graph/ })).toBeVisible();
  await expect(page.getByText(/^Laying out/)).toHaveCount(0);
  await playground.tab("Hooks").click();
  await expect(page.locator("pc-hooks")).toContainText("No stage of this run");
  await playground.tab("Icicle").click();
  await expect(page.getByRole("tree", { name: /Passes by time/ })).toBeVisible();
  await playground.tab("Program").click();
  await playground.program.click();
  await expect(page.locator("pc-editor .cm-content")).toBeVisible();
  // In the other language, and at another address of the page.
  await page.goto("./?again");
  await playground.finished();
});

test("code runs without a connection", async ({ playground, page, context }) => {
  await page.clock.install();
  await playground.openAndRun();
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await playground.finished();
  const code = new CodePage(playground);
  await code.write(probe('console.log("no connection", navigator.onLine);'));
  await code.addPass("probe");
  await playground.runAgain();
  await expect(await code.console()).toHaveText(["no connection false"]);
  const frames = page.frames().filter((frame) => frame.parentFrame() !== null);
  expect(await Promise.all(frames.map((frame) => frame.evaluate(() => self.origin)))).toEqual([
    new URL(page.url()).origin,
    "null",
  ]);
});

test("the cells of a tutorial run without a connection after the first visit", async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto("learn/pass-infra.html");
  await expect(page.getByRole("button", { name: "Run all" })).toBeVisible();
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Run all" }).click();
  const cells = await page.locator(".cell").count();
  expect(cells).toBeGreaterThan(5);
  await expect(page.locator("#notebook-bar").getByRole("status")).toHaveText(
    `${cells} of ${cells} cells have run`,
  );
  await expect(page.locator('.cell[data-status="done"]')).toHaveCount(cells);
  // Another tutorial in the other language, which was not opened with a connection.
  await page.goto("learn/zh/annotate-spans.html");
  await page.getByRole("button", { name: "全部运行" }).click();
  const done = page.locator('.cell[data-status="done"]');
  await expect(done).toHaveCount(await page.locator(".cell").count());
});

test("the parts of the engine and its kernels are kept as they were built", async ({
  playground,
  page,
}) => {
  await page.clock.install();
  await playground.openAndRun();
  await kept(page);
  const parts = await page.evaluate(async () => {
    const [name = ""] = await caches.keys();
    const cache = await caches.open(name);
    const found: { name: string; digest: string }[] = [];
    for (const request of await cache.keys()) {
      if (!/\/assets\/.*\.wasm$/.test(request.url)) continue;
      const bytes = await (await cache.match(request))?.arrayBuffer();
      const digest = new Uint8Array(
        await crypto.subtle.digest("SHA-256", bytes ?? new ArrayBuffer(0)),
      );
      found.push({
        name: request.url.replace(/^.*\//, ""),
        digest: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
      });
    }
    return found;
  });
  expect(parts.map(({ name }) => name.replace(/-.*/, "")).sort()).toEqual([
    "passcope.deferred",
    "passcope.first",
    "passcope.frontends",
    "passcope.kernels",
    "passcope.kernels.relaxed",
  ]);
  for (const { name, digest } of parts) {
    const bytes = await readFile(path.resolve(import.meta.dirname, "../../dist/assets", name));
    expect(digest, name).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

const versionOf = (page: Page): Promise<string | null> =>
  page.locator('meta[name="version"]').getAttribute("content");

/** Waits until the service worker of the next version is waiting. */
const nextWaits = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (registration.waiting) resolve();
        registration.installing?.addEventListener("statechange", look);
      };
      registration.addEventListener("updatefound", look);
      look();
    });
  });

test("an update never mixes versions", async ({ playground, page, context }) => {
  const site = await OwnSite.open();
  try {
    await page.clock.install();
    await page.goto(site.address);
    await playground.finished();
    await kept(page);
    const first = await versionOf(page);
    await site.update();

    // The open page continues with its own version, also for files that it loads later.
    await playground.row("ConvertLayout").click();
    await expect(page.locator(".cm-merge-b")).toContainText("layout_transform");
    // The new version has loaded and waits.
    await nextWaits(page);
    await page.reload();
    await playground.finished();
    await expect.poll(() => versionOf(page)).toBe(first);
    await playground.tab("Graph").click();
    await expect(page.getByRole("listbox", { name: /Nodes of the graph/ })).toBeVisible();
    // When no page uses the old version, the new one takes over.
    await page.goto("about:blank");
    await expect
      .poll(async () => {
        await page.goto(site.address);
        const now = await versionOf(page);
        if (now === first) await page.goto("about:blank");
        return now;
      })
      .toBe(OwnSite.NEXT);
    await playground.finished();
    await playground.tab("Graph").click();
    await expect(page.getByRole("listbox", { name: /Nodes of the graph/ })).toBeVisible();
    expect(playground.complaints).toEqual([]);
  } finally {
    await context.setOffline(true);
    await site.close();
  }
});

for (const isKept of [false, true]) {
  test(`an update that takes away what an open page has not loaded is told, ${isKept ? "" : "not "}kept for use offline`, async ({
    playground,
    page,
  }) => {
    // The browser also reports the missing file.
    playground.mayComplain = true;
    const site = await OwnSite.open();
    try {
      await page.clock.install();
      // A slow browser would keep the site before the update.
      if (!isKept) {
        await page.addInitScript(() =>
          Reflect.deleteProperty(Navigator.prototype, "serviceWorker"),
        );
      }
      await page.goto(site.address);
      await playground.finished();
      if (isKept) await kept(page);
      await page.locator("pc-app").evaluate((shell) => {
        const text = '#[version = "0.0.5"]\ndef @main(%x: Tensor[(1, 8), float32]) { nn.relu(%x) }';
        (shell as unknown as Shell).app.program.setSource({ kind: "text", text, title: "mine" });
      });
      await site.update();
      if (isKept) {
        // The stored files of the old version are lost, as when the browser needs the space.
        await page.evaluate(async () => {
          for (const name of await caches.keys()) await caches.delete(name);
        });
      }
      await playground.tab("Graph").click();
      const card = page.getByRole("alert").filter({ hasText: "has been updated" });
      await expect(card).toContainText("Your work is kept");
      await card.getByRole("button", { name: "Reload the page" }).click();
      await expect.poll(() => versionOf(page)).toBe(OwnSite.NEXT);
      await expect(page.locator("pc-app")).toBeVisible();
      const text = (): Promise<string> =>
        page.locator("pc-app").evaluate((shell) => {
          const { source } = (shell as unknown as Shell).app.store.state;
          return source.kind === "text" ? source.text : source.kind;
        });
      await expect.poll(text).toContain("nn.relu");
      await playground.tab("Graph").click();
      await expect(card).toHaveCount(0);
      await expect(page.getByRole("listbox", { name: /Nodes of the graph/ })).toBeVisible();
    } finally {
      await site.close();
    }
  });
}
