// The changes of a pass, before and after.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { focus } from "../../../test/views/harness/matchers";
import { openPage, tab } from "../../../test/views/harness/shell";
import { row } from "../../../test/views/harness/tree";

const keys = (typed: string): Promise<void> => userEvent.keyboard(typed);
const pane = page.css("pc-merge .cm-mergeView");
const changed = page.css("pc-merge .cm-merge-b .cm-content");
const current = page.css("pc-merge .cm-currentChange");
const next = page.getByRole("button", { name: "Next change" });

/** The text of the change to which the page has moved, and where it is in the text. */
const at = (): { text: string; place: number } => {
  const [line] = current.elements().slice(-1);
  const edge = pane.element().getBoundingClientRect().top;
  const place = (line?.getBoundingClientRect().top ?? 0) - edge;
  // The line of the cursor is shown in full, so only its beginning tells it from others.
  return { text: line?.textContent?.slice(0, 16) ?? "", place: place + pane.element().scrollTop };
};

/** Does something that moves to another change, and returns its place. */
async function moves(act: () => Promise<void>): Promise<number> {
  const { text } = at();
  await act();
  await expect.poll(() => at().text).not.toBe(text);
  const inSight = (): boolean => {
    const edge = pane.element().getBoundingClientRect();
    const [line] = current.elements().slice(-1);
    const own = line?.getBoundingClientRect();
    return own !== undefined && own.top >= edge.top - 1 && own.top < edge.bottom;
  };
  await expect.poll(inSight).toBe(true);
  return at().place;
}

async function openChanges(): Promise<void> {
  await openPage();
  await row("ConvertLayout").click();
  await tab("Before / after").click();
  await expect.element(changed).toBeVisible();
}

test("each change is one operator, and comes into sight by button and key; the page stays where it is", async () => {
  await openChanges();
  // ConvertLayout changes nearly every line. The changes are still steps, one after the other.
  let last = -1;
  for (let i = 0; i < 10; i += 1) {
    const place = await moves(() => next.click());
    expect(place).toBeGreaterThan(last);
    expect(current.elements().length).toBeLessThanOrEqual(2);
    last = place;
  }
  const before = await moves(() => page.getByRole("button", { name: "Previous change" }).click());
  expect(before).toBeLessThan(last);
  await focus(changed);
  const further = await moves(() => keys("{F7}"));
  expect(further).toBeGreaterThan(before);
  expect(await moves(() => keys("{Shift>}{F7}{/Shift}"))).toBeLessThan(further);
  expect(scrollY).toBe(0);
});

test("F7 works from the tree and the tabs, and goes forward from what is in sight", async () => {
  await openChanges();
  const far = Math.round(pane.element().scrollHeight / 2);
  pane.element().scrollTop = far;
  await expect.poll(() => pane.element().scrollTop).toBeGreaterThan(far / 2);
  await focus(tab("Before / after"));
  const top = pane.element().scrollTop;
  const first = await moves(() => keys("{F7}"));
  expect(first).toBeGreaterThanOrEqual(top - 1);
  await row("ConvertLayout").click();
  expect(await moves(() => keys("{F7}"))).toBeGreaterThan(first);
  // It leads to the changes from another tab.
  await tab("Operators").click();
  await keys("{F7}");
  await expect.element(current.first()).toBeVisible();
});
