// The times of a run: the table, the icicle chart, the export, and marks of uncertain times.
import { expect, test } from "vitest";
import { commands, page, userEvent, type Locator } from "vitest/browser";
import type { TimeState } from "../../core/protocol/messages";
import type { App } from "../../core/app/app";
import "../../shell/detail-panel";
import "./timing-panel";
import { finished, firstRun } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import {
  expectCount,
  expectTexts,
  focus,
  focused,
  textOf,
} from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { chosenRow } from "../../../test/views/harness/tree";

const table = page.getByRole("grid", { name: "Times of passes" });
const rows = table.css("tbody tr");
const head = (name: string): Locator => table.getByRole("columnheader", { name, exact: true });
const chart = page.getByRole("tree", { name: /Passes by time/ });
const path = page.getByRole("navigation", { name: "Zoomed to" });
const notice = page.css("pc-timing-notice");
const diff = page.css("[data-diff-of]");
const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
const tab = (name: string): Locator => page.getByRole("tab", { name });
const bar = (name: string): Locator =>
  page.getByRole("treeitem", { name: new RegExp(`^${name},`) });
const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const names = (): string[] => rows.elements().map((row) => row.getAttribute("data-name") ?? "");
const width = (of: Locator): number => of.element().getBoundingClientRect().width;

/** A measured time on any machine: "18.2 ms", "≈ 18.2 ms", "< 1 µs". */
const TIME = String.raw`(?:[≈<] )?[\d.,]+ (?:ns|µs|ms|s)`;

async function open(...tags: string[]): Promise<App> {
  const app = await firstRun();
  mount(app, "pc-timing", ...tags);
  await expect.element(chosenRow).toBeVisible();
  return app;
}

/** Restores the table's initial order, because the table remembers it. */
async function sortAsAtFirst(): Promise<void> {
  await head("Own").getByRole("button").click();
  await expect.element(head("Own")).toHaveAttribute("aria-sort", "descending");
}

/** Waits until an attribute of the focused element has this value. */
const expectFocused = (attribute: string, value: string | RegExp): Promise<void> =>
  expect
    .poll(() => focused()?.getAttribute(attribute) ?? "")
    .toMatch(typeof value === "string" ? new RegExp(`^${value}$`) : value);

/** Presses Tab until the focus is on an element with this attribute. */
async function tabTo(attribute: string): Promise<void> {
  for (let i = 0; i < 20 && !focused()?.hasAttribute(attribute); i += 1) await keys("{Tab}");
  expect(focused()?.hasAttribute(attribute), `Tab leads to ${attribute}`).toBe(true);
}

/**
 * Sets the times of the latest run and their certainty, independent of this machine and its clock. Each row has an own
 * time of 1 ms, from a clock with a sufficient resolution.
 */
function pretend({ store }: App, state: TimeState, spread = 1): void {
  const { trace } = store.state;
  if (!trace) throw new Error("there is no trace");
  const { timing, rows: all } = trace;
  const durationsUs = all.map(() => 1000);
  for (let row = all.length - 1; row > 0; row--) {
    const parent = all[row]?.parent ?? -1;
    if (parent >= 0) durationsUs[parent] = (durationsUs[parent] ?? 0) + (durationsUs[row] ?? 0);
  }
  const pretended = {
    states: all.map(() => state),
    durationsUs,
    grainUs: all.map(() => 1),
    quartilesUs: durationsUs.map((us) => [us / spread, us * spread] as const),
  };
  store.update({ trace: { ...trace, timing: { ...timing, ...pretended } } });
}

/** Sets the times of the latest run's first stage and its passes to 0, as from a coarse clock. */
function untimed({ store }: App): void {
  const { trace } = store.state;
  if (!trace) throw new Error("there is no trace");
  const second = trace.rows.findIndex((row, at) => at > 0 && row.parent < 0);
  const durationsUs = trace.timing.durationsUs.map((us, row) => (row < second ? 0 : us));
  store.update({ trace: { ...trace, timing: { ...trace.timing, durationsUs } } });
}

