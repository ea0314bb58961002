// What a pass changed, before and after.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { focus } from "../../../test/views/harness/matchers";
import { openPage, tab } from "../../../test/views/harness/shell";
import { row } from "../../../test/views/harness/tree";

test("the next change and the one before come into sight, by button and key, and the page stays where it is", async () => {
  await openPage();
  await row("ConvertLayout").click();
  await tab("Before / after").click();
  const changed = page.css("pc-merge .cm-merge-b .cm-content");
  /** How far the text is scrolled, as a share of all that it can be. */
  const place = (): number => {
    const pane = page.css("pc-merge .cm-mergeView").element();
    return pane.scrollTop / (pane.scrollHeight - pane.clientHeight);
  };
  const next = page.getByRole("button", { name: "Next change" });
  await expect.element(changed).toBeVisible();
  // There are two: one near the beginning, one near the end, with more than a screen between them.
  await next.click();
  await expect.poll(place).toBeLessThan(0.3);
  await next.click();
  await expect.poll(place).toBeGreaterThan(0.7);
  await page.getByRole("button", { name: "Previous change" }).click();
  await expect.poll(place).toBeLessThan(0.3);
  await focus(changed);
  await userEvent.keyboard("{F7}");
  await expect.poll(place).toBeGreaterThan(0.7);
  await userEvent.keyboard("{Shift>}{F7}{/Shift}");
  await expect.poll(place).toBeLessThan(0.3);
  expect(scrollY).toBe(0);
});
