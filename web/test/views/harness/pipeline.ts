// The pipeline's editor.
import { expect } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";

export const step = (name: string): Locator =>
  page.css("li.step").filter({ has: page.getByText(name, { exact: true }) });

export const optLevel = (stage: number): Locator =>
  page.getByLabelText(`opt_level of stage ${stage}`);

export const box = (name: string): Locator => page.getByRole("combobox", { name, exact: true });

/** The options of a combobox. */
export const offered = (name: string): Locator =>
  page.getByRole("listbox", { name, exact: true }).getByRole("option");

/** Picks an option of a combobox by typing its name. */
export async function add(to: string, name: string): Promise<void> {
  await box(to).fill(name);
  await expect.element(offered(to).first()).toContainText(name);
  await userEvent.keyboard("{Enter}");
}

/** Fills a field and leaves it, so it takes the text. */
export async function fill(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await userEvent.keyboard("{Tab}");
}

/** The options of a pass as JSON text. */
export async function optionsAsText(pass: string): Promise<Locator> {
  const area = page.getByLabelText(`Options of ${pass}, as JSON`);
  if (area.elements().length === 0) {
    await page.getByRole("button", { name: `Options of ${pass} as JSON` }).click();
  }
  return area;
}
