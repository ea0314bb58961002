// What the page's tests share: a page that notes whatever goes wrong on it, and ways to its parts.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { App } from "../../src/core/app/app";
import { expect, test as base } from "./base";

/** What the tests do to the page's state where its controls are another test's affair. */
export interface Shell {
  readonly app: App;
}

/** Has a page say in its console where it is refused something by its policy. */
export async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

export class Playground {
  /** Console errors and warnings, uncaught exceptions, violations of the security policy. */
  readonly complaints: string[] = [];
  /** Set by tests of what the page complains about, which may do so late. */
  mayComplain = false;
  readonly requests: string[] = [];

  constructor(readonly page: Page) {
    page.on("console", (message) => {
      // Said by the tests' own means of doing so.
      if (message.text().startsWith("Service Worker registration blocked")) return;
      if (message.type() === "error" || message.type() === "warning") {
        this.complaints.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => this.complaints.push(`exception: ${error.message}`));
    page.on("request", (request) => this.requests.push(request.url()));
  }

  async open(): Promise<void> {
    await watchPolicy(this.page);
    await this.page.goto("./");
  }

  /** Nothing went wrong on the page, unless that is what the test is about. */
  expectNoComplaints(): void {
    if (!this.mayComplain) expect(this.complaints).toEqual([]);
  }

  /** Opens the page and waits for the results of its first run. */
  async openAndRun(): Promise<void> {
    await this.open();
    await this.finished();
  }

  /** Opens the page, waits for its first results, and turns to the program. */
  async openProgram(): Promise<void> {
    await this.openAndRun();
    await this.showProgram();
  }

  async showProgram(): Promise<void> {
    // By its id, which is the same in all languages.
    await this.page.locator("pc-detail #tab-program").click();
  }

  /**
   * Until a run's results are there. What would follow, its repetitions for steady times, is ended as a
   * press of Stop does: they take a second of every run, and only tests of measuring wait for them.
   */
  async finished(): Promise<void> {
    await expect(this.page.locator('[data-run="measuring"], [data-run="done"]')).toBeVisible();
    await this.page.locator("pc-app").evaluate((shell) => {
      const { app } = shell as unknown as Shell;
      if (app.store.state.run.kind === "measuring") app.runs.stop();
    });
    await this.measured();
  }

  /** Until a run's times are steady, too. */
  async measured(): Promise<void> {
    await expect(this.page.locator('[data-run="done"]')).toBeVisible();
  }

  /** The program's text, in the editor or in what stands in its place before it is used. */
  get program(): Locator {
    return this.page.locator("pc-program").getByRole("textbox", { name: /as Relay text$/ });
  }

  line(index: number): Locator {
    return this.program.locator(".line, .cm-line").nth(index);
  }

  get run(): Locator {
    return this.page.getByRole("button", { name: "Run", exact: true });
  }

  async runAgain(): Promise<void> {
    await this.run.click();
    await this.finished();
  }

  /** The tree's rows as text: indented by level, stages by their number, with why one did not run. */
  outline(): Promise<string[]> {
    return this.page.locator("[data-row]").evaluateAll((rows) =>
      rows.map((row) => {
        const text = (part: string): string =>
          row.querySelector(part)?.textContent?.trim().replace(/\s+/g, " ") ?? "";
        const why = text(".status");
        const indent = "  ".repeat(Number(row.getAttribute("aria-level")) - 1);
        return indent + text(".label") + (why ? ` (${why})` : "");
      }),
    );
  }

  /** The tree comes to show these rows, and no others. */
  async expectOutline(rows: readonly string[]): Promise<void> {
    await expect.poll(() => this.outline()).toEqual(rows);
  }

  /** The tree comes to have these rows among others, in this order; and none of `absent`. */
  async expectRows(rows: readonly string[], absent: readonly string[] = []): Promise<void> {
    const wanted = [...rows, ...absent];
    await expect
      .poll(async () => {
        const outline = await this.outline();
        return [...outline.filter((row, i) => wanted.includes(row) && outline.indexOf(row) === i)];
      })
      .toEqual(rows);
  }

  row(name: string): Locator {
    return this.page.locator(`[data-row][data-name="${name}"]`);
  }

  tab(name: string): Locator {
    return this.page.getByRole("tab", { name });
  }

  step(name: string): Locator {
    return this.page.locator("li.step").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Picks one of a combobox's choices by typing its name. */
  async add(box: string, name: string): Promise<void> {
    const input = this.page.getByRole("combobox", { name: box, exact: true });
    await input.fill(name);
    const list = this.page.getByRole("listbox", { name: box, exact: true });
    await expect(list.getByRole("option").first()).toContainText(name);
    await input.press("Enter");
  }

  /** The options of a pass as JSON text. */
  async optionsAsText(pass: string): Promise<Locator> {
    const area = this.page.getByLabel(`Options of ${pass}, as JSON`);
    if ((await area.count()) === 0) {
      await this.page.getByRole("button", { name: `Options of ${pass} as JSON` }).click();
    }
    return area;
  }

  optLevel(stage: number): Locator {
    return this.page.getByLabel(`opt_level of stage ${stage}`);
  }

  /** The list of operator changes comes to be this. */
  async expectOpDiffs(list: unknown): Promise<void> {
    await this.tab("Operators").click();
    const shown = this.page.locator("pc-ops pre");
    await expect.poll(async () => JSON.parse(await shown.innerText()) as unknown).toEqual(list);
  }

  /** What the copy button of that name puts on the clipboard. */
  async copied(name: string): Promise<string> {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.page.getByRole("button", { name }).click();
    await expect(this.page.getByRole("button", { name })).toContainText("Copied");
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}

/** The element's own name that has the focus, or another attribute of it, in whatever shadow it is. */
export const focused = (page: Page, attribute = "aria-label"): Promise<string | null> =>
  page.evaluate((name) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute(name) ?? null;
  }, attribute);

/** The focus comes to be on an element whose attribute says this. */
export const expectFocused = (
  page: Page,
  attribute: string,
  value: string | RegExp,
): Promise<void> =>
  expect
    .poll(async () => (await focused(page, attribute)) ?? "")
    .toMatch(typeof value === "string" ? new RegExp(`^${value}$`) : value);

/**
 * Until a list of completions takes keys. Whoever presses one just as the list opens means what is written, so
 * the editor keeps them from it until it has been open for a while by the page's clock, which is put forward
 * by a second for that.
 */
export async function takesKeys(list: Locator): Promise<void> {
  await expect(list).toBeVisible();
  // What was typed last is looked up still, and the list may be an older one.
  await expect(list).not.toHaveClass(/cm-tooltip-autocomplete-disabled/);
  await list.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 1000;
  });
}

/** Tests get an unopened playground, and fail at their end if anything went wrong on the page. */
export const test = base.extend<{ playground: Playground }>({
  playground: async ({ page }, use) => {
    const playground = new Playground(page);
    await use(playground);
    playground.expectNoComplaints();
  },
});

export { expect };

/** A text of the tutorials' expected results. */
export function golden(name: string): string {
  return readFileSync(path.resolve(import.meta.dirname, "../../../tests/golden/tutorials", name), {
    encoding: "utf8",
  });
}
