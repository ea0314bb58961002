// The changes of a pass, before and after.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { focus } from "../../../test/views/harness/matchers";
import { openPage, tab } from "../../../test/views/harness/shell";
import { row } from "../../../test/views/harness/tree";

const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const pane = page.css("pc-merge .cm-mergeView");
const changed = page.css("pc-merge .cm-merge-b .cm-content");
const top = (): number => pane.element().scrollTop;
const next = page.getByRole("button", { name: "Next change" });

test("each change is one operator, and comes into sight by button and key; the page stays where it is", async () => {
  await openPage();
  await row("ConvertLayout").click();
  await tab("Before / after").click();
  await expect.element(changed).toBeVisible();
  // ConvertLayout changes nearly every line. The changes are still steps, one after the other.
  const places: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    await next.click();
    if (i > 5) await expect.poll(top).toBeGreaterThan(places.at(-1) ?? 0);
    places.push(top());
  }
  const last = places.at(-1) ?? 0;
  expect(last - (places[6] ?? 0)).toBeLessThan(pane.element().clientHeight * 3);
  await page.getByRole("button", { name: "Previous change" }).click();
  await expect.poll(top).toBeLessThan(last);
  await focus(changed);
  const before = top();
  await keys("{F7}{F7}{F7}");
  await expect.poll(top).toBeGreaterThan(before);
  await keys("{Shift>}{F7}{F7}{F7}{/Shift}");
  await expect.poll(top).toBeLessThanOrEqual(before);
  expect(scrollY).toBe(0);
});

test("F7 works from the tree and the tabs, and begins with what is in sight", async () => {
  await openPage();
  await row("ConvertLayout").click();
  await tab("Before / after").click();
  await expect.element(changed).toBeVisible();
  const far = pane.element().scrollHeight / 2;
  pane.element().scrollTop = far;
  await expect.poll(top).toBeGreaterThan(far - 200);
  const before = top();
  await focus(tab("Before / after"));
  await keys("{F7}{F7}{F7}");
  await expect.poll(top).toBeGreaterThan(before);
  await row("ConvertLayout").click();
  const from = top();
  await keys("{F7}{F7}{F7}{F7}");
  await expect.poll(top).toBeGreaterThan(from);
  // It leads to the changes from another tab.
  await tab("Operators").click();
  await row("FoldConstant").last().click();
  await keys("{F7}");
  await expect.element(page.css("pc-merge .cm-changedLine").first()).toBeVisible();
});
