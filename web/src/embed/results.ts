// The panels of an embedded element: the times beside or above the others, which share a row of tabs. Each
// is a view of the laboratory; its code is loaded when it is first shown.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../i18n/embed";
import { didRun, type RunTrace, type TraceRow } from "../protocol/messages";
import type { AppState, DetailTab } from "../state/app-state";
import type { CodePlace } from "../protocol/code";
import { base, controls, panel } from "../styles/shared";
import { Lazy } from "../views/lazy";
import { loadResults } from "../views/load-results";
import { panelId, tabId, tabList } from "../views/tabs";
import { View } from "../views/view";
import type { Panel } from "./settings";

type Tabbed = Exclude<Panel, "timing">;

/** The laboratory's names of the same tabs. */
const TABS: Readonly<Record<Tabbed, DetailTab>> = {
  "op-diff": "ops",
  "ir-diff": "diff",
  graph: "graph",
  hooks: "hooks",
  code: "code",
  console: "console",
};

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
      /* Its frame lies under that of the element. */
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

  protected override readonly watched: readonly (keyof AppState)[] = [
    "detailTab",
    "run",
    "trace",
    "code",
    "exports",
    "console",
    "editing",
  ];

  declare panels: readonly Panel[];
  readonly #lazy: Readonly<Record<Panel, Lazy>> = {
    timing: new Lazy(this, () => import("../views/timing-panel")),
    "op-diff": new Lazy(this, loadResults),
    "ir-diff": new Lazy(this, () => import("../views/pass-diff")),
    graph: new Lazy(this, () => import("../views/graph-panel")),
    hooks: new Lazy(this, loadResults),
    code: new Lazy(this, () => import("../views/code-tab")),
    console: new Lazy(this, () => import("../views/console-panel")),
  };
  /** The text of a snapshot, opened to go on from it. */
  readonly #editor = new Lazy(this, () => import("../views/snapshot-editor"));
  #place: CodePlace | undefined;
  #seen: RunTrace["rows"] | undefined;

  constructor() {
    super();
    this.panels = [];
  }

  get #tabs(): readonly Tabbed[] {
    return this.panels.filter((name) => name !== "timing");
  }

  /** The tab that is shown: what the state says, as far as there is a panel of it. */
  get #tab(): Tabbed | undefined {
    const tabs = this.#tabs;
    return tabs.find((name) => TABS[name] === this.state.detailTab) ?? tabs[0];
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { trace, selected } = this.state;
    if (trace?.rows === this.#seen) return;
    this.#seen = trace?.rows;
    // Something to look at before anything was pressed: the first pass that did something.
    if (!trace || selected >= 0 || !this.panels.includes("ir-diff")) return;
    const did = (row: TraceRow): boolean =>
      row.kind === "pass" && row.name !== "sequential" && didRun(row) && row.changed;
    const counted = trace.rows.findIndex((row) => did(row) && Object.keys(row.opDiff).length > 0);
    const first = counted >= 0 ? counted : trace.rows.findIndex(did);
    if (first >= 0) this.app.store.update({ selected: first });
  }

  override render(): TemplateResult {
    const timing = this.panels.includes("timing");
    const tab = this.#tab;
    return html`<div class=${timing && tab ? "layout two" : "layout"}>
      ${
        timing
          ? html`<div class="times">
              ${this.#lazy.timing.show(() => html`<pc-timing .app=${this.app}></pc-timing>`)}
            </div>`
          : nothing
      }
      ${tab ? this.#tabbed(tab) : nothing}
    </div>`;
  }

  #tabbed(tab: Tabbed): TemplateResult {
    const tabs = this.#tabs.map((name) => ({ name, label: t(`embed.panel.${name}`) }));
    // The views have headings of the third level.
    return html`<section class="panel" aria-label=${t("embed.views")}>
      <h2 class="visually-hidden">${t("embed.views")}</h2>
      <div class="panel-head">
        ${tabList(t("embed.views"), tabs, tab, (name) => this.app.showDetail(TABS[name]))}
      </div>
      <div class="panel-body" role="tabpanel" id=${panelId(tab)} aria-labelledby=${tabId(tab)}>
        ${
          tab === "ir-diff" && this.state.editing
            ? this.#editor.show(
                () => html`<pc-snapshot-editor .app=${this.app}></pc-snapshot-editor>`,
              )
            : this.#lazy[tab].show(() => this.#view(tab))
        }
      </div>
    </section>`;
  }

  #view(tab: Tabbed): TemplateResult {
    const { app } = this;
    switch (tab) {
      case "op-diff":
        return html`<pc-ops .app=${app}></pc-ops>`;
      case "ir-diff":
        return html`<pc-pass-diff .app=${app}></pc-pass-diff>`;
      case "graph":
        return html`<pc-graph-panel .app=${app}></pc-graph-panel>`;
      case "hooks":
        return html`<pc-hooks .app=${app}></pc-hooks>`;
      case "code":
        return this.#code();
      case "console":
        return html`<pc-console
          .entries=${this.state.console}
          @clear=${() => app.clearConsole()}
          @goto=${(event: CustomEvent<number>) => this.#goTo(event.detail)}
        ></pc-console>`;
    }
  }

  #code(): TemplateResult {
    const { code, exports, run } = this.state;
    return html`<pc-code-tab
      .source=${code}
      .exports=${exports}
      .failure=${run.kind === "failed" ? run.failure : undefined}
      .place=${this.#place}
      @change=${(event: CustomEvent<string>) => this.app.setCode(event.detail)}
    ></pc-code-tab>`;
  }

  #goTo(line: number): void {
    if (!this.panels.includes("code")) return;
    this.#place = { line, column: 1 };
    this.app.showDetail("code");
  }
}

customElements.define("pc-demo-results", DemoResults);
