// What is seen at first, and how far it is to the rest: the first change, one panel alone, keys past the controls,
// a phone, runs that follow edits, code that waits.
import { deflateRawSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import { expect, expectFocused, test, type Shell } from "./page";

const selectedRow = (page: Page): Locator => page.locator('[data-row][aria-selected="true"]');
const ofApp = <T>(page: Page, read: (shell: Shell) => T): Promise<T> =>
  page.locator("pc-app").evaluate(read as unknown as (element: Element) => T);

/** How far an element reaches out of what scrolls around it, and out of the window, in pixels. */
const outOfSight = (of: Locator): Promise<number> =>
  of.evaluate((element) => {
    const box = element.getBoundingClientRect();
    let [top, bottom] = [0, window.innerHeight];
    let at: Element | null = element;
    while (at) {
      if (at !== element && /auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) {
        const view = at.getBoundingClientRect();
        [top, bottom] = [Math.max(top, view.top), Math.min(bottom, view.bottom)];
      }
      at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as ShadowRoot).host ?? null;
    }
    return Math.max(0, top - box.top, box.bottom - bottom);
  });

/** Elements of a kind whose text is cut off. */
const cut = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent?.trim() ?? ""),
    );

test.describe("after the first run", () => {
  for (const [width, height] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    test(`the first step that changed operators is shown, at ${width} × ${height}`, async ({
      playground,
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await playground.openAndRun();
      await expect(selectedRow(page)).toHaveAttribute("data-name", "ConvertLayout");
      await expect.poll(() => outOfSight(selectedRow(page))).toBe(0);
      // The effect of the pipeline is seen without scrolling: what changed last, too, and by how much.
      const last = playground.row("FoldConstant").last();
      await expect(last).toContainText("−22");
      await expect.poll(() => outOfSight(last)).toBe(0);
      await expect.poll(() => outOfSight(playground.row("ConvertLayout"))).toBe(0);
      await expect(playground.tab("Before / after")).toHaveAttribute("aria-selected", "true");
      const change = page.locator("pc-diff-preview .changed").first();
      await expect(change).toContainText("layout_transform");
      expect(await outOfSight(change.locator(".after"))).toBeLessThan(200);
      expect(await change.evaluate((row) => row.getBoundingClientRect().top)).toBeLessThan(height);
      await test.step("and whoever turns to it gets all of it, at the same place", async () => {
        await page.locator("pc-diff-preview").hover();
        await expect(page.locator("pc-merge .cm-changedLine").first()).toBeInViewport();
        await expect(page.locator("pc-diff-preview")).toHaveCount(0);
      });
    });
  }

  test("a diff whose first change is far down opens at it", async ({ playground, page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await playground.openAndRun();
    await playground.row("CanonicalizeOps").click();
    await expect(page.locator(".cm-merge-b .cm-changedLine").first()).toBeInViewport();
  });

  test("a selected step's changes are a preview first, and then the view that does everything", async ({
    playground,
    page,
  }) => {
    await playground.openAndRun();
    await playground.row("ConvertLayout").click();
    await expect(page.locator("pc-merge .cm-changedLine").first()).toBeInViewport();
    // Which of the two views comes up in the panel, in their order.
    await page.locator("pc-pass-diff").evaluate((panel) => {
      const seen: string[] = [];
      panel.setAttribute("data-seen", "");
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const { localName } of addedNodes as NodeListOf<Element>) {
            if (/^pc-(?:diff-preview|merge)$/.test(localName ?? "")) seen.push(localName);
          }
        }
        panel.setAttribute("data-seen", seen.join(" "));
      }).observe(panel.shadowRoot ?? panel, { childList: true, subtree: true });
    });
    await playground.row("FoldConstant").last().click();
    await expect(page.locator("pc-merge .cm-changedLine").first()).toBeInViewport();
    await expect(page.locator("pc-pass-diff")).toHaveAttribute(
      "data-seen",
      "pc-diff-preview pc-merge",
    );
  });

  test("the hooks open at the pass that is selected", async ({ playground, page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await playground.open();
    await ofApp(page, ({ app }) =>
      app.pipeline.set(
        app.store.state.pipeline.map((stage) =>
          stage.kind === "passes"
            ? {
                ...stage,
                instruments: [
                  {
                    id: "i",
                    kind: "builtin",
                    name: "PassTimingInstrument",
                    enabled: true,
                    options: "",
                  },
                ],
              }
            : stage,
        ),
      ),
    );
    await playground.runAgain();
    await playground.row("ConvertLayout").click();
    await playground.tab("Hooks").click();
    const pass = page.locator("pc-hooks tr.pass.selected");
    await expect(pass).toContainText("ConvertLayout");
    await expect(pass).toBeInViewport({ ratio: 1 });
  });

  test("whoever turns to the program before is left with it", async ({ playground, page }) => {
    await page.clock.install();
    await playground.open();
    await ofApp(page, ({ app }) => app.layout.showDetail("program"));
    await playground.finished();
    await expect(playground.tab("Program")).toHaveAttribute("aria-selected", "true");
    await expect(selectedRow(page)).toHaveCount(1);
  });

  test("another model's run shows what changed of it", async ({ playground, page }) => {
    await playground.openAndRun();
    await page.getByLabel("Depth").selectOption("34");
    await playground.runAgain();
    await expect(selectedRow(page)).toHaveCount(1);
    await expect(page.locator("[data-diff-of]")).toContainText("ConvertLayout");
  });
});

