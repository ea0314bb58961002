// The tree of a run's passes.
import { expect } from "vitest";
import { page, type Locator } from "vitest/browser";
import { textOf } from "./matchers";

export const row = (name: string): Locator => page.css(`[data-row][data-name="${name}"]`);

export const chosenRow = page.css('[data-row][aria-selected="true"]');

/** The rows of the tree as text: indented by level, with numbers of stages and reasons of skipped passes. */
export const outline = (): string[] =>
  page
    .css("[data-row]")
    .elements()
    .map((element) => {
      const text = (part: string): string => {
        const found = element.querySelector(part);
        return found ? textOf(found) : "";
      };
      const why = text(".status");
      const indent = "  ".repeat(Number(element.getAttribute("aria-level")) - 1);
      return indent + text(".label") + (why ? ` (${why})` : "");
    });

/** Waits until the tree has these rows in this order, possibly among others, and none of `absent`. */
export async function expectRows(
  rows: readonly string[],
  absent: readonly string[] = [],
): Promise<void> {
  const wanted = new Set([...rows, ...absent]);
  await expect.poll(() => [...new Set(outline())].filter((one) => wanted.has(one))).toEqual(rows);
}
