// Puts views into the document, as the page does.
import { page, type Locator } from "vitest/browser";
import type { App } from "../../../src/core/app/app";
import type { View } from "../../../src/ui/view";

let box: HTMLElement | undefined;

/**
 * Shows views one below the other, the window's height between them, and gives a locator of the last one. Whoever
 * mounts a view imports the module that defines it.
 */
export function mount(app: App, ...tags: readonly string[]): Locator {
  unmount();
  box = document.createElement("main");
  box.style.cssText = `display: grid; grid-auto-rows: minmax(0, 1fr); height: 100vh`;
  for (const tag of tags) {
    const view = document.createElement(tag) as View;
    if (!customElements.get(tag)) throw new Error(`${tag} is not defined`);
    view.app = app;
    box.append(view);
  }
  document.body.append(box);
  return page.css(tags.at(-1) ?? "");
}

/** Takes them out of the document; done after each test. */
export function unmount(): void {
  box?.remove();
  box = undefined;
}
