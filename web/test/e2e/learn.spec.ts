// The tutorials: each cell shows the right results before and after a run. Cells can be changed, stopped and used by
// keyboard, and the pages are readable without scripts. Both languages have the same cells
// (test/unit/tutorial-pages.test.ts), so only one tutorial is tested in the second language.
import type { Locator, Page } from "@playwright/test";
import { TUTORIALS } from "../../src/learn/pages";
import type { Language } from "../../src/i18n/language";
import { wordsOf } from "../../src/learn/texts";
import { checks, type Shown } from "../tutorial-results";
import {
  expect,
  expectAccessible,
  expectAccessibleWords,
  expectContrast,
  expectFits,
  test as base,
} from "./base";

const addressOf = (tutorial: string, language: Language): string =>
  `learn/${language === "zh" ? "zh/" : ""}${tutorial}.html`;

/** An open tutorial. */
class Tutorial {
  /** The errors in the page's console. */
  readonly complaints: string[] = [];

  constructor(readonly page: Page) {
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(error.message));
  }

  async open(tutorial: string, language: Language = "en"): Promise<void> {
    await this.page.goto(addressOf(tutorial, language));
  }

  cell(name: string): Locator {
    return this.page.locator(`#cell-${name}`);
  }

  editor(name: string): Locator {
    return this.cell(name).getByRole("textbox");
  }

  button(name: string, label: RegExp | string): Locator {
    return this.cell(name).getByRole("button", { name: label });
  }

  async has(name: string, status: string): Promise<void> {
    await expect(this.cell(name)).toHaveAttribute("data-status", status);
  }

  /** Replaces the code of a cell. */
  async write(name: string, code: string): Promise<void> {
    await this.cell(name).scrollIntoViewIfNeeded();
    await this.editor(name).click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(code);
  }

  async runAll(language: Language = "en"): Promise<void> {
    const say = wordsOf(language);
    await this.page.getByRole("button", { name: say("runAll"), exact: true }).click();
    const count = await this.page.locator(".cell").count();
    await expect(this.page.locator("#notebook-bar").getByRole("status")).toHaveText(
      say("progress", count, count),
    );
  }

  /** The content of each cell, by name. */
  shown(): Promise<Record<string, Shown>> {
    return this.page.locator(".cell").evaluateAll((cells): Record<string, Shown> => {
      const text = (element: Element | null): string => element?.textContent ?? "";
      const rows = (result: Element): Element[] => [...result.querySelectorAll("tbody tr")];
      const opDiff = (result: Element): unknown[] => {
        const entries: [number, string, Record<string, number>][] = [];
        for (const row of rows(result)) {
          const [depth = "", pass = "", operator = "", change = ""] = [...row.children].map(text);
          if (pass !== "") entries.push([Number(depth), pass, {}]);
          const diff = entries.at(-1)?.[2];
          if (diff) diff[operator] = Number(change.replace("−", "-"));
        }
        return entries;
      };
      const valueOf = (result: Element): string | unknown[] | undefined => {
        if (result.querySelector("table.op-diff")) return opDiff(result);
        if (result.querySelector("table.profile")) {
          const name = (row: Element): string => text(row.children[0] ?? null);
          return rows(result).map((row) => name(row).replaceAll("\u00a0\u00a0\u00a0", "  "));
        }
        if (result.querySelector("table.hooks")) {
          return rows(result).map((row) => {
            const at = [...row.children].findIndex((column) => column.matches(".call"));
            return [at - 1, text(row.querySelector("code"))];
          });
        }
        const value = result.querySelector("pre.value");
        return value ? text(value) : undefined;
      };
      return Object.fromEntries(
        cells.map((cell): [string, Shown] => {
          const result = cell.querySelector(".cell-result") ?? cell;
          const printed = [...result.querySelectorAll("pre.printed")].map(text).join("\n");
          return [cell.getAttribute("data-cell") ?? "", { printed, value: valueOf(result) }];
        }),
      );
    });
  }
}

const test = base.extend<{ tutorial: Tutorial }>({
  tutorial: async ({ page }, use) => {
    const tutorial = new Tutorial(page);
    await use(tutorial);
    expect(tutorial.complaints).toEqual([]);
  },
});

function check(name: (typeof TUTORIALS)[number], shown: Record<string, Shown>): void {
  expect(Object.keys(shown)).toEqual(Object.keys(checks[name]));
  for (const [cell, one] of Object.entries(shown)) {
    test.info().annotations.push({ type: "cell", description: cell });
    checks[name][cell]?.(one);
  }
}

