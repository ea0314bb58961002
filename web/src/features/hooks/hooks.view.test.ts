// The diagram of hook calls.
import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import type { StageHooks } from "../../core/protocol/messages";
import "../../shell/detail-panel";
import { logOf, TRACE } from "../../../test/unit/runs";
import { appOf, finished, firstRun } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount, expectTexts, focus, textOf } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";

const hooks = page.css("pc-hooks");
const sequential = page.css('[data-hook-pass="sequential"]');
const pass = (name: string): Locator => page.css(`pc-hooks [data-hook-pass="${name}"]`);
const line = (name: string): Locator => hooks.getByRole("row", { name });

/** Shows the logs of a run. */
const show = (...hooks: StageHooks[]): void =>
  void mount(appOf({ trace: { ...TRACE, hooks }, detailTab: "hooks" }), "pc-detail");

const all = (hook: string, name = "-"): string[] => [0, 1, 2].map((i) => `${i} ${hook} ${name}`);

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

test("says how to get hooks, and shows each stage's as they were called", async () => {
  const app = await firstRun();
  app.layout.showDetail("hooks");
  mount(app, "pc-detail");
  await expect.element(hooks).toContainText("No stage of this run had an instrument");
  await expect.element(hooks).toContainText("Add an instrument to a stage's context");
  const instruments = ["PassTimingInstrument", "PassStatistics"].map((name) => {
    return { id: name, kind: "builtin", name, enabled: true, options: "" } as const;
  });
  app.pipeline.set(
    app.store.state.pipeline.map((stage) =>
      stage.kind === "passes" ? { ...stage, instruments } : stage,
    ),
  );
  void app.runs.press();
  await finished(app);
  const first = page.getByRole("treegrid", { name: "Hook calls of stage 1, in order" });
  await expectTexts(first.getByRole("columnheader"), [
    "Pass and hook",
    "PassTimingInstrument",
    "PassStatistics",
  ]);
  const lines = first
    .css("tbody tr")
    .elements()
    .map((row) => [...row.children].map(textOf).join(" ").trim());
  expect(lines.slice(0, 6)).toEqual([
    "enterPassCtx 1 2",
    "InferType",
    "shouldRun 3 4",
    "runBeforePass 5 6",
    "runAfterPass 7 8",
    "FoldScaleAxis",
  ]);
  expect(lines.at(-1)).toMatch(/^exitPassCtx \d+ \d+$/);
  const second = page.getByRole("treegrid", { name: /stage 2/ });
  await expect.element(second).toContainText("ConvertLayout");
  const copy = page.getByRole("button", { name: "Copy the hook calls of stage 1" });
  await copy.click();
  await expect.element(copy).toContainText("Copied");
  expect(await navigator.clipboard.readText()).toContain(
    "PassStatistics: runBeforePass(FoldScaleAxis)\n",
  );
  // A pass in the diagram selects its row in the trace.
  await pass("ConvertLayout").click();
  const { trace, selected } = app.store.state;
  expect(trace?.rows[selected]?.name).toBe("ConvertLayout");
  await expect.element(hooks).toBeVisible();
});

test("marks what threw and what was vetoed, with the rule", async () => {
  show(EXCEPTIONS);
  await expectTexts(hooks.css(".call.threw"), ["17 threw"]);
  await expectTexts(hooks.css(".call.vetoed"), ["12 vetoed"]);
  await expect.element(hooks.css(".why.threw")).toContainText("PassBad threw an exception: oops");
  await expect.element(hooks.css(".why.threw")).toContainText("the pass does not run");
  await expect.element(hooks.css(".why.vetoed")).toContainText("One veto is enough");
  await expectTexts(hooks.css("tr.beat:has(.call.threw) .missing"), ["not called"]);
  await expect.element(hooks.css("section")).toContainText("1 threw");
});

test("the diagram by keyboard alone", async () => {
  show(EXCEPTIONS);
  await focus(line("enterPassCtx"));
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(sequential).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(sequential).toHaveAttribute("aria-expanded", "false");
  await expectCount(hooks.css("tbody tr"), 3);
  await expect.element(sequential).toContainText("18 calls");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(sequential).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(line("shouldRun").first()).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(line("exitPassCtx")).toHaveFocus();
  await userEvent.keyboard("{Home}{ArrowDown}{Enter}");
  await expect.element(sequential).toHaveAttribute("aria-selected", "true");
});

test("folds thousands of calls, all but where something threw", async () => {
  const passes = Array.from({ length: 1500 }, (_, i) => [
    ...all("shouldRun", `P${i}`),
    ...all("runBeforePass", `P${i}`),
    ...(i === 20
      ? ["0 runAfterPass P20 threw", "2 runAfterFailed P20", "1 runAfterFailed P20"]
      : all("runAfterPass", `P${i}`)),
  ]);
  show(logOf(["A", "B", "C"], passes.flat()));
  await expect.element(pass("P20")).toHaveAttribute("aria-expanded", "true");
  await expect.element(pass("P21")).toHaveAttribute("aria-expanded", "false");
  const rows = (): number => hooks.css("tbody tr").elements().length;
  await expect.poll(rows).toBeLessThan(450);
  await hooks.getByRole("button", { name: /Show 400 more/ }).click();
  await expect.poll(rows).toBeGreaterThan(790);
  await hooks.getByRole("button", { name: "Fold all" }).click();
  await expect.element(pass("P20")).toHaveAttribute("aria-expanded", "false");
});

test("the diagram is accessible, at 380 px too", async () => {
  await page.viewport(380, 800);
  show();
  await expect.element(hooks).toContainText("No stage of this run had an instrument");
  await expectFits();
  show(EXCEPTIONS);
  await pass("ConvertLayout").click();
  await expectAccessible(hooks);
  await expectFits();
});
