// The tutorials: every cell shows what it should, before and after it is run; cells can be changed, stopped and
// used by keyboard; the pages are readable without scripts. Both languages have the same cells, as
// test/unit/tutorial-pages.test.ts tells, so that the second one is looked at in one tutorial only.
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

/** What is looked at in the second language. */
const SECOND = { name: TUTORIALS[0], language: "zh" as const };

/** A tutorial, open. */
class Tutorial {
  constructor(readonly page: Page) {}

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

  /** Puts code in the place of a cell's. */
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

  /** What each cell shows, by name. */
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
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await use(new Tutorial(page));
    expect(complaints).toEqual([]);
  },
});

function check(name: (typeof TUTORIALS)[number], shown: Record<string, Shown>): void {
  expect(Object.keys(shown)).toEqual(Object.keys(checks[name]));
  for (const [cell, one] of Object.entries(shown)) {
    test.info().annotations.push({ type: "cell", description: cell });
    checks[name][cell]?.(one);
  }
}

const pages = [...TUTORIALS.map((name) => ({ name, language: "en" as const })), SECOND];

for (const { name, language } of pages) {
  test(`${name}, ${language}: every cell shows what it should when all are run`, async ({
    tutorial,
  }) => {
    await tutorial.open(name, language);
    await tutorial.runAll(language);
    // A cell has run when its results are there.
    check(name, await tutorial.shown());
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    test(`${name}, ${language}: the expected results are on the page`, async ({
      tutorial,
      page,
    }) => {
      await tutorial.open(name, language);
      const source = await page.request.get(addressOf(name, language));
      expect(await source.text()).toContain(
        `<noscript><p class="note">${wordsOf(language)("needsScript")}`,
      );
      await expect(page.getByRole("button")).toHaveCount(0);
      check(name, await tutorial.shown());
    });
  });
}

for (const language of ["en", "zh"] as const) {
  test(`${language}: accessible before and after running`, async ({ tutorial }) => {
    const check = language === "en" ? expectAccessible : expectAccessibleWords;
    await tutorial.open("index", language);
    await check(tutorial.page);
    await tutorial.open("pass-infra", language);
    await tutorial.write("program", "nosuch;");
    await tutorial.button("program", wordsOf(language)("run")).last().click();
    await tutorial.has("program", "failed");
    await check(tutorial.page);
    if (language !== "en") {
      await expectContrast(tutorial.page);
      return;
    }
    await tutorial.open("pass-instrument", language);
    await tutorial.runAll(language);
    await check(tutorial.page);
  });
}

