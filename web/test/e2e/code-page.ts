// Helpers for the tests of code: typing code, using its exports in the pipeline, reading the console.
import type { Locator } from "@playwright/test";
import { expect, type Playground } from "./page";

export class CodePage {
  constructor(private readonly playground: Playground) {}

  get editor(): Locator {
    return this.playground.page.locator("pc-code-tab .cm-content");
  }

  async open(): Promise<void> {
    await this.playground.tab("Code").click();
    await expect(this.editor).toBeVisible();
  }

  /** Replaces the content of the editor. */
  async write(source: string): Promise<void> {
    await this.open();
    await this.editor.click();
    await this.playground.page.keyboard.press("Control+a");
    await this.playground.page.keyboard.insertText(source);
  }

  /** Adds an export as a pass of a stage. */
  async addPass(name: string, stage = 1): Promise<void> {
    await this.#pick(`Add a pass to stage ${stage}`, name);
    await expect(this.playground.step(name)).toBeVisible();
  }

  /** Adds an export as an instrument of a stage. */
  async addInstrument(name: string, stage = 1): Promise<void> {
    const label = `Add an instrument to stage ${stage}`;
    const picker = this.playground.page.getByRole("combobox", { name: label });
    const context = this.playground.page.getByRole("button", { name: "Context" }).nth(stage - 1);
    if ((await context.getAttribute("aria-expanded")) !== "true") await context.click();
    await expect(picker).toBeVisible();
    await this.#pick(label, name);
    await expect(
      this.playground.page.getByRole("list", { name: `Instruments of stage ${stage}` }),
    ).toContainText(name);
  }

  async #pick(label: string, name: string): Promise<void> {
    const { page } = this.playground;
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("combobox", { name: label }).fill(name);
    const list = page.getByRole("listbox", { name: label });
    await list.getByRole("option", { name }).first().click();
  }

  /** Opens the console and returns its entries. */
  async console(): Promise<Locator> {
    await this.playground.tab("Console").click();
    await expect(this.playground.page.locator("pc-console")).toBeVisible();
    return this.playground.page.locator("pc-console .entry pre");
  }
}

/** Code with a side effect at load time, and a pass so that it can be loaded. */
export const probe = (body: string): string =>
  `import { transform } from "passcope";\n${body}\n` +
  `export const probe = transform.modulePass({ optLevel: 0, name: "probe" }, (mod) => mod);\n`;
