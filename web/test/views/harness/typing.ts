// Writing in editors.
import { expect, onTestFinished } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { focused } from "./matchers";

/** A small program of the user's own. */
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

/** The program as text, in the editor or in what stands in its place before it is used. */
export const content = page.css("pc-program").getByRole("textbox", { name: /as Relay text$/ });

export const editor = page.css("pc-editor .cm-content");

export const place = page.css("pc-editor .place");

/** Pastes into what has the focus, so that nothing is completed and no bracket closed. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  focused()?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
}

/** Turns to the editor of the program, which comes in the place of a plain text. */
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

/** The present text of the program has been checked, with this result. */
export async function checked(words: string | RegExp): Promise<void> {
  const counts = expect.element(page.css('pc-editor .counts[aria-busy="false"]'));
  await (typeof words === "string" ? counts.toHaveText(words) : counts.toContainText(words));
}

/**
 * Until a list of completions takes keys. Whoever presses one just as the list opens means what is written, so
 * the editor keeps them from it until it has been open for a while by the clock, which is put forward for that.
 */
export async function takesKeys(list: Locator): Promise<void> {
  await expect.element(list).toBeVisible();
  // What was typed last is looked up still, and the list may be an older one.
  await expect
    .poll(() => list.query()?.classList.contains("cm-tooltip-autocomplete-disabled"))
    .toBe(false);
  const now = Date.now;
  Date.now = () => now() + 1000;
  onTestFinished(() => {
    Date.now = now;
  });
}
