// The timing profile: as a tree with bars, as a table, as an icicle chart, or as the text that TVM
// prints; and its export.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../i18n/lab";
import { isBusy, isOutdated, TIMING_TABS, type AppState, type TimingTab } from "../state/app-state";
import type { Timing } from "../protocol/messages";
import { base, controls, panel } from "../styles/shared";
import { formatTick } from "../trace/timing";
import type { ExportMenu } from "./export-menu";
import { chevronIcon } from "./icons";
import { Lazy } from "./lazy";
import { loadResults } from "./load-results";
import { panelId, tabId, tabList, type Tab } from "./tabs";
import "./timing-tree";
import { View } from "./view";

const tabs = (): readonly Tab<TimingTab>[] =>
  TIMING_TABS.map((name) => ({ name, label: t(`timing.${name}`) }));

export class TimingPanel extends View {
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
      .end {
        display: flex;
        align-items: center;
        gap: var(--s2);
        margin-left: auto;
      }
      .measured {
        padding: var(--s1) 0;
        color: var(--muted);
        font-size: var(--text-s);
        font-variant-numeric: tabular-nums;
      }
      .export {
        flex: none;
        min-width: 4.75rem;
        min-height: 1.625rem;
      }
      .stand-in svg {
        transform: rotate(90deg);
      }
      /* The views of the times say it too. */
      @container (max-width: 62rem) {
        .tick {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
          white-space: nowrap;
        }
      }
      .filter {
        display: flex;
        gap: var(--s1);
        align-items: center;
      }
      .filter input {
        width: 8.5rem;
        min-height: 1.625rem;
        padding: 0 var(--s2);
        border: 1px solid var(--border);
        border-radius: var(--radius-s);
        background: var(--surface);
        color: inherit;
        font: inherit;
        font-size: var(--text-s);
      }
    `,
  ];

  readonly #results = new Lazy(this, loadResults);
  #shown: TimingTab | undefined;
  /** The export was asked for before its code was there. */
  #exporting = false;
  protected override readonly watched: readonly (keyof AppState)[] = [
    "trace",
    "tracedPipeline",
    "run",
    "timingTab",
    "hideUnchanged",
    "search",
    "pipeline",
    "source",
    "code",
  ];

  override render(): TemplateResult {
    const { trace, timingTab } = this.state;
    return html`<section class="panel" aria-label=${t("timing.title")}>
      <div class="panel-head">
        ${tabList(t("timing.title"), tabs(), timingTab, (tab) => this.app.showTiming(tab))}
        ${timingTab === "text" || !trace ? nothing : this.#filter()}
        <div class="end">
          <p class="measured">
            ${
              trace && isOutdated(this.state) && !isBusy(this.state.run)
                ? t("timing.outdated")
                : nothing
            }
            ${trace && trace.rows.length > 0 ? measured(trace.timing) : nothing}
          </p>
          <div class="export">
            ${this.#results.ready ? html`<pc-export .app=${this.app}></pc-export>` : this.#standIn()}
          </div>
        </div>
      </div>
      <div
        class="panel-body"
        role="tabpanel"
        id=${panelId(timingTab)}
        aria-labelledby=${tabId(timingTab)}
      >
        ${this.#body()}
      </div>
    </section>`;
  }

  /** What the timeline shows of the run. */
  #filter(): TemplateResult {
    const { hideUnchanged, search } = this.state;
    return html`<div class="filter">
      <input
        type="search"
        aria-label=${t("timing.findLabel")}
        placeholder=${t("timing.find")}
        autocomplete="off"
        spellcheck="false"
        .value=${search}
        @input=${(event: Event) =>
          this.app.filter({ search: (event.target as HTMLInputElement).value })}
      />
      <button
        type="button"
        class="quiet"
        aria-pressed=${hideUnchanged}
        @click=${() => this.app.filter({ hideUnchanged: !hideUnchanged })}
      >
        ${t("timing.hideUnchanged")}
      </button>
    </div>`;
  }

  #body(): TemplateResult {
    const { trace, timingTab, run } = this.state;
    if (!trace) {
      return html`<div class="empty">
        <p>${isBusy(run) ? t("timing.firstRun") : t("timing.notRun")}</p>
      </div>`;
    }
    if (trace.rows.length === 0) {
      return html`<div class="empty">
        <p>${t("timing.allOff")}</p>
      </div>`;
    }
    switch (timingTab) {
      case "tree":
        return html`<pc-tree .app=${this.app}></pc-tree>`;
      case "table":
        return this.#results.show(() => html`<pc-timing-table .app=${this.app}></pc-timing-table>`);
      case "icicle":
        return this.#results.show(() => html`<pc-icicle .app=${this.app}></pc-icicle>`);
      case "text":
        return this.#results.show(() => html`<pc-timing-text .app=${this.app}></pc-timing-text>`);
    }
  }

  /** The export's button until its code is there, which it fetches. */
  #standIn(): TemplateResult {
    return html`<button
      type="button"
      class="quiet stand-in"
      aria-expanded="false"
      ?disabled=${(this.state.trace?.rows.length ?? 0) === 0}
      @click=${() => {
        this.#exporting = true;
        this.#results.ask();
      }}
    >
      ${t("timing.export")} ${chevronIcon}
    </button>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const menu = this.renderRoot.querySelector<ExportMenu>("pc-export");
    if (menu && this.#exporting) {
      this.#exporting = false;
      void menu.disclose();
    }
    if (this.#shown === this.state.timingTab) return;
    this.#shown = this.state.timingTab;
    this.renderRoot.querySelector(".panel-body")?.scrollTo(0, 0);
  }
}

/** How the figures came about, in words. */
function measured(timing: Timing): TemplateResult {
  const [fewest, most] = [Math.min(...timing.runs), Math.max(...timing.runs)];
  const runs =
    fewest === most ? t("timing.runs", { runs: most }) : t("timing.runsRange", { fewest, most });
  const tick = formatTick(timing.resolutionUs);
  const how = t(timing.grouped ? "timing.howGrouped" : "timing.how");
  return html`<span title=${how} data-final=${timing.final}
    >${runs}<span class="tick">${t("timing.tick", { tick })}</span
    ><span class="visually-hidden">. ${how}</span></span
  >`;
}

customElements.define("pc-timing", TimingPanel);