test("the table sorts by every column", async () => {
  await open();
  await tab("Table").click();
  await expectCount(rows, 15);
  await expect.element(head("Own")).toHaveAttribute("aria-sort", "descending");
  const sorted = names().sort((a, b) => a.localeCompare(b, "en"));
  await head("Pass").getByRole("button").click();
  await expect.poll(names).toEqual(sorted);
  await head("Pass").getByRole("button").click();
  await expect.element(head("Pass")).toHaveAttribute("aria-sort", "descending");
  await expect.poll(names).toEqual([...sorted].reverse());
  await head("#").getByRole("button").click();
  await expect
    .poll(() => names().slice(0, 3))
    .toEqual(["InferType", "FoldScaleAxis", "FoldConstant"]);
  for (const name of ["Total", "% of total", "% of parent", "First run", "Spread"]) {
    await head(name).getByRole("button").click();
    await expect.element(head(name)).toHaveAttribute("aria-sort", "descending");
    await expectCount(table.css("[aria-sort]"), 1);
  }
  await sortAsAtFirst();
});

test("the selection of the table is that of the trace", async () => {
  await open("pc-detail");
  await tab("Table").click();
  await table.css('[data-name="ConvertLayout"]').click();
  await expect.element(diff).toHaveAttribute("data-diff-of", "ConvertLayout");
  const chosen = table.css('[aria-selected="true"]');
  await expect.element(chosen).toHaveAttribute("data-name", "ConvertLayout");
  await tab("Passes").click();
  await expect.element(chosenRow).toHaveAttribute("data-name", "ConvertLayout");
});

test("facts stand above the table, and the search of the timeline holds for it", async () => {
  await open();
  await tab("Table").click();
  await expectCount(rows, 15);
  const facts = page.css("pc-timing-table .facts");
  await expect.element(facts).toContainText(new RegExp(`Total\\s*${TIME}`));
  await expect.element(facts).toContainText(new RegExp(`InferType\\s*${TIME} \\([\\d.]+ %\\)`));
  const first = new RegExp(`First run\\s*${TIME} \\+ ${TIME} \\([\\d.]+ %\\) of instruments`);
  await expect.element(facts).toContainText(first);
  await expect.element(facts).toContainText(/Clock tick\s*[\d.,]+ (ms|µs|ns)/);
  const search = page.getByRole("searchbox", { name: "Show passes by name" });
  await search.fill("fold");
  await expectCount(rows, 4);
  await search.fill("no such pass");
  await expect.element(page.css("pc-timing-table")).toContainText("No pass of this run matches");
  await button("Show all").click();
  await expectCount(rows, 15);
  await button("Hide unchanged").click();
  await expectCount(table.css('[data-name="FoldScaleAxis"]'), 0);
  await button("Hide unchanged").click();
  await expectCount(rows, 15);
});

test("the table adds up by pass, and each click on one goes on to its next call", async () => {
  await open("pc-detail");
  await tab("Table").click();
  await button("By pass").click();
  await expect
    .poll(() =>
      rows
        .elements()
        .map((row) => `${row.getAttribute("data-name")} ${textOf(row.firstElementChild ?? row)}`)
        .sort(),
    )
    .toEqual([
      "CanonicalizeOps 1",
      "ConvertLayout 1",
      "FoldConstant 3",
      "FoldScaleAxis 1",
      "InferType 7",
      "bind parameters 1",
      "sequential 1",
    ]);
  const infer = table.css('[data-name="InferType"]');
  await infer.click();
  await expect.element(diff).toContainText("in Stage 1");
  for (let i = 0; i < 3; i += 1) await infer.click();
  await expect.element(diff).toContainText("in Stage 2");
  // Resets the mode, because the table remembers it.
  await button("Each pass").click();
  await expectCount(rows, 15);
});

