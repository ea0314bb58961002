// The graph tab: programs drawn, compared, walked through by keys, found in the text and back.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits } from "./base";
import { test } from "./kept-page";
import { expect, type Playground, type Shell } from "./page";

class GraphTab {
  readonly pad: Locator;
  readonly card: Locator;
  readonly status: Locator;
  readonly text: Locator;

  constructor(
    private readonly playground: Playground,
    readonly page: Page,
  ) {
    this.pad = page.getByRole("listbox", { name: /Nodes of the graph/ });
    this.card = page.getByRole("region", { name: "Selected node" });
    this.status = page.locator("pc-graph [role=status]");
    this.text = page.getByRole("region", { name: "Text", exact: true });
  }

  async open(): Promise<void> {
    await this.playground.tab("Graph").click();
    await this.ready();
  }

  /** Until a picture is there; it has as many nodes as the list of options says. */
  async ready(): Promise<void> {
    await expect(this.pad.getByRole("option").first()).toBeAttached();
    await expect(this.page.getByText(/^Laying out/)).toHaveCount(0);
  }

  /** The picture comes to have so many nodes. */
  async expectNodes(count: number): Promise<void> {
    const first = this.pad.getByRole("option").first();
    await expect(first).toHaveAttribute("aria-setsize", String(count));
  }

  button(name: string): Locator {
    return this.page.locator("pc-graph").getByRole("button", { name });
  }

  legend(name: RegExp): Locator {
    return this.page.getByRole("group", { name: /Legend/ }).getByRole("button", { name });
  }

  /** How many different colours the canvas has in a grid of samples. */
  colours(): Promise<number> {
    return this.page.locator("pc-graph canvas.graph").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [] as number[],
      };
      const seen = new Set<string>();
      for (let i = 0; i < data.length; i += 4 * 7) {
        if (data[i + 3]) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
      }
      return seen.size;
    });
  }
}

async function opened(playground: Playground, page: Page): Promise<GraphTab> {
  await playground.openAndRun();
  await playground.deselect();
  const graph = new GraphTab(playground, page);
  await graph.open();
  return graph;
}

test("loads on demand, draws the program and saves its picture as SVG", async ({
  playground,
  page,
}) => {
  await playground.openAndRun();
  await playground.deselect();
  expect(playground.requests.filter((url) => /graph-panel|layout-worker/.test(url))).toEqual([]);
  const graph = new GraphTab(playground, page);
  await graph.open();
  await expect.poll(() => playground.requests.join("\n")).toContain("layout-worker");
  // ResNet-18: its calls, projections, the input and the result; weights are left out.
  await graph.expectNodes(93);
  await expect(graph.legend(/^Convolution/)).toContainText("22");
  await expect.poll(() => graph.colours()).toBeGreaterThan(8);
  await graph.button("Weights").click();
  await graph.expectNodes(192);
  await graph.button("Weights").click();
  await graph.expectNodes(93);
  await test.step("as SVG", async () => {
    const download = page.waitForEvent("download");
    await graph.button("Save as SVG").click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("main.svg");
    const stream = await file.createReadStream();
    let svg = "";
    for await (const part of stream) svg += String(part);
    expect(svg).toMatch(/^<svg xmlns/);
    expect(svg.match(/nn\.conv2d<\/text>/g)).toHaveLength(21);
  });
});