test("the pages name each other, their language and what they are about", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("index");
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

test("nothing runs before Run is pressed, and the sandbox is loaded then", async ({
  tutorial,
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await tutorial.open("pass-infra");
  await expect(tutorial.editor("program")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => /wasm|sandbox/.test(url))).toEqual([]);
  await tutorial.button("program", "Run (Cell 1)").click();
  await tutorial.has("program", "done");
  await tutorial.button("program", "Run (Cell 1)").click();
  await tutorial.button("fold-constant", "Run (Cell 2)").click();
  await tutorial.has("fold-constant", "done");
  // One engine for all cells and runs.
  expect(requests.filter((url) => /passcope\.first.*\.wasm/.test(url))).toHaveLength(1);
  expect(requests.filter((url) => /passcope\.deferred.*\.wasm/.test(url))).toHaveLength(1);
});

test("a changed cell changes what comes below, which is outdated until it is run; reset restores", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("pass-infra");
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

test("names are shared from top to bottom, declared anew and awaited", async ({ tutorial }) => {
  await tutorial.open("pass-infra");
  await tutorial.write("program", "const a = await Promise.resolve(2); const f = () => a; f()");
  await tutorial.write("fold-constant", "let a = 3;\nconsole.log(f(), { f });\n[a, f()]");
  await tutorial.button("fold-constant", /^Run to here/).click();
  await tutorial.has("fold-constant", "done");
  await expect
    .poll(async () => {
      const { program, "fold-constant": second } = await tutorial.shown();
      return [program, second];
    })
    .toEqual([
      { printed: "", value: "2" },
      { printed: "3 { f: [Function f] }", value: "[3, 3]" },
    ]);
});

test("a mistake is told with its line, which is underlined, and stops what waits", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("pass-infra");
  await tutorial.write(
    "fold-constant",
    "let mod = example();\n\nmod = transform.NoSuchPass()(mod);",
  );
  await tutorial.button("fuse-ops", /^Run to here/).click();
  await tutorial.has("fold-constant", "failed");
  await tutorial.has("common-subexpr", "idle");
  await expect(tutorial.cell("fold-constant").getByRole("alert")).toContainText(
    "TypeError (line 3)",
  );
  await expect(
    tutorial.cell("fold-constant").locator(".cm-line").nth(2).locator(".cm-lintRange-error"),
  ).toBeVisible();
  await expect(page.locator("#notebook-bar").getByRole("status")).toHaveText("Cell 2 failed");
  // A syntax error is found before anything runs, and the mark goes with the mistake.
  await tutorial.write("fold-constant", "1;\nlet 2;");
  await tutorial.button("fold-constant", /^Run \(/).click();
  await expect(tutorial.cell("fold-constant").getByRole("alert")).toContainText("(line 2)");
  await tutorial.write("fold-constant", "1;");
  await tutorial.button("fold-constant", /^Run \(/).click();
  await tutorial.has("fold-constant", "done");
  await expect(tutorial.cell("fold-constant").locator(".cm-lintRange-error")).toHaveCount(0);
});

test("what the engine has to say of a mistake is in the page's language", async ({ tutorial }) => {
  await tutorial.open("pass-infra", "zh");
  await tutorial.write(
    "program",
    'import { relay } from "passcope";\nrelay.fromtext("def @main() { nn.rellu(%x) }");',
  );
  await tutorial.button("program", "运行 (单元格 1)").click();
  await tutorial.has("program", "failed");
  const failure = tutorial.cell("program").getByRole("alert");
  await expect(failure).toContainText("错误[bad-version]：模块以文本格式的版本开头");
  await expect(failure).not.toContainText("note:");
});

test("a cell that is reset loses its old error, and an edited one its mark", async ({
  tutorial,
}) => {
  await tutorial.open("pass-infra");
  await tutorial.button("program", /^Run \(/).click();
  await tutorial.has("program", "done");
  const cell = tutorial.cell("fold-constant");
  const expected = await cell.locator(".cell-result").innerText();
  await tutorial.write("fold-constant", "const = 1;");
  await tutorial.button("fold-constant", /^Run \(/).click();
  await tutorial.has("fold-constant", "failed");
  await expect(cell.getByRole("alert")).toContainText("Unexpected token");
  await expect(cell.locator(".cm-lintRange-error")).toHaveCount(1);
  await tutorial.editor("fold-constant").press("End");
  await tutorial.page.keyboard.type(" // mended");
  await expect(cell.locator(".cm-lintRange-error")).toHaveCount(0);
  await tutorial.button("fold-constant", "Reset").click();
  await expect(cell.getByRole("alert")).toHaveCount(0);
  await expect(cell.getByText("Unexpected token")).toHaveCount(0);
  await expect.poll(() => cell.locator(".cell-result").innerText()).toBe(expected);
  await tutorial.has("fold-constant", "outdated");
});

test("typing over highlighted code, by keys and by an input method, violates no policy", async ({
  tutorial,
  page,
}) => {
  // What is violated is written to the console, which must stay empty.
  await tutorial.open("pass-infra");
  const editor = tutorial.editor("fold-constant");
  await tutorial.cell("fold-constant").scrollIntoViewIfNeeded();
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
  await client.send("Input.imeSetComposition", { text: "ni", selectionStart: 2, selectionEnd: 2 });
  await client.send("Input.insertText", { text: "你好" });
  await expect(editor).toHaveText("你好");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(editor).toHaveText("const a = (1)");
});

test("what a function of another cell throws is told with both lines", async ({ tutorial }) => {
  await tutorial.open("pass-infra");
  await tutorial.write("program", "function f() {\n  throw new RangeError('too far');\n}");
  await tutorial.write("fold-constant", "1;\nf();");
  await tutorial.button("fold-constant", /^Run to here/).click();
  await expect(tutorial.cell("fold-constant").getByRole("alert")).toContainText(
    "RangeError (line 2; thrown in line 2 of cell 1)",
  );
});

test("a cell that needs those above says so, and offers to run them", async ({ tutorial }) => {
  await tutorial.open("pass-infra");
  await tutorial.button("common-subexpr", /^Run \(/).click();
  await tutorial.has("common-subexpr", "failed");
  await expect(tutorial.cell("common-subexpr").getByRole("alert")).toContainText("is not defined");
  await tutorial.cell("common-subexpr").locator(".gaps").getByRole("button").click();
  await tutorial.has("common-subexpr", "done");
});

test("Stop ends a cell that never ends, at once; then nothing has run", async ({ tutorial }) => {
  await tutorial.open("pass-infra");
  await tutorial.write("fold-constant", "console.log('begun');\nfor (;;);");
  await tutorial.button("fold-constant", /^Run to here/).click();
  await expect(tutorial.cell("fold-constant").locator("pre.printed")).toHaveText("begun");
  // At once: with the next picture of the page.
  const frames = await tutorial.button("fold-constant", "Stop (Cell 2)").evaluate(async (stop) => {
    (stop as HTMLElement).click();
    await new Promise(requestAnimationFrame);
    return document.querySelectorAll("iframe").length;
  });
  expect(frames).toBe(0);
  await tutorial.has("program", "idle");
  await tutorial.has("fold-constant", "idle");
  await tutorial.button("fold-constant", "Reset").click();
  await tutorial.runAll();
});

test("everything can be done by keyboard", async ({ tutorial, page }) => {
  await tutorial.open("pass-infra");
  await expect(tutorial.editor("program")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the text" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  // Past the switch of languages.
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
  // Tab has left the editor, and Shift+Tab goes back.
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
});

test("long results are folded, and cells fit a narrow screen", async ({ tutorial, page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await tutorial.open("pass-instrument");
  const folded = tutorial.cell("workload").locator("details");
  await expect(folded).toHaveCount(1);
  await expect(folded.locator("pre")).toBeHidden();
  await folded.getByText(/^\d+ lines$/).click();
  await expect(folded.locator("pre")).toBeVisible();
  await tutorial.runAll();
  await expectFits(page);
});

test("a cell's passes can be opened in the playground, in the same language", async ({
  tutorial,
  page,
}) => {
  await tutorial.open("annotate-spans", "zh");
  await tutorial.cell("three-passes").getByRole("link", { name: "在演练场中打开" }).click();
  await expect(page).toHaveURL(/\/any\/folder\/index\.html/);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await expect(page.locator('[data-run="done"]')).toBeVisible();
  const names = page.locator("[data-row]");
  await expect(names.and(page.locator('[data-name="AnnotateSpans"]'))).toBeVisible();
  await expect(names.and(page.locator('[data-name="ToANormalForm"]'))).toBeVisible();
});

test("code cannot reach the site or the network", async ({ page }) => {
  // What it tries is refused loudly, so this page may have complaints.
  const tutorial = new Tutorial(page);
  await tutorial.open("pass-infra");
  await tutorial.write(
    "program",
    [
      "const tried = async (one) => { try { await one(); return 'in'; } catch { return 'out'; } };",
      "[self.origin, await tried(() => fetch('https://example.org')), await tried(() => indexedDB.open('x'))]",
    ].join("\n"),
  );
  await tutorial.button("program", /^Run \(/).click();
  await expect(tutorial.cell("program").locator("pre.value")).toHaveText('["null", "out", "out"]');
  await tutorial.write("program", 'await import("./x.js");');
  await tutorial.button("program", /^Run \(/).click();
  await expect(tutorial.cell("program").getByRole("alert")).toContainText('import "passcope" only');
});
