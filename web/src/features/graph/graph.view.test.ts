// The graph tab: drawing, comparison, keyboard use, and the link between nodes and text.
import { expect, test } from "vitest";
import { commands, page, userEvent, type Locator } from "vitest/browser";
import type { App } from "../../core/app/app";
import type { GraphView } from "./graph-view";
import "../../shell/detail-panel";
import "../timing/timing-panel";
import { firstRun } from "../../../test/views/harness/app";
import { expectAccessible, expectFits } from "../../../test/views/harness/axe";
import { expectCount, focus, textOf } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { row } from "../../../test/views/harness/tree";

const graph = page.css("pc-graph");
const canvas = graph.css("canvas.graph");
const pad = page.getByRole("listbox", { name: /Nodes of the graph/ });
const card = page.getByRole("region", { name: "Selected node" });
const heading = card.getByRole("heading");
const status = graph.css("[role=status]");
const text = page.getByRole("region", { name: "Text", exact: true });
const node = text.css(".cm-node");

const button = (name: string): Locator => graph.getByRole("button", { name });
const legend = (name: RegExp): Locator =>
  page.getByRole("group", { name: /Legend/ }).getByRole("button", { name });
const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);

/** Waits for a picture. */
async function ready(): Promise<void> {
  await expect.element(pad.getByRole("option").first()).toBeInTheDocument();
  await expectCount(page.getByText(/^Laying out/), 0);
}

/** Waits until the picture has this number of nodes. */
async function expectNodes(count: number): Promise<void> {
  const first = pad.getByRole("option").first();
  await expect.element(first).toHaveAttribute("aria-setsize", String(count));
}

/** Opens the graph of the program below other views. */
async function open(...tags: string[]): Promise<App> {
  const app = await firstRun();
  app.store.update({ selected: -1, detailTab: "graph" });
  mount(app, ...tags, "pc-detail");
  await ready();
  return app;
}