test("is walked through by keys, and shows a node in the text and a line of it in the graph", async ({
  playground,
  page,
}) => {
  // The picture glides to what is selected.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const graph = await opened(playground, page);
  await test.step("by keys alone", async () => {
    await graph.pad.focus();
    await page.keyboard.press("Home");
    await expect(graph.status).toContainText(
      /^\s*%data; 1×3×224×224; no inputs; used by: nn\.batch_norm/,
    );
    await page.keyboard.press("ArrowDown");
    await expect(graph.status).toContainText(/nn\.batch_norm %0;.*inputs: %data, %bn_data_gamma/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(graph.status).toContainText("nn.conv2d %2");
    await expect(graph.card.getByRole("heading")).toHaveText("nn.conv2d %2");
    await expect(graph.card).toContainText("strides");
    await page.keyboard.press("ArrowUp");
    await expect(graph.status).toContainText(".0 %1");
    const selected = graph.pad.locator('[aria-selected="true"]');
    await expect
      .poll(async () => (await selected.getAttribute("id")) ?? "none is selected")
      .toBe(await graph.pad.getAttribute("aria-activedescendant"));
    await page.keyboard.press("End");
    await expect(graph.status).toContainText("result");
    await page.keyboard.press("Escape");
    await expect(graph.card).toHaveCount(0);
    await expect(graph.pad).toBeFocused();
  });
  await test.step("in the text and back", async () => {
    await graph.pad.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(graph.text.locator(".cm-node")).toContainText("%0 = nn.batch_norm(%data");
    // The text follows the selection while it is open.
    await graph.pad.focus();
    await page.keyboard.press("ArrowDown");
    await expect(graph.text.locator(".cm-node")).toContainText("%1 = %0.0");
    await graph.text.locator(".cm-line", { hasText: "%2 = nn.conv2d" }).click();
    await expect(graph.card.getByRole("heading")).toHaveText("nn.conv2d %2");
    await graph.text.getByRole("button", { name: "Close the text" }).click();
    await expect(graph.text).toHaveCount(0);
    await expect(graph.pad).toBeFocused();
  });
});

test("searches, and highlights families", async ({ playground, page }) => {
  const graph = await opened(playground, page);
  await graph.pad.focus();
  await page.keyboard.press("/");
  await page.keyboard.type("max_pool");
  await expect(page.getByText("1 found")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(graph.card.getByRole("heading")).toContainText("nn.max_pool2d");
  await expect(page.getByText("1 of 1")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(graph.pad).toBeFocused();
  await graph.legend(/^Activation/).click();
  await expect(graph.legend(/^Activation/)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("19 found")).toBeVisible();
  await graph.pad.focus();
  await page.keyboard.press("F7");
  await expect(graph.card.getByRole("heading")).toContainText(/nn\.relu|nn\.softmax/);
});

test("compares before and after of a pass", async ({ playground, page }) => {
  const graph = await opened(playground, page);
  await playground.row("ConvertLayout").first().click();
  const count = async (name: RegExp): Promise<number> =>
    Number((await graph.legend(name).innerText()).replace(/\D/g, ""));
  await expect(graph.legend(/^Changed/)).toBeVisible();
  await graph.ready();
  // Layouts are attributes of the convolutions; transforms of layouts are new nodes.
  await expect.poll(() => count(/^Changed/)).toBeGreaterThanOrEqual(20);
  await expect.poll(() => count(/^Added/)).toBeGreaterThan(0);
  await graph.legend(/^Changed/).click();
  await graph.pad.focus();
  await page.keyboard.press("F7");
  await page.keyboard.press("F7");
  await expect(graph.card).toContainText("changed");
  await expect(graph.card.locator("ins").first()).toBeVisible();
  await graph.legend(/^Changed/).click();
  await graph.legend(/^Added/).click();
  await graph.pad.focus();
  await page.keyboard.press("F7");
  await expect(graph.card.getByRole("heading")).toContainText("layout_transform");
  await page.keyboard.press("Enter");
  await expect(graph.text.locator("header")).toHaveText("Program after ConvertLayout");
  await expect(graph.text.locator(".cm-node")).toContainText("layout_transform");
});

test("shows what is gone, and where it was in the text before", async ({ playground, page }) => {
  const graph = await opened(playground, page);
  // The other way round: what ConvertLayout added is gone.
  await page.locator("pc-app").evaluate((shell) => {
    const { app } = shell as unknown as Shell;
    const row = (app.store.state.trace?.rows ?? []).findIndex(
      ({ name }) => name === "ConvertLayout",
    );
    app.rows.pin("a", { row, side: "after" });
    app.rows.pin("b", { row, side: "before" });
    app.layout.showDetail("graph");
  });
  await expect(graph.legend(/^Removed/)).toBeVisible();
  await graph.ready();
  await graph.legend(/^Removed/).click();
  await graph.pad.focus();
  await page.keyboard.press("F7");
  await expect(graph.card).toContainText("removed");
  await page.keyboard.press("Enter");
  await expect(graph.text.locator("header")).toHaveText("Program after ConvertLayout");
  await expect(graph.text.locator(".cm-node")).toContainText("layout_transform");
});

test("pans and zooms with the pointer and the keys, and picks what is under it", async ({
  playground,
  page,
}) => {
  // Moves of the picture are jumps, as the browser asks for less motion, so that each ends with the next frame.
  const graph = await opened(playground, page);
  const box = await graph.pad.boundingBox();
  if (!box) throw new Error("the graph has no place");
  const camera = (): Promise<string> =>
    page
      .locator("pc-graph canvas.graph")
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const changes = async (act: () => Promise<void>): Promise<void> => {
    const old = await camera();
    await act();
    await expect.poll(camera).not.toBe(old);
  };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await changes(() => page.mouse.wheel(0, 200));
  await page.keyboard.down("Control");
  await changes(() => page.mouse.wheel(0, -200));
  await page.keyboard.up("Control");
  await changes(async () => {
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 40, { steps: 4 });
    await page.mouse.up();
  });
  await graph.pad.focus();
  await changes(() => page.keyboard.press("+"));
  await changes(() => page.keyboard.press("0"));
  // The first node is in the middle of the first line that is drawn.
  await changes(() => page.keyboard.press("Home"));
  await expect(graph.card.getByRole("heading")).toHaveText("%data");
  const place = await page.locator("pc-graph").evaluate((view) => {
    const stage = view as unknown as { placeOf(id: number): { x: number; y: number } | undefined };
    return stage.placeOf(0);
  });
  expect(place).toBeDefined();
  await page.keyboard.press("Escape");
  await page.mouse.click(box.x + (place?.x ?? 0), box.y + (place?.y ?? 0));
  await expect(graph.card.getByRole("heading")).toHaveText("%data");
});

test("opens functions, and shows each global function", async ({ playground, page }) => {
  const graph = await opened(playground, page);
  await page.locator("pc-app").evaluate((shell) => {
    const { app } = shell as unknown as Shell;
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
  });
  await graph.expectNodes(4);
  await graph.pad.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(graph.card.getByRole("heading")).toHaveText("exp + relu");
  await page.keyboard.press("Space");
  await graph.expectNodes(5);
  await graph.button("Open functions").click();
  await graph.expectNodes(5);
  await graph.button("Open functions").click();
  await graph.expectNodes(4);
  await page.getByLabel("Function", { exact: true }).selectOption("@other");
  await graph.expectNodes(3);
  await graph.pad.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect(graph.card.getByRole("heading")).toHaveText("tanh");
  await page.keyboard.press("Enter");
  await expect(graph.text.locator(".cm-node")).toContainText("tanh(%y)");
});

test("is usable and accessible, at 380 px too", async ({ playground, page }) => {
  await page.setViewportSize({ width: 380, height: 780 });
  const graph = await opened(playground, page);
  await graph.pad.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(graph.card).toBeVisible();
  await expectFits(page);
  await expectAccessible(page, { view: page.locator("pc-graph") });
});