test("the table by keyboard alone", async () => {
  await open("pc-detail");
  await focus(chosenRow);
  await keys("{Escape}");
  await expectCount(chosenRow, 0);
  await focus(tab("Table"));
  await keys("{Enter}");
  await expect.element(table).toBeVisible();
  await tabTo("data-sort");
  await expectFocused("data-sort", "own");
  await keys("{Home}");
  await expectFocused("data-sort", "order");
  await keys("{ArrowRight}{Enter}");
  await expect
    .element(page.css("pc-timing-table th.name[aria-sort]"))
    .toHaveAttribute("aria-sort", "ascending");
  await keys("{ArrowDown}");
  await expectFocused("data-name", "bind parameters");
  await keys("{ArrowDown}{ArrowDown}");
  await expectFocused("data-name", "ConvertLayout");
  await keys("{Enter}");
  await expect.element(diff).toHaveAttribute("data-diff-of", "ConvertLayout");
  await keys("{End}");
  await expectFocused("data-name", "sequential");
  await sortAsAtFirst();
});

test("keys go through the icicle chart and zoom", async () => {
  const app = await open("pc-detail");
  app.rows.deselect();
  await focus(tab("Icicle"));
  await keys("{Enter}");
  await expect.element(bar("Stage 2")).toBeVisible();
  await tabTo("data-bar");
  await expectFocused("aria-label", /^ResNet-18, /);
  await keys("{ArrowDown}");
  await expectFocused("aria-label", /^Stage 2, /);
  await keys("{ArrowLeft}");
  await expectFocused("aria-label", /^bind parameters, .* of total/);
  await keys("{ArrowLeft}");
  await expectFocused("aria-label", /^Stage 1, /);
  await keys("{Enter}");
  await expect.element(path).toContainText("Stage 1");
  await keys("{ArrowDown}");
  await expect.element(page.css("pc-icicle .detail")).toContainText("own");
  await keys(" ");
  await expect.element(diff).toBeVisible();
  await keys("{Escape}");
  await expectFocused("aria-label", /^ResNet-18, /);
  await expectCount(bar("Stage 2"), 1);
});

test("the mouse zooms in the icicle chart, and the path leads back", async () => {
  await open("pc-detail");
  await tab("Icicle").click();
  await bar("sequential").dblClick();
  await expect.poll(() => width(bar("sequential")) / width(chart)).toBeGreaterThan(0.98);
  // Only bars inside of the zoomed one remain, and outer ones fill the width.
  await expectCount(bar("bind parameters"), 0);
  await expect.element(diff).toHaveAttribute("data-diff-of", "sequential");
  await expectTexts(path.getByRole("button"), ["ResNet-18", "Stage 2", "sequential"]);
  await path.getByRole("button", { name: "ResNet-18" }).click();
  await expectCount(bar("bind parameters"), 1);
});

test("what took no time that the clock could see can be zoomed to, and left", async () => {
  const app = await open();
  untimed(app);
  await tab("Icicle").click();
  await focus(bar("Stage 1"));
  await keys("{Enter}");
  await expect.element(path).toContainText("Stage 1");
  await keys("{ArrowDown}");
  await expectFocused("aria-label", /^InferType, </);
  await expectCount(bar("FoldScaleAxis"), 1);
  await expectCount(bar("sequential"), 0);
  // The inner passes share the width equally, as if each innermost pass had taken the same time.
  expect(width(bar("FoldScaleAxis")) / width(chart)).toBeCloseTo(0.5, 2);
  await keys("{Escape}");
  await expectCount(bar("sequential"), 1);
});

test("exports a Chrome trace, JSON, CSV and text", async () => {
  await open();
  const save = async (format: RegExp): Promise<{ name: string; text: string }> => {
    await button("Export").click();
    await commands.expectDownload();
    await button(format).click();
    return commands.download();
  };
  const trace = await save(/^Chrome trace/);
  expect(trace.name).toBe("resnet-18.trace.json");
  const { traceEvents } = JSON.parse(trace.text) as {
    traceEvents: { name: string; ph: string; args: Record<string, number> }[];
  };
  expect(traceEvents.filter(({ ph }) => ph === "X").length).toBe(17);
  const counters = traceEvents.filter(({ ph, name }) => ph === "C" && name === "operators");
  expect(counters.length).toBeGreaterThan(0);
  for (const { args } of counters)
    expect(Math.min(...Object.values(args))).toBeGreaterThanOrEqual(0);
  const json = await save(/^JSON/);
  expect(json.name).toBe("resnet-18.timing.json");
  expect((JSON.parse(json.text) as { rows: unknown[] }).rows.length).toBeGreaterThan(15);
  const csv = await save(/^CSV/);
  expect(csv.name).toBe("resnet-18.timing.csv");
  expect(csv.text).toMatch(/^index,parent,.*\r\n/);
  const text = await save(/^Text/);
  expect(text.text).toMatch(/^InferType: \d+us \[\d+us\]/);
});

