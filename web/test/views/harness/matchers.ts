// The visible text of views, including shadow roots, independent of white space.
import { expect } from "vitest";
import type { Locator } from "vitest/browser";

function textIn(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
  if (node instanceof HTMLStyleElement || node instanceof HTMLScriptElement) return "";
  const inside = [...node.childNodes].map(textIn).join("");
  return node instanceof Element && node.shadowRoot ? inside + textIn(node.shadowRoot) : inside;
}

export const textOf = (node: Node): string => textIn(node).replace(/\s+/g, " ").trim();

/** The focused element, in any shadow root. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

interface TextMatchers<R> {
  /** Contains this text. */
  toContainText: (text: string | RegExp) => R;
  /** Has exactly this text. */
  toHaveText: (text: string) => R;
}

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-empty-object-type -- As Vitest declares it.
  interface Matchers<T = any> extends TextMatchers<T> {}
}

expect.extend({
  /** Vitest's own matcher ignores shadow roots. */
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

/** Waits until there are this many elements. */
export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length, { message: locator.selector }).toBe(count);

/** Waits until there are elements with exactly these texts. */
export const expectTexts = (locator: Locator, texts: readonly string[]): Promise<void> =>
  expect.poll(() => locator.elements().map(textOf), { message: locator.selector }).toEqual(texts);

/** Waits for the element and focuses it. */
export const focus = async (locator: Locator): Promise<void> =>
  (await locator.findElement()).focus();
