// Puts views into the document, like the page.
import { page, type Locator } from "vitest/browser";
import type { App } from "../../../src/core/app/app";
import type { View } from "../../../src/ui/view";

let box: HTMLElement | undefined;

/**
 * Shows views one below the other in the height of the window. Returns a locator of the last one. The caller must
 * import the modules that define the views.
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

/** Removes the views; called after each test. */
export function unmount(): void {
  box?.remove();
  box = undefined;
}
