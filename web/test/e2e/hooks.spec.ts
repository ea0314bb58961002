// The diagram of hook calls.
import type { Locator, Page } from "@playwright/test";
import type { StageHooks } from "../../src/core/protocol/messages";
import { logOf } from "../unit/runs";
import { expectAccessible, expectFits } from "./base";
import { test } from "./kept-page";
import { expect, type Playground, type Shell } from "./page";

/** Gives every stage these instruments of the engine's table, and runs. */
async function instrument(playground: Playground, names: readonly string[]): Promise<void> {
  await playground.page.evaluate((given) => {
    const { app } = document.querySelector("pc-app") as unknown as Shell;
    app.pipeline.set(
      app.store.state.pipeline.map((stage) =>
        stage.kind !== "passes"
          ? stage
          : {
              ...stage,
              instruments: given.map((name, i) => ({
                id: `${stage.id}-${i}`,
                kind: "builtin" as const,
                name,
                enabled: true,
                options: "",
              })),
            },
      ),
    );
  }, names);
  await playground.runAgain();
}

/** Puts a log in the place of the run's. */
const show = (page: Page, log: StageHooks): Promise<void> =>
  page.evaluate((given) => {
    const { store } = (document.querySelector("pc-app") as unknown as Shell).app;
    if (store.state.trace) store.update({ trace: { ...store.state.trace, hooks: [given] } });
  }, log);

const all = (hook: string, pass = "-"): string[] => [0, 1, 2].map((i) => `${i} ${hook} ${pass}`);

/** A pass is vetoed, and an instrument throws before the next one. */
const EXCEPTIONS = logOf(
  ["PassFine", "PassBad", "Vetoer"],
  [
    ...all("enterPassCtx"),
    ...all("shouldRun", "sequential"),
    ...all("runBeforePass", "sequential"),
    ...["0 shouldRun FoldConstant", "1 shouldRun FoldConstant"],
    "2 shouldRun FoldConstant vetoed",
    ...all("shouldRun", "ConvertLayout"),
    ...["0 runBeforePass ConvertLayout", "1 runBeforePass ConvertLayout threw"],
    "0 runAfterFailed ConvertLayout",
    ...[2, 1, 0].map((i) => `${i} runAfterFailed sequential`),
    ...all("exitPassCtx"),
  ],
);

const line = (page: Page, name: string): Locator =>
  page.locator("pc-hooks").getByRole("row", { name });

test("says how to get hooks, and shows each stage's as they were called", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.tab("Hooks").click();
  await expect(page.locator("pc-hooks")).toContainText("No stage of this run had an instrument");
  await expect(page.locator("pc-hooks")).toContainText("Add an instrument to a stage's context");
  await instrument(playground, ["PassTimingInstrument", "PassStatistics"]);
  await playground.tab("Hooks").click();
  const first = page.getByRole("treegrid", { name: "Hook calls of stage 1, in order" });
  await expect(first.getByRole("columnheader")).toHaveText([
    "Pass and hook",
    "PassTimingInstrument",
    "PassStatistics",
  ]);
  const lines = (): Promise<string[]> =>
    first.locator("tbody tr").evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children]
          .map((cell) => cell.textContent?.trim().replace(/\s+/g, " "))
          .join(" ")
          .trim(),
      ),
    );
  await expect
    .poll(async () => (await lines()).slice(0, 6))
    .toEqual([
      "enterPassCtx 1 2",
      "InferType",
      "shouldRun 3 4",
      "runBeforePass 5 6",
      "runAfterPass 7 8",
      "FoldScaleAxis",
    ]);
  await expect.poll(async () => (await lines()).at(-1)).toMatch(/^exitPassCtx \d+ \d+$/);
  await expect(page.getByRole("treegrid", { name: /stage 2/ })).toContainText("ConvertLayout");
  expect(await playground.copied("Copy the hook calls of stage 1")).toContain(
    "PassStatistics: runBeforePass(FoldScaleAxis)\n",
  );
  // A pass of the diagram is a pass of the trace.
  await page.locator('pc-hooks [data-hook-pass="ConvertLayout"]').click();
  await expect(page.locator('[data-row][aria-selected="true"]')).toHaveAttribute(
    "data-name",
    "ConvertLayout",
  );
  await expect(page.locator("pc-hooks")).toBeVisible();
});

test("marks what threw and what was vetoed, with the rule", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("Hooks").click();
  await show(page, EXCEPTIONS);
  const hooks = page.locator("pc-hooks");
  await expect(hooks.locator(".call.threw")).toHaveText(/^17 threw$/);
  await expect(hooks.locator(".call.vetoed")).toHaveText(/^12 vetoed$/);
  await expect(hooks.locator(".why.threw")).toContainText("PassBad threw: oops");
  await expect(hooks.locator(".why.threw")).toContainText("the pass does not run");
  await expect(hooks.locator(".why.vetoed")).toContainText("One veto is enough");
  const threw = hooks.locator("tr.beat").filter({ has: page.locator(".call.threw") });
  await expect(threw.locator(".missing")).toHaveText("not called");
  await expect(hooks.locator("section")).toContainText("1 threw");
});

test("the diagram by keyboard alone", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("Hooks").click();
  await show(page, EXCEPTIONS);
  await line(page, "enterPassCtx").focus();
  await page.keyboard.press("ArrowDown");
  const sequential = page.locator('[data-hook-pass="sequential"]');
  await expect(sequential).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(sequential).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator("pc-hooks tbody tr")).toHaveCount(3);
  await expect(sequential).toContainText("18 calls");
  await page.keyboard.press("ArrowRight");
  await expect(sequential).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowRight");
  await expect(line(page, "shouldRun").first()).toBeFocused();
  await page.keyboard.press("End");
  await expect(line(page, "exitPassCtx")).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(sequential).toHaveAttribute("aria-selected", "true");
});

test("folds thousands of calls, all but where something threw", async ({ playground, page }) => {
  await playground.openAndRun();
  await playground.tab("Hooks").click();
  const passes = Array.from({ length: 1500 }, (_, i) => [
    ...all("shouldRun", `P${i}`),
    ...all("runBeforePass", `P${i}`),
    ...(i === 20
      ? ["0 runAfterPass P20 threw", "2 runAfterFailed P20", "1 runAfterFailed P20"]
      : all("runAfterPass", `P${i}`)),
  ]);
  await show(page, logOf(["A", "B", "C"], passes.flat()));
  const hooks = page.locator("pc-hooks");
  await expect(hooks.locator('[data-hook-pass="P20"]')).toHaveAttribute("aria-expanded", "true");
  await expect(hooks.locator('[data-hook-pass="P21"]')).toHaveAttribute("aria-expanded", "false");
  const rows = (): Promise<number> => hooks.locator("tbody tr").count();
  await expect.poll(rows).toBeLessThan(450);
  await hooks.getByRole("button", { name: /Show 400 more/ }).click();
  await expect.poll(rows).toBeGreaterThan(790);
  await hooks.getByRole("button", { name: "Fold all" }).click();
  await expect(hooks.locator('[data-hook-pass="P20"]')).toHaveAttribute("aria-expanded", "false");
});

test("the diagram is accessible, at 380 px too", async ({ playground, page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await playground.openAndRun();
  await playground.tab("Hooks").click();
  await expect(page.locator("pc-hooks")).toContainText("No stage of this run had an instrument");
  await expectFits(page);
  await show(page, EXCEPTIONS);
  await page.locator('[data-hook-pass="ConvertLayout"]').click();
  await expectAccessible(page, { view: page.locator("pc-hooks") });
  await expectFits(page);
});
