// The matrix of pass × operator.
import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import "../../shell/detail-panel";
import { TRACE } from "../../../test/unit/runs";
import { appOf, firstRun } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount, expectTexts, focus, textOf } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";

const ops = page.css("pc-ops");
const rows = ops.css("tbody [data-op-row]");
const button = (name: string): Locator => ops.getByRole("button", { name });

const ALL = ["sequential", "CanonicalizeOps", "ConvertLayout", "FoldConstant"];

async function open(): Promise<void> {
  const app = await firstRun();
  app.layout.showDetail("ops");
  mount(app, "pc-detail");
  await expect.element(ops.css("table")).toBeVisible();
}

test("filters by depth and by operator", async () => {
  await open();
  await expectTexts(rows, ALL);
  const depth = page.getByLabelText("Passes by depth");
  await depth.selectOptions("outermost only");
  await expectTexts(rows, ["sequential"]);
  // The totals of the run stay.
  await expectTexts(ops.css("tfoot td"), ["+2", "+1", "0", "+2", "−1"]);
  await depth.selectOptions("all depths");
  const filter = page.getByRole("searchbox", { name: /Filter operators by name/ });
  await filter.fill("layout");
  await expectTexts(ops.css("thead th"), ["Pass", "Net", "layout_transform"]);
  await expectTexts(rows, ["sequential", "ConvertLayout", "FoldConstant"]);
  await filter.fill("softmax");
  await expect.element(ops).toContainText("No changed operator has “softmax”");
  await page.getByRole("button", { name: "Show all operators" }).click();
  await expectTexts(rows, ALL);
});

test("is copied for spreadsheets", async () => {
  await open();
  const copy = page.getByRole("button", { name: "Copy the matrix for spreadsheets" });
  await copy.click();
  await expect.element(copy).toContainText("Copied");
  expect((await navigator.clipboard.readText()).split("\n")).toEqual([
    "Pass\tNet\tadd\texpand_dims\tlayout_transform\tnn.bias_add",
    "sequential\t2\t1\t0\t2\t-1",
    "  CanonicalizeOps\t0\t1\t0\t0\t-1",
    "  ConvertLayout\t24\t0\t1\t23\t0",
    "  FoldConstant\t-22\t0\t-1\t-21\t0",
    "Net change\t2\t1\t0\t2\t-1",
    "",
  ]);
  await expectTexts(ops.css("td.plus-4"), ["+23"]);
});

test("works by keyboard alone", async () => {
  await open();
  await focus(button("sequential"));
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(button("ConvertLayout")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("ConvertLayout")).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{End}");
  await expect.element(button("FoldConstant")).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(button("sequential")).toHaveFocus();
});

test("a large matrix renders what is in sight, with its head and totals", async () => {
  const [, stage] = TRACE.rows;
  if (!stage) throw new Error("there is no stage");
  const passes = Array.from({ length: 1000 }, (_, i) => ({
    ...stage,
    kind: "pass" as const,
    parent: 0,
    level: 1,
    name: `Pass${i}`,
    opDiff: { [`op${i % 60}`]: i + 1, add: -1 },
  }));
  const numbers = [1, ...passes.map(() => 1)];
  const timing = {
    ...TRACE.timing,
    durationsUs: numbers,
    quartilesUs: numbers.map(() => [1, 1] as const),
    runs: numbers,
  };
  const trace = { ...TRACE, rows: [stage, ...passes], timing };
  mount(appOf({ trace, detailTab: "ops" }), "pc-detail");
  await expectCount(ops.css("thead th"), 63);
  await expect.poll(() => rows.elements().length).toBeLessThan(200);
  const region = page.getByRole("region", { name: "Operator changes" });
  region.element().scrollTo(3000, 14_000);
  await expect.poll(() => rows.elements().map(textOf)).toContain("Pass505");
  // The head and the totals stay in view.
  const box = (of: Locator): DOMRect => of.element().getBoundingClientRect();
  await expect
    .poll(() => Math.abs(box(ops.css("thead th").first()).y - box(region).y))
    .toBeLessThan(3);
  expect(Math.abs(box(ops.css("thead th").first()).x - box(region).x)).toBeLessThan(3);
  expect(box(ops.css("tfoot th")).bottom).toBeLessThanOrEqual(box(region).bottom + 2);
  // The keyboard reaches distant rows.
  await focus(ops.css("[data-op-row]").first());
  await userEvent.keyboard("{End}");
  await expect.element(button("Pass999")).toHaveFocus();
});

test("is accessible, at 380 px too", async () => {
  await page.viewport(380, 800);
  await open();
  await button("ConvertLayout").click();
  await expectAccessible(ops);
  await expectFits();
});
