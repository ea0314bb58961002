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

test("nothing of Python is fetched before it is chosen and run", async ({ tutorial, page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const ofPython = (): string[] => requests.filter((url) => /pyodide|library-.*\.zip/.test(url));
  await page.goto("index.html");
  await page.goto("learn/pass-infra.html");
  await expect(page.locator("#cell-program").getByRole("textbox")).toBeVisible();
  await page.getByRole("button", { name: "Run (Cell 1)", exact: true }).click();
  await expect(page.locator("#cell-program")).toHaveAttribute("data-status", "done");
  expect(ofPython()).toEqual([]);
  await tutorial.open("pass-infra");
  await expect(tutorial.cell(0).getByRole("textbox")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(ofPython()).toEqual([]);
  await tutorial.run(0);
  await expect(tutorial.cell(0)).toHaveAttribute("data-status", "done", { timeout: 60_000 });
  expect(ofPython()).toHaveLength(4);
});

test("the switch leads to the other language, is remembered, and is part of the address", async ({
  tutorial,
  page,
}) => {
  await page.goto("learn/annotate-spans.html");
  const languages = page.getByRole("navigation", { name: say("codeLanguage") });
  await expect(languages.getByRole("link", { name: "JavaScript" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await languages.getByRole("link", { name: "Python" }).click();
  await expect(page).toHaveURL(/learn\/annotate-spans-python\.html$/);
  await expectAccessible(tutorial.page);
  // Its neighbours and the other language of the text are in Python, too.
  await page.locator(".around a").first().click();
  await expect(page).toHaveURL(/learn\/pass-instrument-python\.html$/);
  await page.getByRole("link", { name: "中文" }).click();
  await expect(page).toHaveURL(/learn\/zh\/pass-instrument-python\.html$/);
  await expect(tutorial.cell(5)).toContainText("Pass 可以嵌套");
  await page.goto("learn/index.html");
  await page.locator("main a[href*='pass-infra']").click();
  await expect(page).toHaveURL(/learn\/pass-infra-python\.html$/);
  // An address says by itself which language it means.
  await page.goto("learn/pass-infra.html");
  await expect(page.locator("#cell-program")).toBeVisible();
  await languages.getByRole("link", { name: "JavaScript" }).click();
  await page.goto("learn/index.html");
  await page.locator("main a[href*='pass-infra']").click();
  await expect(page).toHaveURL(/learn\/pass-infra\.html$/);
});

test("values, mistakes with their lines, what never ends, and what has no bound", async ({
  tutorial,
}) => {
  await tutorial.open("pass-infra");
  const result = await tutorial.runFirst(
    'from tvm import relay\nprint("a", end="")\nprint("b")\nrelay.var("x", shape=(2, 3)) + relay.const(1.0)',
    "done",
  );
  await expect(result.locator("pre.printed")).toHaveText("ab");
  await expect(result.locator("pre.value.relay")).toContainText("add(%x, 1f");
  await tutorial.runFirst('[(0, "FoldConstant", {"add": -2})]', "done");
  await expect(result.locator("table.op-diff")).toContainText("−2");

  // A mistake: the traceback, the line in its heading and underlined, and what has been before is still there.
  await tutorial.runFirst("def f(n):\n    return relay.nosuch(n)\n\nf(2)", "failed");
  await expect(result.getByRole("alert")).toContainText("AttributeError (line 2)");
  await expect(result.getByRole("alert")).toContainText("Traceback (most recent call last)");
  await expect(result.getByRole("alert")).toContainText("return relay.nosuch(n)");
  await expect(
    tutorial.cell(0).locator(".cm-line").nth(1).locator(".cm-lintRange-error"),
  ).toBeVisible();
  await tutorial.runFirst("x = 1\nx = = 2", "failed");
  await expect(result.getByRole("alert")).toContainText("SyntaxError (line 2)");
  await tutorial.runFirst('relay.add(relay.var("x"), "y")', "failed");
  await tutorial.runFirst("def deep(n):\n    return deep(n + 1) + 1\ndeep(0)", "failed");
  await expect(result.getByRole("alert")).toContainText("RecursionError");
  await tutorial.runFirst("many = []\nwhile True:\n    many.append(bytearray(2**26))", "failed");
  await expect(result.getByRole("alert")).toContainText("MemoryError");
  await tutorial.runFirst("many = None\nimport sys\nsys.exit(3)", "failed");
  await expect(result.getByRole("alert")).toContainText("SystemExit");
  await tutorial.runFirst("f", "done");

  // What never ends is stopped, and then nothing has run.
  await tutorial.write(0, 'print("begun")\nwhile True:\n    pass');
  await tutorial.run(0);
  await expect(result.locator("pre.printed")).toHaveText("begun");
  await tutorial.cell(0).getByRole("button", { name: "Stop (Cell 1)" }).click();
  await expect(tutorial.cell(0)).toHaveAttribute("data-status", "idle");
  await tutorial.runFirst("f", "failed");
  await expect(result.getByRole("alert")).toContainText("NameError");
});