test("pass-infra: everything can be done by keyboard, and every cell shows what it should when all are run", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("pass-infra");
  await expect(tutorial.editor("program")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the text" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  // Tab moves past the choice of languages.
  for (const language of ["JavaScript", "Python"]) {
    await expect(page.getByRole("link", { name: language, exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
  }
  await expect(page.getByRole("button", { name: "Run all" })).toBeFocused();
  const name = (): Promise<string> =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const inner = focused?.shadowRoot?.activeElement ?? focused;
      return inner?.getAttribute("aria-label") ?? inner?.textContent ?? "";
    });
  for (const next of ["Cell 1", "Run to here (Cell 1)", "Run (Cell 1)", "Code of cell 1"]) {
    await page.keyboard.press("Tab");
    await expect.poll(name).toBe(next);
  }
  await page.keyboard.press("Tab");
  await expect.poll(name).not.toBe("Code of cell 1");
  // Tab left the editor, and Shift+Tab returns to it.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Enter");
  await tutorial.has("program", "done");
  await expect(tutorial.editor("fold-constant")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\nmod.globalVars()");
  await page.keyboard.press("ControlOrMeta+Enter");
  await tutorial.has("fold-constant", "done");
  await expect(tutorial.editor("fold-constant")).toBeFocused();
  await expect(tutorial.cell("fold-constant").locator("pre.value")).toHaveText('["main"]');
  await page.getByRole("button", { name: "Reset all" }).click();
  await tutorial.runAll();
  // A cell has run when its results are shown.
  check("pass-infra", await tutorial.shown());
});

test("pass-instrument: long results are folded, cells fit a narrow screen, and show what they should", async ({
  tutorial,
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await tutorial.open("pass-instrument");
  const folded = tutorial.cell("workload").locator("details");
  await expect(folded).toHaveCount(1);
  await expect(folded.locator("pre")).toBeHidden();
  await folded.getByText(/^\d+ lines$/).click();
  await expect(folded.locator("pre")).toBeVisible();
  await tutorial.runAll();
  check("pass-instrument", await tutorial.shown());
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);
});

test("annotate-spans: every cell shows what it should, and opens in the playground in its language", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("annotate-spans");
  await tutorial.runAll();
  check("annotate-spans", await tutorial.shown());
  await page.getByRole("link", { name: "中文" }).click();
  await tutorial.cell("three-passes").getByRole("link", { name: "在演练场中打开" }).click();
  await expect(page).toHaveURL(/\/any\/folder\/index\.html/);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.locator('[data-run="done"]')).toBeVisible();
  const names = page.locator("[data-row]");
  await expect(names.and(page.locator('[data-name="AnnotateSpans"]'))).toBeVisible();
  await expect(names.and(page.locator('[data-name="ToANormalForm"]'))).toBeVisible();
});

test("in Chinese every cell shows the same, mistakes are told in Chinese, and all is accessible", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("index", "zh");
  await expectAccessibleWords(page);
  await tutorial.open("pass-infra", "zh");
  const mistake = async (): Promise<void> => {
    await tutorial.write(
      "program",
      'import { relay } from "passcope";\nrelay.fromtext("def @main() { nn.rellu(%x) }");',
    );
    await tutorial.button("program", "运行 (单元格 1)").click();
    await tutorial.has("program", "failed");
  };
  await mistake();
  const failure = tutorial.cell("program").getByRole("alert");
  await expect(failure).toContainText("错误[bad-version]：模块必须以文本格式的版本开头");
  await expect(failure).not.toContainText("note:");
  await expectAccessibleWords(page);
  await expectContrast(page);
  await tutorial.button("program", wordsOf("zh")("reset")).click();
  await tutorial.runAll("zh");
  check("pass-infra", await tutorial.shown());
  // All other results are now outdated.
  await mistake();
  await expect(page.locator('[data-status="outdated"]').first()).toBeVisible();
  await expectAccessibleWords(page);
  await expectContrast(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the expected results are on the pages", async ({ tutorial, page }) => {
    const pages = TUTORIALS.map((name) => ({ name, language: "en" as const }));
    for (const { name, language } of [...pages, { name: TUTORIALS[0], language: "zh" as const }]) {
      await test.step(`${name}, ${language}`, async () => {
        await tutorial.open(name, language);
        const source = await page.request.get(addressOf(name, language));
        expect(await source.text()).toContain(
          `<noscript><p class="note">${wordsOf(language)("needsScript")}`,
        );
        await expect(page.getByRole("button")).toHaveCount(0);
        check(name, await tutorial.shown());
      });
    }
  });
});

