// Faults of browsers: workers and processes that end, stores that are full or do not answer, other tabs, and clocks
// that jump. The page reports each fault and keeps all typed text.
import type { Page } from "@playwright/test";
import { expect, test, type Shell } from "./page";

const TYPED = "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}";

const type = async (page: Page, text = TYPED): Promise<void> => {
  await page.locator("pc-app").evaluate((shell, given) => {
    (shell as unknown as Shell).app.program.setSource({ kind: "text", text: given, title: "mine" });
  }, `#[version = "0.0.5"]\n${text}`);
};
const source = (page: Page): Promise<string> =>
  page.locator("pc-app").evaluate((shell) => {
    const { source: now } = (shell as unknown as Shell).app.store.state;
    return now.kind === "text" ? now.text : now.kind;
  });

test("a worker that the browser ends in the middle of a run is replaced", async ({
  playground,
  page,
}) => {
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    Reflect.set(window, "made", workers);
    window.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        if (args[1]?.name?.startsWith("passcope engine")) workers.push(this);
      }
    };
  });
  await playground.openAndRun();
  await type(page);
  // Ends the workers as the browser does: without an event for the page.
  await page.locator("pc-app").evaluate((shell) => {
    void (shell as unknown as Shell).app.runs.run();
    for (const worker of Reflect.get(window, "made") as Worker[]) worker.terminate();
  });
  await expect(page.getByRole("alert")).toContainText("The browser ended it");
  expect(await source(page)).toContain("nn.relu");
  await playground.runAgain();
});

test("a store that never answers does not keep the page from opening", async ({
  playground,
  page,
}) => {
  await page.addInitScript(() => {
    // As if another tab blocks the store: no event comes.
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await playground.openAndRun();
  await type(page);
  await page.reload();
  await expect.poll(() => source(page)).toContain("nn.relu");
});

test("work is kept where the store is full", async ({ playground, page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await playground.openAndRun();
  await type(page);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("passcope.workspace.last")))
    .toContain("nn.relu");
  await page.reload();
  await expect.poll(() => source(page)).toContain("nn.relu");
});

test("work that the browser does not keep is said not to be", async ({ playground, page }) => {
  await page.addInitScript(() => {
    const full = (): never => {
      throw new DOMException("full", "QuotaExceededError");
    };
    IDBObjectStore.prototype.put = full;
    Storage.prototype.setItem = full;
  });
  await playground.openAndRun();
  await type(page);
  await expect(page.getByRole("alert")).toContainText("The browser cannot save this work");
  expect(await source(page)).toContain("nn.relu");
});

test("a store of a newer version does no harm", async ({ playground, page }) => {
  // On a page of the site without its own connection to the store.
  await page.goto("./favicon.svg");
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("keyval-store", 7);
        request.onupgradeneeded = () => request.result.createObjectStore("another");
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(new Error("it does not open"));
      }),
  );
  await playground.open();
  await playground.finished();
  await type(page);
  await page.reload();
  await expect.poll(() => source(page)).toContain("nn.relu");
});

test("two tabs with the same work: the later one is told, and nothing is lost", async ({
  playground,
  page,
  context,
}) => {
  await playground.openAndRun();
  await type(page);
  await page.reload();
  await playground.finished();
  const second = await context.newPage();
  await second.goto("./");
  await expect(second.getByRole("alert")).toContainText("also open in another tab");
  await expect.poll(() => source(second)).toContain("nn.relu");
  await type(second, TYPED.replace("nn.relu", "exp"));
  await type(page, TYPED.replace("nn.relu", "tanh"));
  // Each tab continues with its own work.
  await second.reload();
  await expect.poll(() => source(second)).toContain("exp");
  await page.reload();
  await expect.poll(() => source(page)).toContain("tanh");
  // The next visit of one tab offers the work of the other.
  await second.goto("about:blank");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("passcope.workspace.other")))
    .toContain("exp");
  await page.reload();
  await page.getByRole("button", { name: "Back to that work" }).first().click();
  await expect.poll(() => source(page)).toContain("exp");
});

test("a clock that jumps leaves runs and what was typed as they are", async ({
  playground,
  page,
}) => {
  await page.clock.install();
  await playground.openAndRun();
  await type(page);
  await page.clock.setSystemTime(new Date("2001-01-01"));
  await playground.runAgain();
  await page.clock.fastForward(400 * 3_600_000);
  await playground.runAgain();
  await page.clock.setSystemTime(new Date("1980-01-01"));
  await playground.runAgain();
  expect(await source(page)).toContain("nn.relu");
  await page.reload();
  await expect.poll(() => source(page)).toContain("nn.relu");
});
