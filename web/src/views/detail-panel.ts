// The lower panel: the program, one pass's before and after, or the operator changes.
import { css, html, nothing, type TemplateResult } from "lit";
import type { Failure } from "../protocol/messages";
import type { AppState, DetailTab } from "../state/app-state";
import { base, controls, panel } from "../styles/shared";
import { failureBox, failureStyles } from "./failure";
import "./ops-table";
import "./pass-diff";
import { panelId, tabId, tabList, type Tab } from "./tabs";
import { View } from "./view";

const TABS: readonly Tab<DetailTab>[] = [
  { name: "program", label: "Program" },
  { name: "diff", label: "Before / after" },
  { name: "ops", label: "Operators" },
];

export class DetailPanel extends View {
  static override properties = { ...View.properties, loadProblem: { state: true } };
  static override styles = [
    base,
    controls,
    panel,
    failureStyles,
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
  ];

  declare loadProblem: Failure | undefined;
  #loading = false;

  override render(): TemplateResult {
    const { detailTab } = this.state;
    return html`<section class="panel" aria-label="Program and changes">
      <div class="panel-head">
        ${tabList("Program and changes", TABS, detailTab, (tab) => this.app.showDetail(tab))}
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

  #tools(): TemplateResult | typeof nothing {
    const { detailTab, wrapDiff, ignoreNumbers } = this.state;
    const wrap = (tab: "program" | "diff", on: boolean): TemplateResult =>
      html`<button
        type="button"
        class="quiet"
        aria-pressed=${on}
        @click=${() => this.app.setWrap(tab, !on)}
      >
        Wrap lines
      </button>`;
    switch (detailTab) {
      case "diff":
        return html`<button
            type="button"
            class="quiet"
            aria-pressed=${ignoreNumbers}
            title="An inserted line renumbers every %n after it. When pressed, such lines count as unchanged."
            @click=${() => this.app.setIgnoreNumbers(!ignoreNumbers)}
          >
            Ignore renumbering
          </button>
          ${wrap("diff", wrapDiff)}`;
      default:
        return nothing;
    }
  }

  #body(): TemplateResult {
    const { detailTab } = this.state;
    // Coming back to the tab tries again.
    if (detailTab !== "program") this.loadProblem = undefined;
    if (detailTab === "ops") return html`<pc-ops .app=${this.app}></pc-ops>`;
    if (detailTab === "diff") return html`<pc-pass-diff .app=${this.app}></pc-pass-diff>`;
    if (this.loadProblem) return failureBox(this.loadProblem);
    void this.#loadEditor();
    if (!customElements.get("pc-program")) return html`<div class="empty"></div>`;
    return html`<pc-program .app=${this.app}></pc-program>`;
  }

  /** The editor comes by itself, so that the page can be seen before. */
  async #loadEditor(): Promise<void> {
    if (customElements.get("pc-program") || this.#loading) return;
    this.#loading = true;
    try {
      await import("./program-panel");
      this.loadProblem = undefined;
      this.requestUpdate();
    } catch {
      this.loadProblem = {
        name: "The editor could not be loaded",
        message: "Its files did not arrive. Is there a connection?",
        rendered: [],
        fatal: false,
      };
    }
    this.#loading = false;
  }
}

customElements.define("pc-detail", DetailPanel);
