// Checks what is visible without scrolling.
import { expect } from "vitest";
import type { Locator } from "vitest/browser";

/** By how many pixels an element exceeds its scroll containers and the window. */
export function outOfSight(of: Locator): number {
  const element = of.element();
  const box = element.getBoundingClientRect();
  let [top, bottom] = [0, innerHeight];
  let at: Element | null = element;
  while (at) {
    if (at !== element && /auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) {
      const view = at.getBoundingClientRect();
      [top, bottom] = [Math.max(top, view.top), Math.min(bottom, view.bottom)];
    }
    at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as ShadowRoot).host ?? null;
  }
  return Math.max(0, top - box.top, box.bottom - bottom);
}

/** Waits until the whole element is visible, up to rounding. */
export async function expectInSight(of: Locator): Promise<void> {
  await expect.element(of).toBeVisible();
  await expect.poll(() => outOfSight(of), { message: of.selector }).toBeLessThan(1);
}

/** Waits until a part of the element is visible. */
export async function expectPartInSight(of: Locator): Promise<void> {
  await expect.element(of).toBeVisible();
  const left = (): number => of.element().getBoundingClientRect().height - outOfSight(of);
  await expect.poll(left, { message: of.selector }).toBeGreaterThan(0);
}
