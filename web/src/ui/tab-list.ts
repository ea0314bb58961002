// Tabs that follow the ARIA pattern: arrow keys move, Home and End jump, and only the selected tab is in the page's tab
// order.
import { html, type TemplateResult } from "lit";
import { own } from "../i18n/own";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
}

/** The id of a tab's panel; the panel refers back to `tab-…`. */
export const panelId = (name: string): string => `panel-${name}`;
export const tabId = (name: string): string => `tab-${name}`;

export function tabList<Name extends string>(
  label: string,
  tabs: readonly Tab<Name>[],
  selected: Name,
  select: (name: Name) => void,
): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.name === selected);
    const to = own(
      { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 },
      event.key,
    );
    if (to === undefined) return;
    const tab = tabs[(to + tabs.length) % tabs.length];
    if (!tab) return;
    event.preventDefault();
    select(tab.name);
    const list = event.currentTarget as HTMLElement;
    list.querySelector<HTMLElement>(`#${tabId(tab.name)}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${onKey}>
    ${tabs.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          id=${tabId(tab.name)}
          aria-selected=${tab.name === selected}
          aria-controls=${panelId(tab.name)}
          tabindex=${tab.name === selected ? 0 : -1}
          @click=${() => select(tab.name)}
        >
          ${tab.label}
        </button>`,
    )}
  </div>`;
}
