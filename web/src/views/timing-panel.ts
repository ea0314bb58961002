// The timing profile: as a tree with bars, or as the text that TVM prints.
import { css, html, nothing, type TemplateResult } from "lit";
import { stageNumber } from "../pipeline/model";
import { isBusy, isOutdated, type AppState, type TimingTab } from "../state/app-state";
import type { Timing } from "../protocol/messages";
import { base, controls, panel } from "../styles/shared";
import { formatTick, profileText } from "../trace/timing";
import "./copy-button";
import { panelId, tabId, tabList, type Tab } from "./tabs";
import "./timing-tree";
import { View } from "./view";

const TABS: readonly Tab<TimingTab>[] = [
  { name: "tree", label: "Passes" },
  { name: "text", label: "As text" },
];

export class TimingPanel extends View {
  static override styles = [
    base,
    controls,
    panel,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      .measured {
        margin-left: auto;
        padding: var(--s1) 0;
        color: var(--muted);
        font-size: var(--text-s);
        font-variant-numeric: tabular-nums;
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
      .stage-text {
        padding: var(--s3) var(--s3) 0;
      }
      .stage-text:last-child {
        padding-bottom: var(--s3);
      }
      .stage-text h3 {
        display: flex;
        align-items: center;
        justify-content: space-between;
        color: var(--muted);
        font-size: var(--text-s);
        font-weight: 600;
      }
      pre {
        margin: var(--s1) 0 0;
        padding: var(--s2) var(--s3);
        border-radius: var(--radius-s);
        background: var(--sunken);
        font-size: var(--text-s);
        overflow-x: auto;
        tab-size: 4;
      }
    `,
  ];

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
    return html`<section class="panel" aria-label="Timing profile">
      <div class="panel-head">
        ${tabList("Timing profile", TABS, timingTab, (tab) => this.app.showTiming(tab))}
        ${timingTab === "text" || !trace ? nothing : this.#filter()}
        <p class="measured">
          ${
            trace && isOutdated(this.state) && !isBusy(this.state.run)
              ? html`before your changes:`
              : nothing
          }
          ${trace && trace.rows.length > 0 ? measured(trace.timing) : nothing}
        </p>
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
        aria-label="Show passes by name"
        placeholder="Find a pass"
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
        Hide unchanged
      </button>
    </div>`;
  }

  #body(): TemplateResult {
    const { trace, timingTab, run } = this.state;
    if (!trace) {
      return html`<div class="empty">
        <p>
          ${
            isBusy(run)
              ? "The pipeline is running for the first time."
              : "Nothing has run yet. Run shows here how long each pass takes."
          }
        </p>
      </div>`;
    }
    if (trace.rows.length === 0) {
      return html`<div class="empty">
        <p>No pass ran: every step of the pipeline is switched off. Switch one on and press Run.</p>
      </div>`;
    }
    if (timingTab === "tree") return html`<pc-tree .app=${this.app}></pc-tree>`;
    return html`${trace.rows
      .filter((row) => row.kind === "stage")
      .map((row) => {
        const text = profileText(trace.rows, trace.timing.durationsUs, row.stageId);
        const number = this.#stageNumber(row.stageId);
        return html`<div class="stage-text">
          <h3>
            Stage ${number}, opt_level ${row.optLevel}
            <pc-copy .text=${text} .label=${`Copy the profile of stage ${number}`}></pc-copy>
          </h3>
          <pre tabindex="0">${text}</pre>
        </div>`;
      })}`;
  }

  #stageNumber(stageId: string): number {
    return stageNumber(this.state.tracedPipeline ?? [], stageId);
  }
}

/** How the figures came about, in words. */
function measured(timing: Timing): TemplateResult {
  const [fewest, most] = [Math.min(...timing.runs), Math.max(...timing.runs)];
  const runs =
    fewest === most ? `${most} run${most === 1 ? "" : "s"}` : `${fewest} to ${most} runs`;
  const tick = formatTick(timing.resolutionUs);
  const how = timing.grouped
    ? `Each stage is repeated until its times are steady, and the median is shown. Readings of only a few ticks are averaged in groups of runs first, and the median of the groups is shown.`
    : `Each stage is repeated until its times are steady, and the median is shown.`;
  return html`<span title=${how} data-final=${timing.final}
    >median of ${runs}, clock ticks every ${tick}<span class="visually-hidden">. ${how}</span></span
  >`;
}

customElements.define("pc-timing", TimingPanel);