/** The number of distinct colours in a grid of samples of the canvas. */
function colours(): number {
  const drawn = canvas.element() as HTMLCanvasElement;
  // Reads a copy, because frequent reads of the page's own canvas cause browser warnings.
  const copy = new OffscreenCanvas(drawn.width, drawn.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("there is no canvas to read from");
  context.drawImage(drawn, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  const seen = new Set<string>();
  for (let i = 0; i < data.length; i += 4 * 7) {
    if (data[i + 3]) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
  }
  return seen.size;
}

test("draws the program, and saves its picture as SVG", async () => {
  await open();
  // ResNet-18 has its calls, projections, the input and the result. Weights are left out.
  await expectNodes(93);
  await expect.element(legend(/^Convolution/)).toContainText("22");
  await expect.poll(colours).toBeGreaterThan(8);
  await button("Weights").click();
  await expectNodes(192);
  await button("Weights").click();
  await expectNodes(93);
  await commands.expectDownload();
  await button("Save as SVG").click();
  const { name, text: svg } = await commands.download();
  expect(name).toBe("main.svg");
  expect(svg).toMatch(/^<svg xmlns/);
  expect(svg.match(/nn\.conv2d<\/text>/g)).toHaveLength(21);
});

test("is walked through by keys alone", async () => {
  // The picture glides to the selected node.
  await commands.media({ reducedMotion: "no-preference" });
  await open();
  await focus(pad);
  await keys("{Home}");
  await expect
    .element(status)
    .toContainText(/^%data; 1×3×224×224; no inputs; used by: nn\.batch_norm/);
  await keys("{ArrowDown}");
  await expect.element(status).toContainText(/nn\.batch_norm %0;.*inputs: %data, %bn_data_gamma/);
  await keys("{ArrowDown}{ArrowDown}");
  await expect.element(status).toContainText("nn.conv2d %2");
  await expect.element(heading).toHaveText("nn.conv2d %2");
  await expect.element(card).toContainText("strides");
  await keys("{ArrowUp}");
  await expect.element(status).toContainText(".0 %1");
  const selected = pad.css('[aria-selected="true"]');
  await expect
    .poll(() => selected.query()?.id ?? "none is selected")
    .toBe(pad.element().getAttribute("aria-activedescendant"));
  await keys("{End}");
  await expect.element(status).toContainText("result");
  await keys("{Escape}");
  await expectCount(card, 0);
  await expect.element(pad).toHaveFocus();
});

test("shows a node in the text, and a line of the text in the graph", async () => {
  await commands.media({ reducedMotion: "no-preference" });
  await open();
  await focus(pad);
  await keys("{Home}{ArrowDown}{Enter}");
  await expect.element(node).toContainText("%0 = nn.batch_norm(%data");
  // An open text follows the selection.
  await focus(pad);
  await keys("{ArrowDown}");
  await expect.element(node).toContainText("%1 = %0.0");
  await text.css(".cm-line").filter({ hasText: "%2 = nn.conv2d" }).click();
  await expect.element(heading).toHaveText("nn.conv2d %2");
  await text.getByRole("button", { name: "Close the text" }).click();
  await expectCount(text, 0);
  await expect.element(pad).toHaveFocus();
});

test("searches, and highlights families", async () => {
  await open();
  await focus(pad);
  await keys("/max_pool");
  await expect.element(page.getByText("1 found")).toBeVisible();
  await keys("{Enter}");
  await expect.element(heading).toContainText("nn.max_pool2d");
  await expect.element(page.getByText("1 of 1")).toBeVisible();
  await keys("{Escape}");
  await expect.element(pad).toHaveFocus();
  await legend(/^Activation/).click();
  await expect.element(legend(/^Activation/)).toHaveAttribute("aria-pressed", "true");
  await expect.element(page.getByText("19 found")).toBeVisible();
  await focus(pad);
  await keys("{F7}");
  await expect.element(heading).toContainText(/nn\.relu|nn\.softmax/);
});

test("compares before and after of a pass", async () => {
  await open("pc-timing");
  await row("ConvertLayout").click();
  const count = (name: RegExp): number => Number(textOf(legend(name).element()).replace(/\D/g, ""));
  await expect.element(legend(/^Changed/)).toBeVisible();
  await ready();
  // Layouts are attributes of the convolutions, and transforms of layouts are new nodes.
  await expect.poll(() => count(/^Changed/)).toBeGreaterThanOrEqual(20);
  await expect.poll(() => count(/^Added/)).toBeGreaterThan(0);
  await legend(/^Changed/).click();
  await focus(pad);
  await keys("{F7}{F7}");
  await expect.element(card).toContainText("changed");
  await expect.element(card.css("ins").first()).toBeVisible();
  await legend(/^Changed/).click();
  await legend(/^Added/).click();
  await focus(pad);
  await keys("{F7}");
  await expect.element(heading).toContainText("layout_transform");
  await keys("{Enter}");
  await expect.element(text.css("header")).toHaveText("Program after ConvertLayout");
  await expect.element(node).toContainText("layout_transform");
});

test("shows what is gone, and where it was in the text before", async () => {
  const app = await open();
  // With the sides swapped, the nodes that ConvertLayout added are removed nodes.
  const at = app.store.state.trace?.rows.findIndex(({ name }) => name === "ConvertLayout") ?? -1;
  app.rows.pin("a", { row: at, side: "after" });
  app.rows.pin("b", { row: at, side: "before" });
  app.layout.showDetail("graph");
  await expect.element(legend(/^Removed/)).toBeVisible();
  await ready();
  await legend(/^Removed/).click();
  await focus(pad);
  await keys("{F7}");
  await expect.element(card).toContainText("removed");
  await keys("{Enter}");
  await expect.element(text.css("header")).toHaveText("Program after ConvertLayout");
  await expect.element(node).toContainText("layout_transform");
});

test("pans and zooms with the pointer and the keys, and picks what is under it", async () => {
  // The browser asks for reduced motion, so each move ends with the next frame.
  await open();
  const picture = (): string => (canvas.element() as HTMLCanvasElement).toDataURL();
  const changes = async (act: () => Promise<void>): Promise<void> => {
    const old = picture();
    await act();
    await expect.poll(picture).not.toBe(old);
  };
  const box = pad.element().getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await commands.mouse({ kind: "move", x, y });
  await changes(() => commands.wheel(200));
  await changes(async () => {
    await keys("{Control>}");
    await commands.wheel(-200);
    await keys("{/Control}");
  });
  await changes(() =>
    commands.mouse(
      { kind: "down" },
      { kind: "move", x: x + 30, y: y + 20 },
      { kind: "move", x: x + 60, y: y + 40 },
      { kind: "up" },
    ),
  );
  await focus(pad);
  await changes(() => keys("+"));
  await changes(() => keys("0"));
  // The first node is in the middle of the first row.
  await changes(() => keys("{Home}"));
  await expect.element(heading).toHaveText("%data");
  const place = (graph.element() as unknown as GraphView).placeOf(0);
  if (!place) throw new Error("the first node has no place");
  await keys("{Escape}");
  await expectCount(card, 0);
  await commands.mouse({ kind: "click", x: box.x + place.x, y: box.y + place.y });
  await expect.element(heading).toHaveText("%data");
});

test("opens functions, and shows each global function", async () => {
  const app = await open();
  app.program.setSource({
    kind: "text",
    title: "functions",
    text: `#[version = "0.0.5"]
def @main(%x: Tensor[(4), float32]) {
  %2 = fn (%p: Tensor[(4), float32], Primitive=1) { %0 = exp(%p); nn.relu(%0) };
  %3 = %2(%x);
  @other(%3)
}
def @other(%y: Tensor[(4), float32]) { tanh(%y) }
`,
  });
  await expectNodes(4);
  await focus(pad);
  await keys("{Home}{ArrowDown}");
  await expect.element(heading).toHaveText("exp + relu");
  await keys(" ");
  await expectNodes(5);
  await button("Open functions").click();
  await expectNodes(5);
  await button("Open functions").click();
  await expectNodes(4);
  await page.getByLabelText("Function", { exact: true }).selectOptions("@other");
  await expectNodes(3);
  await focus(pad);
  await keys("{End}{ArrowUp}");
  await expect.element(heading).toHaveText("tanh");
  await keys("{Enter}");
  await expect.element(node).toContainText("tanh(%y)");
});

test("is usable and accessible, at 380 px too", async () => {
  await page.viewport(380, 780);
  await open();
  await focus(pad);
  await keys("{Home}{ArrowDown}");
  await expect.element(card).toBeVisible();
  await expectFits();
  await expectAccessible(graph);
});