test("exports by keyboard alone", async () => {
  await open();
  const menu = button("Export");
  await focus(menu);
  await keys("{Enter}");
  await expect.element(menu).toHaveAttribute("aria-expanded", "true");
  await keys("{ArrowDown}{ArrowDown}");
  await expect.element(button(/^JSON/)).toHaveFocus();
  await keys("{Escape}");
  await expect.element(menu).toHaveFocus();
  await expect.element(menu).toHaveAttribute("aria-expanded", "false");
  await commands.expectDownload();
  await keys("{ArrowDown}{Enter}");
  expect((await commands.download()).name).toBe("resnet-18.trace.json");
  await expect.element(menu).toHaveFocus();
});

test("times that are not certain do not look certain, and the page says why", async () => {
  const app = await open();
  const times = page.css("pc-tree .item .number:not(.own)");
  // A first run without repetitions, because measuring was stopped.
  pretend(app, "first");
  await expect.element(notice).toContainText("times of a cold first run");
  await expect.element(times.first()).toContainText(/^≈ /);
  const title = (like: RegExp): RegExp => expect.stringMatching(like) as RegExp;
  await expect.element(times.first()).toHaveAttribute("title", title(/cold code and caches/));
  // Times that still vary.
  pretend(app, "rough");
  await expect.element(notice.getByRole("status")).toContainText("≈ marks uncertain times");
  await expect.element(times.first()).toHaveAttribute("title", title(/^Uncertain/));
  await tab("Table").click();
  await expect.element(page.css("pc-timing-table .facts")).toContainText(/Total\s*≈ /);
  await tab("Icicle").click();
  await expect.element(bar("Stage 2")).toHaveAttribute("aria-label", title(/^Stage 2, ≈ /));
  await expectAccessible(page.css("pc-timing"));
  await tab("Passes").click();
  // Times whose spread is larger than the differences between passes.
  pretend(app, "steady", 1000);
  await expect.element(notice).toContainText("vary by more than the passes differ");
  // Certain times have no mark.
  pretend(app, "steady", 1);
  await expectCount(notice.css("p"), 0);
  await expectCount(page.css("pc-tree .item .number").filter({ hasText: "≈" }), 0);
});

test("measures again, and shows the cold first run beside the times", async () => {
  const app = await open();
  pretend(app, "rough");
  await notice.getByRole("button", { name: "Measure again" }).click();
  await finished(app, true);
  await expect
    .element(page.css("pc-tree .first").last())
    .toContainText(new RegExp(`^first ${TIME}$`));
  // The initial order is by own time. Constant folding takes the most.
  await tab("Table").click();
  await expect.element(rows.first()).toHaveAttribute("data-name", "FoldConstant");
});

test("is accessible, at 380 px too", async () => {
  await page.viewport(380, 800);
  await open();
  for (const name of ["Table", "Icicle", "As text"]) {
    await tab(name).click();
    await expect.element(page.css("pc-timing .facts")).toBeVisible();
    if (name === "Table") await page.css('pc-timing-table [data-name="sequential"]').click();
    if (name === "Icicle") await bar("sequential").click();
    await expectAccessible(page.css("pc-timing"));
    await expectFits();
  }
  await button("Export").click();
  const list = page.getByRole("list", { name: "Formats" });
  await expect.element(list).toBeVisible();
  const { left, right } = list.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(380);
});