test("the pages name each other, their language and what they are about", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("index");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Using pass instruments" }).first().click();
  await expect(page).toHaveTitle("Using pass instruments · Passcope");
  await page.getByRole("link", { name: "中文" }).click();
  await expect(page).toHaveURL(/learn\/zh\/pass-instrument\.html$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  const description = page.locator('meta[name="description"]');
  await expect(description).toHaveAttribute("content", /\p{Script=Han}/u);
  await page.locator(".around a").first().click();
  await expect(page).toHaveURL(/learn\/zh\/pass-infra\.html$/);
  await expect(page.locator("main em").first()).toHaveCSS("font-style", "normal");
  await page.getByRole("link", { name: "演练场" }).click();
  await expect(page).toHaveURL(/\/any\/folder\/index\.html/);
});

// All steps share a page, so the engine loads once.
test("cells run when Run is pressed; they are changed, fail, are stopped, and reach nothing outside", async ({
  tutorial,
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await tutorial.open("pass-infra");
  const [first, second] = ["program", "fold-constant"] as const;
  const cell = tutorial.cell(second);
  const mistake = cell.getByRole("alert");
  const underlined = cell.locator(".cm-lintRange-error");

  await test.step("nothing runs before Run is pressed, and the sandbox is loaded then", async () => {
    await expect(tutorial.editor(first)).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requests.filter((url) => /wasm|sandbox/.test(url))).toEqual([]);
    await tutorial.button(first, "Run (Cell 1)").click();
    await tutorial.has(first, "done");
  });

  await test.step("a cell that is reset loses its old error, and an edited one its mark", async () => {
    const expected = await cell.locator(".cell-result").innerText();
    await tutorial.write(second, "const = 1;");
    await tutorial.button(second, /^Run \(/).click();
    await tutorial.has(second, "failed");
    await expect(mistake).toContainText("Unexpected token");
    await expect(underlined).toHaveCount(1);
    await tutorial.editor(second).press("End");
    await page.keyboard.type(" // mended");
    await expect(underlined).toHaveCount(0);
    await tutorial.button(second, "Reset").click();
    await expect(mistake).toHaveCount(0);
    await expect(cell.getByText("Unexpected token")).toHaveCount(0);
    await expect.poll(() => cell.locator(".cell-result").innerText()).toBe(expected);
    await tutorial.has(second, "outdated");
  });

  await test.step("one engine for all cells and runs", async () => {
    await tutorial.button(first, "Run (Cell 1)").click();
    await tutorial.button(second, "Run (Cell 2)").click();
    await tutorial.has(second, "done");
    expect(requests.filter((url) => /passcope\.first.*\.wasm/.test(url))).toHaveLength(1);
    expect(requests.filter((url) => /passcope\.deferred.*\.wasm/.test(url))).toHaveLength(1);
  });

  await test.step("a mistake is told with its line, which is underlined, and stops what waits", async () => {
    await tutorial.write(second, "let mod = example();\n\nmod = transform.NoSuchPass()(mod);");
    await tutorial.button("fuse-ops", /^Run to here/).click();
    await tutorial.has(second, "failed");
    await tutorial.has("common-subexpr", "idle");
    await expect(mistake).toContainText("TypeError (line 3)");
    await expect(cell.locator(".cm-line").nth(2).locator(".cm-lintRange-error")).toBeVisible();
    await expect(page.locator("#notebook-bar").getByRole("status")).toHaveText("Cell 2 failed");
    await expectAccessible(page);
    // A syntax error is found before the run, and its mark disappears with the error.
    await tutorial.write(second, "1;\nlet 2;");
    await tutorial.button(second, /^Run \(/).click();
    await expect(mistake).toContainText("(line 2)");
    await tutorial.write(second, "1;");
    await tutorial.button(second, /^Run \(/).click();
    await tutorial.has(second, "done");
    await expect(underlined).toHaveCount(0);
  });

  await test.step("Stop ends a cell that never ends, at once; then nothing has run", async () => {
    await tutorial.write(second, "console.log('begun');\nfor (;;);");
    await tutorial.button(second, /^Run to here/).click();
    await expect(cell.locator("pre.printed")).toHaveText("begun");
    // Immediately: with the next frame.
    const frames = await tutorial.button(second, "Stop (Cell 2)").evaluate(async (stop) => {
      (stop as HTMLElement).click();
      await new Promise(requestAnimationFrame);
      return document.querySelectorAll("iframe").length;
    });
    expect(frames).toBe(0);
    await tutorial.has(first, "idle");
    await tutorial.has(second, "idle");
    await tutorial.button(second, "Reset").click();
  });

  await test.step("a cell that needs those above says so, and offers to run them", async () => {
    const needing = tutorial.cell("common-subexpr");
    await tutorial.button("common-subexpr", /^Run \(/).click();
    await tutorial.has("common-subexpr", "failed");
    await expect(needing.getByRole("alert")).toContainText("is not defined");
    await needing.locator(".gaps").getByRole("button").click();
    await tutorial.has("common-subexpr", "done");
  });

  await test.step("a changed cell changes what comes below, which is outdated until it is run; reset restores", async () => {
    await tutorial.button("pass-info", /^Run to here/).click();
    await tutorial.has("pass-info", "done");
    await tutorial.cell("fuse-ops").scrollIntoViewIfNeeded();
    await expect(tutorial.editor("fuse-ops")).toBeVisible();
    const original = await tutorial.editor("fuse-ops").innerText();
    await expect(tutorial.button("fuse-ops", "Reset")).toHaveCount(0);
    await tutorial.write("fuse-ops", "mod = transform.FuseOps({ fuseOptLevel: 2 })(mod);");
    await tutorial.has("fuse-ops", "outdated");
    await tutorial.has("sequential", "outdated");
    await tutorial.has("common-subexpr", "done");
    await expect(tutorial.cell("fuse-ops")).toContainText("Outdated · edited");
    await tutorial.button("fuse-ops", /^Run to here/).click();
    await tutorial.has("fuse-ops", "done");
    await tutorial.has("sequential", "outdated");
    const result = tutorial.cell("fuse-ops").locator("pre.value");
    await expect(result).toContainText("%p3");
    await expect
      .poll(async () => (await result.textContent())?.match(/Primitive=1/g)?.length)
      .toBe(1);
    await tutorial.button("fuse-ops", /^Reset/).click();
    await expect(tutorial.editor("fuse-ops")).toHaveText(original);
    await tutorial.has("fuse-ops", "outdated");
    await tutorial.runAll();
    checks["pass-infra"]["fuse-ops"]?.((await tutorial.shown())["fuse-ops"] as Shown);
    await expect(page.getByRole("button", { name: "Reset all" })).toBeHidden();
  });

  await test.step("names are shared from top to bottom, declared anew and awaited", async () => {
    await tutorial.write(first, "const a = await Promise.resolve(2); const f = () => a; f()");
    await tutorial.write(second, "let a = 3;\nconsole.log(f(), { f });\n[a, f()]");
    await tutorial.button(second, /^Run to here/).click();
    await tutorial.has(second, "done");
    await expect
      .poll(async () => {
        const { program, "fold-constant": shown } = await tutorial.shown();
        return [program, shown];
      })
      .toEqual([
        { printed: "", value: "2" },
        { printed: "3 { f: [Function f] }", value: "[3, 3]" },
      ]);
  });

  await test.step("what a function of another cell throws is told with both lines", async () => {
    await tutorial.write(first, "function f() {\n  throw new RangeError('too far');\n}");
    await tutorial.write(second, "1;\nf();");
    await tutorial.button(second, /^Run to here/).click();
    await expect(mistake).toContainText("RangeError (line 2; thrown in line 2 of cell 1)");
  });

  await test.step("typing over highlighted code, by keys and by an input method, violates no policy", async () => {
    const editor = tutorial.editor(second);
    await tutorial.button(second, "Reset").click();
    await cell.scrollIntoViewIfNeeded();
    await editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("let a = (1");
    await expect(editor).toHaveText("let a = (1)");
    await page.keyboard.press("Home");
    await page.keyboard.press("ControlOrMeta+Shift+ArrowRight");
    await page.keyboard.type("const");
    await expect(editor).toHaveText("const a = (1)");
    const client = await page.context().newCDPSession(page);
    await page.keyboard.press("ControlOrMeta+a");
    const composition = { text: "ni", selectionStart: 2, selectionEnd: 2 };
    await client.send("Input.imeSetComposition", composition);
    await client.send("Input.insertText", { text: "你好" });
    await expect(editor).toHaveText("你好");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(editor).toHaveText("const a = (1)");
    // Violations of the policy would appear in the console.
    expect(tutorial.complaints).toEqual([]);
  });

  await test.step("code cannot reach the site or the network", async () => {
    await tutorial.write(
      first,
      [
        "const tried = async (one) => { try { await one(); return 'in'; } catch { return 'out'; } };",
        "[self.origin, await tried(() => fetch('https://example.org')), await tried(() => indexedDB.open('x'))]",
      ].join("\n"),
    );
    await tutorial.button(first, /^Run \(/).click();
    await expect(tutorial.cell(first).locator("pre.value")).toHaveText('["null", "out", "out"]');
    await tutorial.write(first, 'await import("./x.js");');
    await tutorial.button(first, /^Run \(/).click();
    await expect(tutorial.cell(first).getByRole("alert")).toContainText('import "passcope" only');
    // Each refusal is an error in the console.
    tutorial.complaints.length = 0;
  });
});
