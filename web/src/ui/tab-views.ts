// The tabs of a panel: their row, and the view and the tools of the selected one. A view's code is fetched when it is
// first shown.
import { nothing, type ReactiveControllerHost, type TemplateResult } from "lit";
import { html, unsafeStatic } from "lit/static-html.js";
import { t } from "./texts";
import type { App } from "../core/app/app";
import type { AppState } from "../core/state/app-state";
import type { Tab } from "../core/feature";
import { language } from "../i18n/language";
import { Lazy } from "./lazy";
import { tabList } from "./tab-list";

export class TabViews {
  readonly #lazy = new Map<string, Lazy>();

  constructor(private readonly host: ReactiveControllerHost) {}

  /** The row of tabs. `state` must be that of the view that is rendering, so that counts are watched. */
  list<Name extends string>(
    label: string,
    tabs: readonly Tab<Name>[],
    selected: Name,
    state: AppState,
    select: (name: Name) => void,
  ): TemplateResult {
    const labelled = tabs.map((tab) => {
      const count = tab.count?.(state) ?? 0;
      const name: string = tab.label[language()];
      return { name: tab.name, label: count > 0 ? t("detail.counted", { name, count }) : name };
    });
    return tabList(label, labelled, selected, select);
  }

  /** The buttons for the panel's head. Those that the view defines appear when it has loaded. */
  tools({ tools }: Tab, app: App): TemplateResult | typeof nothing {
    if (tools === undefined || !customElements.get(tools)) return nothing;
    const tag = unsafeStatic(tools);
    return html`<${tag} .app=${app}></${tag}>`;
  }

  view({ element, load }: Tab, app: App): TemplateResult {
    let lazy = this.#lazy.get(element);
    if (!lazy) {
      lazy = new Lazy(this.host, load, element);
      this.#lazy.set(element, lazy);
    }
    const tag = unsafeStatic(element);
    return lazy.show(() => html`<${tag} .app=${app}></${tag}>`);
  }
}