test("the lower panel is maximised by key and by button, and back", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await playground.openAndRun();
  const panel = page.locator("pc-detail");
  const height = async (): Promise<number> => (await panel.boundingBox())?.height ?? 0;
  const usual = await height();
  await page.keyboard.press("F9");
  await expect.poll(height).toBeGreaterThan(600);
  await expect(page.locator("pc-timing")).toBeHidden();
  await expect(playground.run).toBeVisible();
  await page.getByRole("button", { name: "Back to both panels" }).click();
  await expect.poll(height).toBe(usual);
  await expect(page.locator("pc-timing")).toBeVisible();
});

test("at 1280 × 720 names and badges are whole, and the changes have one row above them", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await playground.openAndRun();
  await expect(playground.row("BackwardFoldScaleAxis")).toContainText("opt level 3 > 2");
  await playground.add("Add a pass to stage 2", "EliminateCommonSubexpr");
  await playground.optLevel(2).selectOption("0");
  await playground.runAgain();
  await expect(playground.row("EliminateCommonSubexpr")).toContainText("opt level");
  expect(await cut(page, "pc-tree .label, pc-tree .status, pc-tree .name")).toEqual([]);
  expect(await cut(page, "pc-pipeline .fate, pc-pipeline .badge, pc-pipeline .step-name")).toEqual(
    [],
  );
  await playground.row("FoldConstant").last().click();
  const head = await page.locator("pc-detail .panel-head").boundingBox();
  const view = await page.locator("pc-merge, pc-pass-diff .empty").first().boundingBox();
  // The tabs, and one row that says what is shown.
  expect((view?.y ?? Infinity) - (head?.y ?? 0)).toBeLessThan(90);
  await expectFits(page);
});

test("how the times were measured takes no row of its own", async ({ playground, page }) => {
  await playground.openAndRun();
  const head = page.locator("pc-timing .panel-head");
  const height = async (): Promise<number> => (await head.boundingBox())?.height ?? Infinity;
  for (const [width, size] of [
    [1440, 900],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height: size });
    await expect(head.locator(".measured")).toContainText(/one run|median of/);
    expect(await height()).toBeLessThan(50);
  }
  await playground.add("Add a pass to stage 2", "EliminateCommonSubexpr");
  await expect(head.locator(".measured")).toContainText("before your changes: ");
  expect(await height()).toBeLessThan(50);
});

test("links lead past the controls", async ({ playground, page }) => {
  await playground.openAndRun();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the results" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expectFocused(page, "role", "tab");
  await expectFocused(page, "id", "tab-tree");
  await page.keyboard.press("Shift+Tab");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.reload();
  await playground.finished();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expectFocused(page, "role", "separator");
  expect(new URL(page.url()).hash).not.toContain("changes");
});

test("the language's buttons are called what is written on them", async ({ playground, page }) => {
  await playground.open();
  const buttons = page.locator("pc-language button");
  await expect(buttons).toHaveCount(2);
  const names = await buttons.evaluateAll((all) =>
    all.map((button) => [
      button.textContent?.trim() ?? "",
      button.getAttribute("aria-label") ?? "",
    ]),
  );
  // WCAG 2.5.3: the name has the words that are seen, as words.
  for (const [seen = "", name = ""] of names) expect(name.split(" ")).toContain(seen);
  // WCAG 2.5.8: they do not lie over each other.
  const [a, b] = [await buttons.first().boundingBox(), await buttons.last().boundingBox()];
  expect((a?.x ?? 0) + (a?.width ?? 0)).toBeLessThanOrEqual(b?.x ?? 0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 380, height: 800 }, hasTouch: true });

  test("Run leads to the results, and a pass to its changes", async ({ playground, page }) => {
    await playground.openAndRun();
    await playground.run.tap();
    await expect(page.getByRole("tab", { name: "Passes" })).toBeInViewport();
    await expect(playground.row("PassContext").first()).toBeInViewport();
    await playground.finished();
    await playground.row("ConvertLayout").tap();
    await expect(page.locator("pc-detail .panel-head")).toBeInViewport({ ratio: 1 });
    await expect(page.locator("pc-merge .cm-deletedChunk").first()).toBeInViewport();
    await expect(page.getByRole("button", { name: "Edit and go on" })).toBeInViewport({ ratio: 1 });
    await expectFits(page);
    await test.step("where the panel can have the window", async () => {
      await page.getByRole("button", { name: "Maximise this panel" }).tap();
      await expect
        .poll(async () => (await page.locator("pc-detail").boundingBox())?.height)
        .toBe(800);
      await expectFits(page);
      await expectAccessible(page);
    });
  });
});

