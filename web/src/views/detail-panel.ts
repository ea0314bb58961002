// The lower panel: the program, one pass's before and after, or the operator changes.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/lab";
import { textsReady } from "../i18n/language";
import type { CodePlace } from "../protocol/code";
import { DETAIL_TABS, type AppState, type DetailTab } from "../state/app-state";
import { base, controls, panel } from "../styles/shared";
import { loadResults } from "./load-results";
import "./pass-diff";
import { panelId, tabId, tabList, type Tab } from "./tabs";
import { View } from "./view";

/** Views that are loaded when they are first shown. */
const LAZY = {
  program: () => import("./program-panel"),
  edit: () => import("./snapshot-editor"),
  graph: () => import("./graph-panel"),
  ops: loadResults,
  hooks: loadResults,
  code: () => import("./code-tab"),
  console: () => import("./console-panel"),
} as const;

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
      .failure {
        margin: var(--s3);
      }
    `,
  ];

  protected override readonly watched: readonly (keyof AppState)[] = [
    "detailTab",
    "wrapDiff",
    "ignoreNumbers",
    "inlineDiff",
    "editing",
    "code",
    "exports",
    "console",
    "run",
  ];

  readonly #lazy = new Map<keyof typeof LAZY, "loading" | "loaded" | "failed">();
  /** Where in the code to go. */
  #place: CodePlace | undefined;

  override render(): TemplateResult {
    const { detailTab } = this.state;
    return html`<section class="panel" aria-label=${t("detail.title")}>
      <div class="panel-head">
        ${tabList(t("detail.title"), this.#tabs(), detailTab, (tab) => this.app.showDetail(tab))}
        <div class="panel-tools">${this.#tools()}</div>
      </div>
      <div
        class="panel-body"
        role="tabpanel"
        id=${panelId(detailTab)}
        aria-labelledby=${tabId(detailTab)}
      >
        ${this.#body()}
      </div>
    </section>`;
  }

  #tabs(): readonly Tab<DetailTab>[] {
    const printed = this.state.console.length;
    return DETAIL_TABS.map((name) => ({
      name,
      label:
        name === "console" && printed > 0
          ? t("detail.consoleCount", { entries: printed })
          : t(`detail.${name}`),
    }));
  }

  #tools(): TemplateResult | typeof nothing {
    const { detailTab, wrapDiff, ignoreNumbers, inlineDiff } = this.state;
    const wrap = (tab: "program" | "diff", on: boolean): TemplateResult =>
      html`<button
        type="button"
        class="quiet"
        aria-pressed=${on}
        @click=${() => this.app.setWrap(tab, !on)}
      >
        ${t("common.wrapLines")}
      </button>`;
    switch (detailTab) {
      case "diff":
        return html`<button
            type="button"
            class="quiet"
            aria-pressed=${ignoreNumbers}
            title=${t("detail.ignoreNumbersTitle")}
            @click=${() => this.app.setIgnoreNumbers(!ignoreNumbers)}
          >
            ${t("detail.ignoreNumbers")}
          </button>
          <button
            type="button"
            class="quiet"
            aria-pressed=${inlineDiff}
            title=${t("detail.inlineTitle")}
            @click=${() => this.app.setInlineDiff(!inlineDiff)}
          >
            ${t("detail.inline")}
          </button>
          ${wrap("diff", wrapDiff)}`;
      default:
        return nothing;
    }
  }

  /** Loads the view of a tab when it is first wanted; undefined once it is there. */
  #load(tab: keyof typeof LAZY): TemplateResult | undefined {
    const state = this.#lazy.get(tab);
    if (state === "loaded") return undefined;
    if (state === "failed") {
      const again = (): void => {
        this.#lazy.delete(tab);
        this.requestUpdate();
      };
      return html`<div class="empty">
        <p>${t("common.viewFailed")}</p>
        <button type="button" @click=${again}>${t("common.tryAgain")}</button>
      </div>`;
    }
    if (!state) {
      this.#lazy.set(tab, "loading");
      LAZY[tab]()
        .then(() => textsReady())
        .then(
          () => this.#lazy.set(tab, "loaded"),
          () => this.#lazy.set(tab, "failed"),
        )
        .finally(() => this.requestUpdate());
    }
    return html`<div class="empty"><p>${t("common.loading")}</p></div>`;
  }

  #code(): TemplateResult {
    const { code, exports, run } = this.state;
    return (
      this.#load("code") ??
      html`<pc-code-tab
        .source=${code}
        .exports=${exports}
        .failure=${run.kind === "failed" ? run.failure : undefined}
        .place=${this.#place}
        @change=${(event: CustomEvent<string>) => this.app.setCode(event.detail)}
      ></pc-code-tab>`
    );
  }

  #console(): TemplateResult {
    const go = (line: number): void => {
      this.#place = { line, column: 1 };
      this.app.showDetail("code");
    };
    return (
      this.#load("console") ??
      html`<pc-console
        .entries=${this.state.console}
        @clear=${() => this.app.clearConsole()}
        @goto=${(event: CustomEvent<number>) => go(event.detail)}
      ></pc-console>`
    );
  }

  #body(): TemplateResult {
    const { detailTab } = this.state;
    if (detailTab === "code") return this.#code();
    if (detailTab === "console") return this.#console();
    if (detailTab === "ops") return this.#load("ops") ?? html`<pc-ops .app=${this.app}></pc-ops>`;
    if (detailTab === "hooks") {
      return this.#load("hooks") ?? html`<pc-hooks .app=${this.app}></pc-hooks>`;
    }
    if (detailTab === "graph") {
      return this.#load("graph") ?? html`<pc-graph-panel .app=${this.app}></pc-graph-panel>`;
    }
    if (detailTab === "diff" && this.state.editing) {
      return this.#load("edit") ?? html`<pc-snapshot-editor .app=${this.app}></pc-snapshot-editor>`;
    }
    if (detailTab === "diff") return html`<pc-pass-diff .app=${this.app}></pc-pass-diff>`;
    return this.#load("program") ?? html`<pc-program .app=${this.app}></pc-program>`;
  }
}

customElements.define("pc-detail", DetailPanel);
