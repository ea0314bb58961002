// Types into editors.
import { expect, onTestFinished } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { focused } from "./matchers";

/** A small program as the user's own text. */
export const PROGRAM = [
  '#[version = "0.0.5"]',
  "def @main(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) {",
  "  %0 = nn.dense(%x, %w, units=4);",
  "  %1 = nn.relu(%0);",
  "  let %both = (%0, %1);",
  "  @helper(%both.0)",
  "}",
  "def @helper(%x: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {",
  "  tanh(%x)",
  "}",
  "",
].join("\n");

/** The program's text, in the editor or its preview. */
export const content = page.css("pc-program").getByRole("textbox", { name: /as Relay text$/ });

export const editor = page.css("pc-editor .cm-content");

export const place = page.css("pc-editor .place");

/** Pastes into the focused element, so nothing is completed and no bracket is closed. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  focused()?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
}

/** Opens the editor of the program, which replaces the preview. */
export async function turnTo(): Promise<void> {
  await content.click();
  await expect.element(editor).toHaveFocus();
}

/** Replaces the text of the program. */
export async function write(text: string): Promise<void> {
  await turnTo();
  await userEvent.keyboard("{Control>}a{/Control}");
  paste(text);
}

/** Waits until the current text is checked, with this result. */
export async function checked(words: string | RegExp): Promise<void> {
  const counts = expect.element(page.css('pc-editor .counts[aria-busy="false"]'));
  await (typeof words === "string" ? counts.toHaveText(words) : counts.toContainText(words));
}

/**
 * Waits until a list of completions accepts keys. A key just after the opening is probably meant for the text, so the
 * editor ignores it for a while. The function advances the clock to skip this time.
 */
export async function takesKeys(list: Locator): Promise<void> {
  await expect.element(list).toBeVisible();
  // The lookup of the latest text is not finished yet, so the list can be an older one.
  await expect
    .poll(() => list.query()?.classList.contains("cm-tooltip-autocomplete-disabled"))
    .toBe(false);
  const now = Date.now;
  Date.now = () => now() + 1000;
  onTestFinished(() => {
    Date.now = now;
  });
}
