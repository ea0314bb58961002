// The times as a tree with bars, a table, an icicle chart or TVM's text, and their export.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { isBusy, isOutdated } from "../../core/state/app-state";
import type { RunTrace } from "../../core/protocol/messages";
import { base, controls, panel } from "../../ui/styles/shared";
import { formatTick } from "../../core/trace/timing";
import type { ExportMenu } from "./export-menu";
import { chevronIcon } from "../../ui/icons";
import { Lazy } from "../../ui/lazy";
import { panelId, tabId } from "../../ui/tab-list";
import { TabViews } from "../../ui/tab-views";
import { View } from "../../ui/view";
import type { Tab } from "../../core/feature";
import type { TimingTab } from "../../core/state/tabs";
import { TIMING_VIEWS } from "./tabs";
import { largest, smallest } from "../../core/extremes";
import "./timing-filter";
import "./timing-notice";

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
        flex: 1 1 9rem;
        align-items: center;
        gap: var(--s2);
        min-width: 0;
      }
      .measured {
        position: relative;
        flex: 1;
        min-width: 0;
        overflow: hidden;
        padding: var(--s1) 0;
        text-align: right;
        text-overflow: ellipsis;
        white-space: nowrap;
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
      .short {
        display: none;
      }
      @container (max-width: 62rem) {
        .long {
          display: none;
        }
        .short {
          display: inline;
        }
      }
      /* The views of the times have this notice, too. */
      @container (max-width: 70rem) {
        .tick {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
          white-space: nowrap;
        }
      }
    `,
  ];

  readonly #views = new TabViews(this);
  readonly #export = new Lazy(this, () => import("./export-menu"), "pc-export");
  #shown: TimingTab | undefined;
  /** True if the user pressed the export menu before its code was loaded. */
  #exporting = false;

  override render(): TemplateResult {
    const { app } = this;
    const { trace, timingTab } = this.state;
    const tab = TIMING_VIEWS.find(({ name }) => name === timingTab) ?? TIMING_VIEWS[0];
    const title = t("timing.title");
    return html`<section class="panel" aria-label=${title}>
      <div class="panel-head">
        ${this.#views.list(title, TIMING_VIEWS, tab.name, this.state, (name) => app.layout.showTiming(name))}
        ${trace ? this.#views.tools(tab, app) : nothing}
        <div class="end">
          <p class="measured">
            ${trace && trace.rows.length > 0 ? this.#measured(trace) : nothing}
          </p>
          <div class="export">
            ${this.#export.ready ? html`<pc-export .app=${this.app}></pc-export>` : this.#standIn()}
          </div>
        </div>
      </div>
      ${
        trace && trace.rows.length > 0
          ? html`<pc-timing-notice .app=${this.app}></pc-timing-notice>`
          : nothing
      }
      <div
        class="panel-body"
        role="tabpanel"
        id=${panelId(tab.name)}
        aria-labelledby=${tabId(tab.name)}
      >
        ${this.#body(tab)}
      </div>
    </section>`;
  }

  #body(tab: Tab): TemplateResult {
    const { trace, run } = this.state;
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
    return this.#views.view(tab, this.app);
  }

  /** Says how the times were measured. */
  #measured({ timing }: RunTrace): TemplateResult {
    const [fewest, most] = [smallest(timing.runs), largest(timing.runs)];
    const median =
      fewest === most ? t("timing.runs", { runs: most }) : t("timing.runsRange", { fewest, most });
    const short =
      fewest === most
        ? t("timing.runsShort", { runs: most })
        : t("timing.rangeShort", { fewest, most });
    const outdated = isOutdated(this.state) && !isBusy(this.state.run);
    const runs = outdated ? t("timing.outdated", { runs: median }) : median;
    const tick = t("timing.tick", { tick: formatTick(timing.resolutionUs) });
    const how = t("timing.how", { warmUp: largest(timing.warmUp) });
    const words = timing.grouped ? `${how} ${t("timing.howGrouped")}` : how;
    return html`<span title=${`${runs}${tick}\n\n${words}`} data-final=${timing.final}
      ><span class="long">${runs}</span
      ><span class="short">${outdated ? t("timing.outdatedShort") : short}</span
      ><span class="tick">${tick}</span><span class="visually-hidden">. ${words}</span></span
    >`;
  }

  /** The button that replaces the export menu until its code has loaded. A press loads the code. */
  #standIn(): TemplateResult {
    return html`<button
      type="button"
      class="quiet stand-in"
      aria-expanded="false"
      ?disabled=${(this.state.trace?.rows.length ?? 0) === 0}
      @click=${() => {
        this.#exporting = true;
        this.#export.ask();
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
    const before = this.#shown;
    this.#shown = this.state.timingTab;
    if (before === undefined || before === this.#shown) return;
    this.renderRoot.querySelector(".panel-body")?.scrollTo(0, 0);
  }
}

customElements.define("pc-timing", TimingPanel);
