// The changes of a pass, before and after.
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
  /** The scroll position, as a share of the whole range. */
  const place = (): number => {
    const pane = page.css("pc-merge .cm-mergeView").element();
    return pane.scrollTop / (pane.scrollHeight - pane.clientHeight);
  };
  const next = page.getByRole("button", { name: "Next change" });
  await expect.element(changed).toBeVisible();
  // One change is near the beginning and one near the end, more than a screen apart.
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
