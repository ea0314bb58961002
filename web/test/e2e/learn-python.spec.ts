// The tutorials in Python: every cell shows what TVM prints, mistakes are tracebacks, what never ends is stopped, and
// nobody who has not chosen Python fetches anything of it.
import type { Locator, Page } from "@playwright/test";
import { TUTORIALS, type Tutorial } from "../../src/learn/pages";
import { wordsOf } from "../../src/learn/words";
import { pythonChecks } from "../tutorial-results-python";
import { expect, expectAccessible, test as base } from "./base";

const say = wordsOf("en");

/** A tutorial in Python, open. */
class PythonTutorial {
  constructor(readonly page: Page) {}

  async open(tutorial: Tutorial, folder = ""): Promise<void> {
    await this.page.goto(`learn/${folder}${tutorial}-python.html`);
  }

  cell(name: number): Locator {
    return this.page.locator(`#cell-${name}`);
  }

  async write(name: number, code: string): Promise<void> {
    await this.cell(name).scrollIntoViewIfNeeded();
    await this.cell(name).getByRole("textbox").click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(code);
  }

  async run(name: number): Promise<void> {
    await this.cell(name)
      .getByRole("button", { name: new RegExp(`^Run \\(Cell ${name + 1}\\)$`) })
      .click();
  }

  /** Runs code in the first cell and waits for its end. */
  async runFirst(code: string, status: "done" | "failed"): Promise<Locator> {
    await this.write(0, code);
    await this.run(0);
    await expect(this.cell(0)).toHaveAttribute("data-status", status, { timeout: 60_000 });
    return this.cell(0).locator(".cell-result");
  }

  async runAll(): Promise<void> {
    await this.page.getByRole("button", { name: say("runAll"), exact: true }).click();
    const count = await this.page.locator(".cell").count();
    await expect(this.page.locator("#notebook-bar").getByRole("status")).toHaveText(
      say("progress", count, count),
      { timeout: 120_000 },
    );
  }

  /** What the cells have printed. */
  printed(): Promise<string[]> {
    return this.page
      .locator(".cell")
      .evaluateAll((cells) =>
        cells.map((cell) =>
          [...cell.querySelectorAll(".cell-result pre.printed")]
            .map((pre) => pre.textContent)
            .join("\n"),
        ),
      );
  }
}

const test = base.extend<{ tutorial: PythonTutorial }>({
  tutorial: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await use(new PythonTutorial(page));
    expect(complaints).toEqual([]);
  },
});

function check(tutorial: Tutorial, printed: readonly string[]): void {
  expect(printed).toHaveLength(pythonChecks[tutorial].length);
  for (const [i, one] of printed.entries()) {
    test.info().annotations.push({ type: "cell", description: String(i) });
    pythonChecks[tutorial][i]?.(one);
  }
}

for (const tutorial of TUTORIALS) {
  test(`${tutorial}: every cell prints what TVM does when all are run`, async ({
    tutorial: page,
  }) => {
    await page.open(tutorial);
    await page.runAll();
    check(tutorial, await page.printed());
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    test(`${tutorial}: the expected results are on the page`, async ({ tutorial: page }) => {
      await page.open(tutorial);
      check(tutorial, await page.printed());
    });
  });
}
