// The tab "Running": runs the model before, between and after the passes, and shows the results.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { inputKey } from "../../core/protocol/input-choice";
import {
  doubtOf,
  METRICS,
  shownValue,
  sortedBy,
  sortValue,
  spreadOf,
  type CostSortKey,
  type Metric,
} from "./metrics";
import { programOfRow, programsOf, type RunProgram } from "./programs";
import { formatDifference, formatRate } from "../../core/trace/units";
import { costsOf, type ProgramCost } from "./model-runs";
import { isModelFile } from "../import";
import { base, controls, panel } from "../../ui/styles/shared";
import { failureTexts } from "../../core/trace/failure-text";
import { doubtText } from "../../core/trace/shown-time";
import { formatDuration } from "../../core/trace/timing";
import { failureBox, failureStyles } from "../../ui/failure";
import { FileDrop, fileDropStyles } from "../../ui/file-drop";
import { playIcon, stopIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import "./data-table";
import type { Column, Line, TableSort } from "./data-table";
import "./running-chart";
import type { RunningInputs } from "./running-inputs";
import "./running-inputs";
import "./running-profile";

/** The latest settings, for the next time that the tab opens. */
let remembered: { operators: boolean; sort: TableSort } = {
  operators: false,
  sort: { by: "order", descending: false },
};

export class RunningView extends View {
  static override properties = { ...View.properties, shown: { state: true } };
  static override styles = [
    base,
    controls,
    panel,
    failureStyles,
    fileDropStyles,
    css`
      :host {
        position: relative;
        display: flex;
        flex-direction: column;
        min-height: 100%;
        container-type: inline-size;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s3);
        padding: var(--s2) var(--s3);
      }
      .buttons,
      .modes {
        display: flex;
        gap: var(--s1);
      }
      .modes {
        margin-left: auto;
      }
      .bar button {
        min-height: 1.75rem;
      }
      .status {
        flex: 1 1 14rem;
        min-width: 0;
        color: var(--muted);
        font-size: var(--text-s);
      }
      pc-running-chart {
        margin: 0 var(--s3) var(--s2);
      }
      pc-data-table {
        border-top: 1px solid var(--border);
      }
      pc-running-profile {
        flex: 1;
        min-height: 14rem;
      }
      .failure {
        margin: 0 var(--s3) var(--s2);
      }
      .wrong {
        color: var(--minus);
      }
    `,
  ];

  declare shown: typeof remembered;
  readonly #drop = new FileDrop(
    this,
    ([file]) => void this.renderRoot.querySelector<RunningInputs>("pc-running-inputs")?.open(file),
    () => t("inputs.drop"),
    () => t("inputs.choose"),
    // Model files are not inputs. The page imports them.
    (files) => !files.some(({ name }) => isModelFile(name)),
  );

  constructor() {
    super();
    this.shown = remembered;
  }

  #show(patch: Partial<typeof remembered>): void {
    remembered = { ...remembered, ...patch };
    this.shown = remembered;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { run, trace, snapshots, modelRuns } = this.state;
    // Planning waits until the passes are measured, because it would disturb their times.
    const quiet = run.kind !== "running" && run.kind !== "measuring";
    if (trace && snapshots && quiet && modelRuns.status.kind !== "running") {
      void this.app.model.plan();
    }
  }

  #programs(): readonly RunProgram[] {
    const { trace, tracedPipeline } = this.state;
    return programsOf(trace?.rows ?? [], tracedPipeline ?? []);
  }

  override render(): TemplateResult {
    const { trace, modelRuns, inputs, selected } = this.state;
    if (!trace) return html`<div class="empty"><p>${t("model.noTrace")}</p></div>`;
    const programs = this.#programs();
    const all = costsOf(programs, modelRuns, inputKey(inputs));
    const chosen = programOfRow(programs, trace.rows, selected);
    const at = chosen ? programs.indexOf(chosen) : -1;
    const { operators } = this.shown;
    return html`${this.#bar(programs)}
    ${modelRuns.status.kind === "failed" ? failureBox(modelRuns.status.failure) : nothing}
    ${operators ? this.#profile(all, at) : this.#table(all, at)} ${this.#drop.overlay()}`;
  }

  #bar(programs: readonly RunProgram[]): TemplateResult {
    const { modelRuns, snapshots, run } = this.state;
    const busy = modelRuns.status.kind === "running";
    const mode = (label: string, operators: boolean): TemplateResult =>
      html`<button
        type="button"
        class="quiet"
        aria-pressed=${this.shown.operators === operators}
        @click=${() => this.#show({ operators })}
      >
        ${label}
      </button>`;
    return html`<div class="bar">
      <div class="buttons">
        <button
          type="button"
          class="primary"
          title=${t("model.runTitle")}
          ?disabled=${busy || !snapshots || run.kind === "running"}
          @click=${() => void this.app.model.run()}
        >
          ${playIcon} ${t("model.run")}
        </button>
        <button type="button" ?disabled=${!busy} @click=${() => this.app.model.stop()}>
          ${stopIcon} ${t("model.stop")}
        </button>
      </div>
      <pc-running-inputs .app=${this.app}></pc-running-inputs>
      <span class="status" role="status" data-model=${modelRuns.status.kind}
        >${this.#status(programs)}</span
      >
      <div class="modes" role="group" aria-label=${t("model.views")}>
        ${mode(t("model.programs"), false)} ${mode(t("model.operators"), true)}
      </div>
    </div>`;
  }

  #status(programs: readonly RunProgram[]): string {
    const { modelRuns, snapshots } = this.state;
    const { status } = modelRuns;
    if (!snapshots && status.kind !== "running") return t("model.gone");
    switch (status.kind) {
      case "idle":
        return t("model.idle");
      case "done":
        return t("model.done", { programs: programs.length });
      case "stopped":
        return t("model.stopped");
      case "failed":
        return t("model.failed");
      case "running": {
        const { snapshot, phase, done, total } = status;
        const program = programs.find((each) => each.snapshot === snapshot)?.label;
        if (phase === "plan" || program === undefined) return t("model.planning");
        return phase === "first"
          ? t("model.first", { program, done, total })
          : t("model.repeat", { program });
      }
    }
  }

  #choose(program: RunProgram | undefined): void {
    if (!program) return;
    if (program.row >= 0) this.app.rows.select(program.row);
    else this.app.rows.deselect();
  }

  #table(all: readonly ProgramCost[], at: number): TemplateResult {
    const { sort } = this.shown;
    const stages = all.flatMap(({ program }, i) =>
      i > 0 && program.root !== all[i - 1]?.program.root ? [i] : [],
    );
    const metric = (key: Metric, more: Partial<Column> = {}): Column => ({
      key,
      label: t(`metric.${key}`),
      title: t(`metric.${key}Title`),
      ...more,
    });
    const columns: Column[] = [
      { key: "order", label: t("costs.order"), title: t("costs.orderTitle"), minor: true },
      {
        key: "name",
        label: t("costs.name"),
        title: t("costs.nameTitle"),
        text: true,
        wide: true,
      },
      metric("time"),
      { key: "spread", label: t("costs.spread"), title: t("costs.spreadTitle"), minor: true },
      metric("activations"),
      metric("weights", { minor: true }),
      metric("flop", { minor: true }),
      { key: "rate", label: t("costs.rate"), title: t("costs.rateTitle"), minor: true },
      metric("difference"),
    ];
    const places = all.map((_, i) => i);
    const order = sortedBy(
      places,
      (place) => {
        const each = all[place];
        return each && sortValue(sort.by as CostSortKey, each, place);
      },
      sort.descending,
    );
    const failed = all.filter(({ failure }) => failure !== undefined);
    return html`<pc-running-chart
        .costs=${all}
        .stages=${stages}
        .selected=${at}
        @pick=${(event: CustomEvent<number>) => this.#choose(all[event.detail]?.program)}
      ></pc-running-chart>
      <pc-data-table
        .label=${t("costs.label")}
        .columns=${columns}
        .sort=${sort}
        .lines=${order.flatMap((place) => {
          const each = all[place];
          return each ? [costLine(each, place, place === at)] : [];
        })}
        @sorted=${(event: CustomEvent<TableSort>) => this.#show({ sort: event.detail })}
        @pick=${(event: CustomEvent<number>) => this.#choose(all[event.detail]?.program)}
      ></pc-data-table>
      ${failed.slice(0, 3).map((each) => this.#failed(each))}`;
  }

  #failed({ program, failure }: ProgramCost): TemplateResult | typeof nothing {
    if (!failure) return nothing;
    return html`<div class="failure">
      <p><strong>${t("profile.cannot", { program: program.label })}</strong></p>
      ${failureTexts(failure).map((text) => html`<pre>${text}</pre>`)}
    </div>`;
  }

  #profile(all: readonly ProgramCost[], at: number): TemplateResult {
    const after = all[at];
    if (after?.failure) return html`${this.#failed(after)}`;
    const { trace } = this.state;
    const row = after ? trace?.rows[after.program.row] : undefined;
    const before = row && all.find(({ program }) => program.snapshot === row.before);
    return html`<pc-running-profile
      .previous=${before}
      .program=${after}
      @node=${(event: CustomEvent<{ side: "before" | "after"; line: number }>) => {
        if (!after) return;
        this.app.rows.clearPins();
        this.#choose(after.program);
        this.app.graph.show(event.detail);
      }}
    ></pc-running-profile>`;
  }
}

