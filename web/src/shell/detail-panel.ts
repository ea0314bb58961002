// The lower panel: the program, and what passes did to it. Each view has a tab.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import type { CodePlace } from "../core/protocol/code";
import { detailTabOf } from "../core/state/app-state";
import { base, controls, panel } from "../ui/styles/shared";
import { growIcon, shrinkIcon } from "../ui/icons";
import { Lazy } from "../ui/lazy";
import { panelId, tabId } from "../ui/tab-list";
import { TabViews } from "../ui/tab-views";
import { View } from "../ui/view";
import { DETAIL_VIEWS, viewOf } from "../features/app";

export class DetailPanel extends View {
  static override styles = [
    base,
    controls,
    panel,
    css`
      :host {
        display: block;
        min-width: 0;
        container-type: inline-size;
      }
      .panel-head {
        flex-wrap: nowrap;
      }
      .panel-tools {
        flex: none;
        flex-wrap: nowrap;
      }
      /* In a narrow panel, the tabs scroll. More rows of tabs would leave no space for the view. */
      @container (max-width: 62rem) {
        .tabs {
          flex-wrap: nowrap;
          gap: 0;
          margin-left: calc(-1 * var(--s2));
          overflow: auto hidden;
          scrollbar-width: none;
        }
        .tabs button {
          flex: none;
          padding: 0 6px;
        }
        .tabs button[aria-selected="true"]::after {
          bottom: 0;
        }
      }
      /* On a phone, the page scrolls, so there is room for all tabs. */
      @container (max-width: 40rem) {
        .tabs {
          flex-wrap: wrap;
          overflow: visible;
        }
        .panel-head {
          align-items: start;
        }
        .panel-tools {
          padding-top: var(--s2);
        }
      }
    `,
  ];

  readonly #views = new TabViews(this);
  readonly #lineage = new Lazy(
    this,
    () => import("../features/lineage/lineage-strip"),
    "pc-lineage",
  );

  override render(): TemplateResult {
    const { app, state } = this;
    const tab = viewOf(detailTabOf(state));
    const { maximised } = state;
    const size = t(maximised ? "detail.restore" : "detail.maximise");
    const title = t("detail.title");
    return html`<section class="panel" aria-label=${title}>
      <div class="panel-head">
        ${this.#views.list(title, DETAIL_VIEWS, tab.name, state, (name) => app.layout.showDetail(name))}
        <div class="panel-tools">
          ${this.#views.tools(tab, app)}
          <button
            type="button"
            class="icon"
            aria-label=${size}
            aria-keyshortcuts="F9"
            aria-pressed=${maximised}
            title=${`${size} (F9)`}
            @click=${() => app.layout.maximise(!maximised)}
          >
            ${maximised ? shrinkIcon : growIcon}
          </button>
        </div>
      </div>
      <div
        class="panel-body"
        role="tabpanel"
        id=${panelId(tab.name)}
        aria-labelledby=${tabId(tab.name)}
        @pointerdown=${this.#turnedTo}
        @keydown=${this.#turnedTo}
        @goto=${(event: CustomEvent<CodePlace>) => app.code.show(event.detail)}
      >
        ${this.#views.view(tab, app)}
      </div>
      ${
        state.lineage.kind === "none"
          ? nothing
          : this.#lineage.show(() => html`<pc-lineage .app=${app}></pc-lineage>`)
      }
    </section>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const tab = this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]');
    const list = tab?.parentElement;
    if (!tab || !list || list.scrollWidth <= list.clientWidth) return;
    list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.clientWidth) / 2;
  }

  /** If the user opens the program before the first results, it stays open. */
  readonly #turnedTo = (): void => {
    const { detailTab } = this.app.store.state;
    if (detailTab === undefined && detailTabOf(this.app.store.state) === "program") {
      this.app.layout.showDetail("program");
    }
  };
}

customElements.define("pc-detail", DetailPanel);
