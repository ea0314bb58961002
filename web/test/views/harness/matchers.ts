// What views show, as their users read it: with what is in their shadows, whatever spaces and lines are between.
import { expect } from "vitest";
import type { Locator } from "vitest/browser";

function textIn(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
  if (node instanceof HTMLStyleElement || node instanceof HTMLScriptElement) return "";
  const inside = [...node.childNodes].map(textIn).join("");
  return node instanceof Element && node.shadowRoot ? inside + textIn(node.shadowRoot) : inside;
}

export const textOf = (node: Node): string => textIn(node).replace(/\s+/g, " ").trim();

/** The element that has the focus, in whatever shadow it is. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

interface TextMatchers<R> {
  /** Has this text in it. */
  toContainText: (text: string | RegExp) => R;
  /** Shows this text and no other. */
  toHaveText: (text: string) => R;
}

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-empty-object-type -- As Vitest declares it.
  interface Matchers<T = any> extends TextMatchers<T> {}
}

expect.extend({
  /** Vitest's own knows nothing of shadows. */
  toHaveFocus(element: Element) {
    const now = focused();
    return { pass: now === element, message: () => `the focus is on ${now?.outerHTML}` };
  },
  toContainText(element: Element, wanted: string | RegExp) {
    const actual = textOf(element);
    const pass = typeof wanted === "string" ? actual.includes(wanted) : wanted.test(actual);
    return {
      pass,
      actual,
      expected: wanted,
      message: () => `it shows “${actual}”, asked for is ${wanted}`,
    };
  },
  toHaveText(element: Element, wanted: string) {
    const actual = textOf(element);
    return {
      pass: actual === wanted,
      actual,
      expected: wanted,
      message: () => `it shows “${actual}”`,
    };
  },
});

/** There come to be so many. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length, { message: locator.selector }).toBe(count);

/** There come to be elements with these texts, and no others. */
export const expectTexts = (locator: Locator, texts: readonly string[]): Promise<void> =>
  expect.poll(() => locator.elements().map(textOf), { message: locator.selector }).toEqual(texts);

/** Gives the focus to what there comes to be. */
export const focus = async (locator: Locator): Promise<void> =>
  (await locator.findElement()).focus();