/** The table's line of a program. */
function costLine(each: ProgramCost, place: number, selected: boolean): Line {
  const { program, plan, cost, failure } = each;
  const difference = cost?.difference;
  const cells: Record<string, unknown> = {
    order: place + 1,
    name: program.label,
    ...Object.fromEntries(METRICS.map((metric) => [metric, shownValue(metric, each)])),
    spread: cost ? `± ${formatDuration(spreadOf(cost))}` : "",
    rate: plan && cost ? formatRate(plan.flop, cost.us) : "",
  };
  if (failure) cells["time"] = t("chart.failed");
  if (cost && !difference) cells["difference"] = t("costs.reference");
  const titles: Record<string, string> = { name: program.label };
  if (cost) {
    const doubt = doubtOf(cost);
    const [lower, upper] = cost.quartilesUs;
    if (doubt) titles["time"] = doubtText(doubt);
    titles["spread"] = t("costs.half", {
      lower: formatDuration(lower),
      upper: formatDuration(upper),
      runs: cost.runs,
    });
  }
  if (difference?.largest === 0) titles["difference"] = t("costs.exact");
  if (difference?.beyond) {
    titles["difference"] = t("costs.differs", difference.beyond);
    cells["difference"] = html`<span class="bad-cell"
      >${formatDifference(difference.largest)} ✗</span
    >`;
  }
  return { id: place, cells, titles, selected, bad: failure !== undefined };
}

customElements.define("pc-running", RunningView);
