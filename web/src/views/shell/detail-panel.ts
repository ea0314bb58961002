// The lower panel: the program, and what passes did to it, a tab for each way to look at it.
import { css, html, type TemplateResult } from "lit";
import { t } from "../../i18n/playground";
import type { CodePlace } from "../../protocol/code";
import { base, controls, panel } from "../../styles/shared";
import { panelId, tabId } from "../common/tab-list";
import { TabViews } from "../common/tab-views";
import { View } from "../common/view";
import { DETAIL_TABS, tabOf } from "../tabs";

export class DetailPanel extends View {
  static override styles = [
    base,
    controls,
    panel,
    css`
      :host {
        display: block;
        min-width: 0;
      }
    `,
  ];

  readonly #views = new TabViews(this);

  override render(): TemplateResult {
    const { app, state } = this;
    const tab = tabOf(DETAIL_TABS, state.detailTab);
    const title = t("detail.title");
    return html`<section class="panel" aria-label=${title}>
      <div class="panel-head">
        ${this.#views.list(title, DETAIL_TABS, tab.name, state, (name) => app.showDetail(name))}
        <div class="panel-tools">${this.#views.tools(tab, app)}</div>
      </div>
      <div
        class="panel-body"
        role="tabpanel"
        id=${panelId(tab.name)}
        aria-labelledby=${tabId(tab.name)}
        @goto=${(event: CustomEvent<CodePlace>) => app.showCode(event.detail)}
      >
        ${this.#views.view(tab, app)}
      </div>
    </section>`;
  }
}

customElements.define("pc-detail", DetailPanel);
