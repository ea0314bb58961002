// The lower panel: the program, one pass's before and after, or the operator changes.
import { css, html, nothing, type TemplateResult } from "lit";
import { sourceTitle, type AppState, type DetailTab } from "../state/app-state";
import { base, controls, panel } from "../styles/shared";
import "./code-view";
import "./copy-button";
import { failureBox, failureStyles } from "./failure";
import { Lazy } from "./lazy";
import { loadResults } from "./load-results";
import "./pass-diff";
import { panelId, tabId, tabList, type Tab } from "./tabs";
import { View } from "./view";
import type { CodeView } from "./code-view";

const TABS: readonly Tab<DetailTab>[] = [
  { name: "program", label: "Program" },
  { name: "diff", label: "Before / after" },
  { name: "ops", label: "Operators" },
  { name: "hooks", label: "Hooks" },
];

export class DetailPanel extends View {
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
      .program {
        display: flex;
        flex-direction: column;
        height: 100%;
      }
      .program pc-code {
        flex: 1;
        min-height: 0;
      }
      .failure {
        margin: var(--s3);
      }
    `,
  ];

  readonly #results = new Lazy(this, loadResults);
  protected override readonly watched: readonly (keyof AppState)[] = [
    "detailTab",
    "program",
    "source",
    "wrapProgram",
    "wrapDiff",
    "ignoreNumbers",
  ];

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
    const { detailTab, program, wrapProgram, wrapDiff, ignoreNumbers } = this.state;
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
      case "program":
        return html`<button type="button" class="quiet" @click=${this.#search}>Search</button>
          ${wrap("program", wrapProgram)}
          ${
            program.kind === "ready"
              ? html`<pc-copy .text=${program.text} label="Copy the program"></pc-copy>`
              : nothing
          }`;
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

  #search(): void {
    this.renderRoot.querySelector<CodeView>("pc-code")?.openSearch();
  }

  #body(): TemplateResult {
    const { detailTab, program, source, wrapProgram } = this.state;
    if (detailTab === "ops") {
      return this.#results.show(() => html`<pc-ops .app=${this.app}></pc-ops>`);
    }
    if (detailTab === "hooks") {
      return this.#results.show(() => html`<pc-hooks .app=${this.app}></pc-hooks>`);
    }
    if (detailTab === "diff") return html`<pc-pass-diff .app=${this.app}></pc-pass-diff>`;
    switch (program.kind) {
      case "loading":
        return html`<div class="empty"><p>Building ${sourceTitle(source)}…</p></div>`;
      case "failed":
        return failureBox(program.failure);
      case "ready":
        return html`<div class="program">
          <pc-code
            .text=${program.text}
            .wrap=${wrapProgram}
            label=${`${sourceTitle(source)} as Relay text`}
          ></pc-code>
        </div>`;
    }
  }
}

customElements.define("pc-detail", DetailPanel);
