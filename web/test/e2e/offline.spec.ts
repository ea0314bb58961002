// The site without a connection, and over an update.
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { CodePage, probe } from "./code-page";
import { expect, test } from "./page";

test.use({ serviceWorkers: "allow" });

/** Lets the time come at which the page has itself kept, and waits until it is. */
async function kept(page: Page): Promise<void> {
  await page.clock.fastForward(10_000);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
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
  // Another tutorial, in the other language, which was never looked at with a connection.
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

test("an update never mixes versions", async ({ playground, page, context }) => {
  // A site of its own, to be changed.
  const site = await mkdtemp(path.join(tmpdir(), "passcope-site-"));
  await cp(path.resolve(import.meta.dirname, "../../dist"), site, { recursive: true });
  const port = await freePort();
  const server = spawn(process.execPath, [
    path.join(import.meta.dirname, "static-server.mjs"),
    site,
    String(port),
  ]);
  try {
    const address = `http://127.0.0.1:${port}/`;
    await expect
      .poll(() =>
        fetch(address).then(
          (r) => r.ok,
          () => false,
        ),
      )
      .toBe(true);
    await page.clock.install();
    await page.goto(address);
    await playground.finished();
    await kept(page);
    const version = (): Promise<string | null> =>
      page.locator('meta[name="version"]').getAttribute("content");
    const first = await version();

    // The next version: each file of the assets under another name, as after a change of all of them.
    const assets = path.join(site, "assets");
    const names = (await readdir(assets)).filter((name) => /-[\w-]{8}\.\w+$/.test(name));
    const renamed = new Map(
      names.map((name, i) => [
        name,
        name.replace(/-[\w-]{8}\./, `-${String(i).padStart(8, "0")}.`),
      ]),
    );
    const text = /\.(?:js|css|html)$/;
    for (const file of [
      "index.html",
      ...(await readdir(assets)).map((name) => `assets/${name}`).filter((name) => text.test(name)),
    ]) {
      let content = await readFile(path.join(site, file), "utf8");
      for (const [from, to] of renamed) content = content.replaceAll(from, to);
      await writeFile(path.join(site, file), content.replaceAll(first ?? "", "1".repeat(16)));
    }
    for (const [from, to] of renamed) await rename(path.join(assets, from), path.join(assets, to));
    const worker = await readFile(path.join(site, "sw.js"), "utf8");
    const [listed = "{}"] = /\{(?:"[^"]+":"sha256-[^"]+",?)+\}/.exec(worker) ?? [];
    const files = await Promise.all(
      Object.keys(JSON.parse(listed) as object).map(async (name) => {
        const now = `${path.dirname(name)}/${renamed.get(path.basename(name)) ?? path.basename(name)}`;
        const bytes = await readFile(path.join(site, now));
        const digest = createHash("sha256").update(bytes).digest("base64");
        return [now.replace(/^\.\//, ""), `sha256-${digest}`] as const;
      }),
    );
    await writeFile(
      path.join(site, "sw.js"),
      worker
        .replace(listed, JSON.stringify(Object.fromEntries(files)))
        .replaceAll(first ?? "", "1".repeat(16)),
    );

    // The page that is open gets on with its own version, also with what it has not loaded yet.
    await playground.row("ConvertLayout").click();
    await expect(page.locator(".cm-merge-b")).toContainText("layout_transform");
    // The new version is there, and waits.
    await page.evaluate(async () => {
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
    await page.reload();
    await playground.finished();
    await expect.poll(version).toBe(first);
    await playground.tab("Graph").click();
    await expect(page.getByRole("listbox", { name: /Nodes of the graph/ })).toBeVisible();
    // Once nobody looks at the old one, it is the new one.
    await page.goto("about:blank");
    await expect
      .poll(async () => {
        await page.goto(address);
        const now = await version();
        if (now === first) await page.goto("about:blank");
        return now;
      })
      .toBe("1".repeat(16));
    await playground.finished();
    await playground.tab("Graph").click();
    await expect(page.getByRole("listbox", { name: /Nodes of the graph/ })).toBeVisible();
    expect(playground.complaints).toEqual([]);
  } finally {
    await context.setOffline(true);
    server.kill();
    await once(server, "exit");
    await rm(site, { recursive: true });
  }
});
