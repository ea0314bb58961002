// The panels of an embedded element: the times beside or above the others, which share a row of tabs. Each is a view of
// the playground, whose code loads when it is first shown.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import type { CodePlace } from "../core/protocol/code";
import { base, controls, panel } from "../ui/styles/shared";
import { Lazy } from "../ui/lazy";
import { panelId, tabId } from "../ui/tab-list";
import { TabViews } from "../ui/tab-views";
import { View } from "../ui/view";
import type { Tab } from "../core/feature";
import { EMBEDDED_TABS, type DetailTab, type Panel } from "../core/state/tabs";
import { viewOf } from "../features/app";

export class DemoResults extends View {
  static override properties = { ...View.properties, panels: { attribute: false } };
  static override styles = [
    base,
    controls,
    panel,
    css`
      :host {
        container-type: size;
        display: block;
        height: 100%;
      }
      .layout {
        display: grid;
        gap: 1px;
        grid-template: minmax(0, 1fr) / minmax(0, 1fr);
        height: 100%;
        background: var(--border);
      }
      .layout > * {
        min-width: 0;
        min-height: 0;
        background: var(--surface);
      }
      .layout.two {
        grid-template-rows: minmax(0, 5fr) minmax(0, 6fr);
      }
      @container (min-width: 52rem) {
        .layout.two {
          grid-template: minmax(0, 1fr) / minmax(0, 2fr) minmax(0, 3fr);
        }
      }
      .panel {
        border: 0;
        border-radius: 0;
      }
      /* The element's frame covers its frame. */
      .times {
        overflow: hidden;
      }
      pc-timing {
        --radius: 0;

        height: calc(100% + 2px);
        margin: -1px;
      }
    `,
  ];

  declare panels: readonly Panel[];
  readonly #timing = new Lazy(this, () => import("../features/timing/timing-panel"), "pc-timing");
  readonly #lineage = new Lazy(
    this,
    () => import("../features/lineage/lineage-strip"),
    "pc-lineage",
  );
  readonly #views = new TabViews(this);

  constructor() {
    super();
    this.panels = [];
  }

  /** The tabs, in the order of the attribute. */
  get #tabs(): readonly Tab<DetailTab>[] {
    return this.panels.flatMap((name) =>
      EMBEDDED_TABS.filter(({ panel }) => panel === name).map((tab) => viewOf(tab.name)),
    );
  }

  /** The shown tab: that of the state if it has a panel here, else the first. */
  get #tab(): Tab<DetailTab> | undefined {
    const tabs = this.#tabs;
    return tabs.find(({ name }) => name === this.state.detailTab) ?? tabs[0];
  }

  override render(): TemplateResult {
    const timing = this.panels.includes("timing");
    const tab = this.#tab;
    return html`<div class=${timing && tab ? "layout two" : "layout"}>
      ${
        timing
          ? html`<div class="times">
              ${this.#timing.show(() => html`<pc-timing .app=${this.app}></pc-timing>`)}
            </div>`
          : nothing
      }
      ${tab ? this.#tabbed(tab) : nothing}
    </div>`;
  }

  #tabbed(tab: Tab<DetailTab>): TemplateResult {
    const { app, state } = this;
    const title = t("embed.views");
    // The views have headings of the third level.
    return html`<section class="panel" aria-label=${title}>
      <h2 class="visually-hidden">${title}</h2>
      <div class="panel-head">
        ${this.#views.list(title, this.#tabs, tab.name, state, (name) => app.layout.showDetail(name))}
      </div>
      <div
        class="panel-body"
        role="tabpanel"
        id=${panelId(tab.name)}
        aria-labelledby=${tabId(tab.name)}
        @goto=${(event: CustomEvent<CodePlace>) => this.#goTo(event.detail)}
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

  #goTo(place: CodePlace): void {
    if (this.panels.includes("code")) this.app.code.show(place);
  }
}

customElements.define("pc-demo-results", DemoResults);