test("a run follows the edits where that is switched on, which is remembered", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  const auto = page.getByRole("switch", { name: "Auto-run" });
  await auto.check();
  await playground.optLevel(1).selectOption("3");
  await expect(playground.row("BackwardFoldScaleAxis")).not.toContainText("opt level");
  await page.reload();
  await playground.finished();
  await expect(auto).toBeChecked();
  await test.step("code waits for a press of Run", async () => {
    await page.evaluate(() => {
      const { app } = document.querySelector("pc-app") as unknown as Shell;
      app.store.update({
        code: 'import { transform } from "passcope";\nexport const mine = transform.modulePass({ optLevel: 0, name: "mine" }, (mod) => mod);',
      });
      app.pipeline.set([
        ...app.store.state.pipeline.slice(0, 2),
        {
          ...(app.store.state.pipeline[2] as (typeof app.store.state.pipeline)[2] & object),
          ...{ passes: [{ kind: "code", id: "c1", name: "mine", enabled: true }] },
        },
      ]);
    });
    await expect(page.getByText("Changed; its code waits for Run")).toBeVisible();
    await expect(page.locator("iframe")).toHaveCount(0);
    await playground.runAgain();
    await expect(playground.row("mine")).toBeVisible();
  });
});

test("a link with code says what it holds, and that Run runs it", async ({ playground, page }) => {
  const document = {
    reproducer: 1,
    program: { model: "resnet", options: { num_layers: 18 } },
    stages: [{ kind: "passes", passes: [{ code: "mine" }], instruments: [{ code: "spy" }] }],
    code: 'import { transform } from "passcope";\nexport const spy = { name: "spy", runBeforePass() {} };\nexport const mine = transform.modulePass({ optLevel: 0, name: "mine" }, (mod) => mod);',
  };
  const data = deflateRawSync(Buffer.from(JSON.stringify(document))).toString("base64url");
  await page.goto(`./#v1.${data}`);
  const notice = page.locator(".notice.waiting");
  await expect(notice).toContainText(
    "This link holds ResNet-18, 1 stage of passes, and code: mine and spy, 3 lines.",
  );
  await expect(notice).toContainText("The code runs when you press Run");
  await expect(page.locator("[data-run]")).toContainText("Has code; waits for Run");
  await expect(page.locator("iframe")).toHaveCount(0);
  await notice.getByRole("button", { name: "Look at the code" }).click();
  await expect(page.locator("pc-code-tab")).toContainText("modulePass");
  await expectFits(page);
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Run now" }).click();
  await playground.finished();
  await expect(notice).toHaveCount(0);
  await expect(playground.row("mine")).toBeVisible();
});

test("ResNet-152's graph can be read as a whole: blocks that are repeated are boxes", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await page.getByLabel("Depth").selectOption("152");
  await playground.runAgain();
  await playground.tab("Graph").click();
  await page.keyboard.press("F9");
  const graph = page.locator("pc-graph");
  const first = page
    .getByRole("listbox", { name: /Nodes of the graph/ })
    .getByRole("option")
    .first();
  const nodes = async (): Promise<number> => Number(await first.getAttribute("aria-setsize"));
  await expect.poll(nodes).toBeLessThan(30);
  await graph.getByRole("button", { name: "Show all" }).click();
  /** How far apart in pixels the first and the second node are drawn. */
  const step = (): Promise<number> =>
    graph.evaluate((view) => {
      const at = (place: number): number =>
        (view as unknown as { placeOf(place: number): { y: number } | undefined }).placeOf(place)
          ?.y ?? 0;
      return at(1) - at(0);
    });
  await expect.poll(step).toBeGreaterThan(25);
  await test.step("a box is opened and closed by keys", async () => {
    const pad = page.getByRole("listbox", { name: /Nodes of the graph/ });
    const before = await nodes();
    await page.getByRole("searchbox", { name: "Search nodes" }).fill("block ×35");
    await page.keyboard.press("Enter");
    const card = page.getByRole("region", { name: "Selected node" });
    await expect(card.getByRole("heading")).toHaveText("block + block ×35");
    await pad.press("Space");
    await expect.poll(nodes).toBeGreaterThan(before);
    await card.getByRole("button", { name: "Close block" }).click();
    await expect.poll(nodes).toBe(before);
  });
  await graph.getByRole("button", { name: "Fold repeats" }).click();
  await expect.poll(nodes).toBeGreaterThan(600);
});
