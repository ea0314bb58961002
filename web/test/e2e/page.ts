// The base of the page's tests: a page that records its errors, and ways to its parts.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { App } from "../../src/core/app/app";
import { expect, test as base } from "./base";

/** Direct access to the page's state, for tests that do not test its controls. */
export interface Shell {
  readonly app: App;
}

/** Makes a page report violations of its policy in its console. */
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
  /** Set by tests that cause errors on purpose. The errors can arrive late. */
  mayComplain = false;
  readonly requests: string[] = [];

  constructor(readonly page: Page) {
    page.on("console", (message) => {
      // Caused by the tests' own setup.
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

  /** Expects that the page reported no errors, unless the test causes them. */
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
    // The id is the same in all languages.
    await this.page.locator("pc-detail #tab-program").click();
  }

  /**
   * Waits for the results of a run, and stops its repetitions for steady times. They take a second, and only tests of
   * measuring need them.
   */
  async finished(): Promise<void> {
    await expect(this.page.locator('[data-run="measuring"], [data-run="done"]')).toBeVisible();
    await this.page.locator("pc-app").evaluate((shell) => {
      const { app } = shell as unknown as Shell;
      if (app.store.state.run.kind === "measuring") app.runs.stop();
    });
    await this.measured();
  }

  /** Waits until the times of a run are steady too. */
  async measured(): Promise<void> {
    await expect(this.page.locator('[data-run="done"]')).toBeVisible();
  }

  /** The program's text, in the editor or its preview. */
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

  /** The rows of the tree as text: indented by level, with numbers of stages and reasons of skipped passes. */
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

  /** Waits until the tree has exactly these rows. */
  async expectOutline(rows: readonly string[]): Promise<void> {
    await expect.poll(() => this.outline()).toEqual(rows);
  }

  /** Waits until the tree has these rows in this order, possibly among others, and none of `absent`. */
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

  /** Picks an option of a combobox by typing its name. */
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

  /** Waits until the list of operator changes equals `list`. */
  async expectOpDiffs(list: unknown): Promise<void> {
    await this.tab("Operators").click();
    const shown = this.page.locator("pc-ops pre");
    await expect.poll(async () => JSON.parse(await shown.innerText()) as unknown).toEqual(list);
  }

  /** The text that a copy button puts on the clipboard. */
  async copied(name: string): Promise<string> {
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.page.getByRole("button", { name }).click();
    await expect(this.page.getByRole("button", { name })).toContainText("Copied");
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}

/** The accessible name, or another attribute, of the focused element in any shadow root. */
export const focused = (page: Page, attribute = "aria-label"): Promise<string | null> =>
  page.evaluate((name) => {
    let at: Element | null = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getAttribute(name) ?? null;
  }, attribute);

/** Waits until an attribute of the focused element has this value. */
export const expectFocused = (
  page: Page,
  attribute: string,
  value: string | RegExp,
): Promise<void> =>
  expect
    .poll(async () => (await focused(page, attribute)) ?? "")
    .toMatch(typeof value === "string" ? new RegExp(`^${value}$`) : value);

/**
 * Waits until a list of completions accepts keys. A key just after the opening is probably meant for the text, so the
 * editor ignores it for a while. The function advances the page's clock by a second to skip this time.
 */
export async function takesKeys(list: Locator): Promise<void> {
  await expect(list).toBeVisible();
  // The lookup of the latest text is not finished yet, so the list can be an older one.
  await expect(list).not.toHaveClass(/cm-tooltip-autocomplete-disabled/);
  await list.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 1000;
  });
}

/** Gives tests an unopened playground. A test fails at its end if the page reported an error. */
export const test = base.extend<{ playground: Playground }>({
  playground: async ({ page }, use) => {
    const playground = new Playground(page);
    await use(playground);
    playground.expectNoComplaints();
  },
});

export { expect };

/** A file of the tutorials' expected results. */
export function golden(name: string): string {
  return readFileSync(path.resolve(import.meta.dirname, "../../../tests/golden/tutorials", name), {
    encoding: "utf8",
  });
}
