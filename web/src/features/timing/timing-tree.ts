// The trace as a tree grid, nested like the passes. Each row has a bar for its share of the time, and a note about its
// changes.
import { html, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as ui } from "../../ui/texts";
import { didRun, type TraceRow } from "../../core/protocol/messages";
import { base, controls } from "../../ui/styles/shared";
import type { RowPlace } from "../../core/state/app-state";
import { rowName } from "../../core/trace/snapshot-pair";
import { recordedText } from "../../core/trace/failure-text";
import { summary } from "../../core/trace/op-diff";
import { reasonText } from "../../core/trace/reason";
import { ownTimes } from "../../core/trace/estimate";
import { wholeUs } from "../../core/trace/profile";
import { doubts, doubtText, shownCost, shownTime } from "../../core/trace/shown-time";
import { formatReading } from "../../core/trace/timing";
import { formatShare } from "../../core/trace/units";
import { hasChildren, rowsAround, treeKey, visibleRows } from "../../core/trace/tree";
import { chevronIcon, remarkIcon } from "../../ui/icons";
import { bringIntoSight, showWholeRows } from "../../ui/in-sight";
import { treeStyles } from "./tree-styles";
import { inputKey } from "../../core/protocol/input-choice";
import { costOfSnapshot } from "../running";
import { remarksOf } from "../remarks";
import { loadMergeView } from "../diff";
import { View } from "../../ui/view";

/** Places to which the tree has already moved. */
const shown = new WeakSet<RowPlace>();

/** The events by which the user starts to use the panel. */
const ENTERS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** The time of one inference, by snapshot. */
type ModelTimes = (snapshot: number) => string;

export class TimingTree extends View {
  static override styles = [base, controls, treeStyles];

  #focusSelected = false;
  /** The rows for which the tree has scrolled to the selected one. */
  #seen: readonly TraceRow[] | undefined;
  /** The scroll container while this element is connected. */
  #panel: HTMLElement | null = null;
  /** True after the user has used the panel. Then it does not scroll automatically. */
  #left = false;
  readonly #leave = (): void => {
    this.#left = true;
  };
  /** A notice about the times can take a line of the panel later. */
  readonly #resized = new ResizeObserver(() => this.#bring());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#panel = this.parentElement;
    if (!this.#panel) return;
    this.#resized.observe(this.#panel);
    this.#resized.observe(this);
    for (const event of ENTERS) {
      this.#panel.addEventListener(event, this.#leave, { passive: true });
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    for (const event of ENTERS) this.#panel?.removeEventListener(event, this.#leave);
    this.#panel = null;
  }

  /**
   * Scrolls to the selected row and, if there is room below it, to the other changed rows. So the effect of a run is
   * visible without scrolling.
   */
  #bring(): void {
    const row = this.renderRoot.querySelector(`[data-row="${this.state.selected}"]`);
    if (!row || !this.#panel || this.#left) return;
    const last = this.#lastChanged();
    if (last) bringIntoSight(last, this.#panel);
    bringIntoSight(row, this.#panel);
    const head = this.renderRoot.querySelector(".head");
    if (head) showWholeRows(this.renderRoot.querySelectorAll("[data-row]"), head, this.#panel);
  }

  override render(): TemplateResult {
    const { trace, selected, collapsed } = this.state;
    const rows = trace?.rows ?? [];
    const durations = trace?.timing.durationsUs ?? [];
    const own = ownTimes(rows, durations);
    const visible = visibleRows(rows, collapsed, this.state);
    const whole = wholeUs(rows, durations);
    const tabStop = visible.includes(selected) ? selected : visible[0];
    const model = this.#model(rows);
    const [from, to] = rowsAround(
      visible.length,
      tabStop === undefined ? 0 : visible.indexOf(tabStop),
    );
    return html`<div
      class="grid ${model ? "with-model" : ""}"
      role="treegrid"
      aria-label=${t("tree.label")}
      @keydown=${this.#key}
      @pointerenter=${loadMergeView}
      @focusin=${loadMergeView}
    >
      <div role="rowgroup" class="head">
        <div role="row" class="row">
          <span role="columnheader">${t("tree.pass")}</span>
          <span role="columnheader" class="share">${t("tree.share")}</span>
          <span role="columnheader" class="number">${t("tree.time")}</span>
          <span role="columnheader" class="number own" title=${t("tree.ownTitle")}
            >${t("tree.own")}</span
          >
          <span role="columnheader" class="change">${t("tree.operators")}</span>
          ${
            model
              ? html`<span role="columnheader" class="number model" title=${t("tree.modelTitle")}
                  >${t("tree.model")}</span
                >`
              : nothing
          }
          <span role="columnheader" class="pins"
            ><span class="visually-hidden">${t("tree.pinned")}</span></span
          >
        </div>
      </div>
      ${
        visible.length === 0
          ? html`<p class="nothing">
              ${t("tree.none")}
              <button
                type="button"
                class="quiet"
                @click=${() => this.app.timing.filter({ hideUnchanged: false, search: "" })}
              >
                ${t("tree.showAll")}
              </button>
            </p>`
          : nothing
      }
      ${this.#beyond("tree.before", visible, from - 1, from)}
      <div role="rowgroup">
        ${visible.slice(from, to).map((index) => {
          const row = rows[index];
          return row
            ? this.#row(
                row,
                index,
                durations[index] ?? 0,
                own[index] ?? 0,
                whole,
                tabStop === index,
                model,
              )
            : nothing;
        })}
      </div>
      ${this.#beyond("tree.after", visible, to, visible.length - to)}
    </div>`;
  }

  /** The number of rows beyond the rendered ones, with a button that shows the nearest. */
  #beyond(
    words: "tree.before" | "tree.after",
    visible: readonly number[],
    nearest: number,
    rows: number,
  ): TemplateResult | typeof nothing {
    const row = visible[nearest];
    if (rows <= 0 || row === undefined) return nothing;
    return html`<p class="nothing">
      ${t(words, { rows })}
      <button type="button" class="quiet" @click=${() => this.app.rows.showRow(row)}>
        ${t("tree.goOn")}
      </button>
    </p>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { trace, selected } = this.state;
    const row = this.renderRoot.querySelector<HTMLElement>(`[data-row="${selected}"]`);
    if (trace?.rows !== this.#seen) {
      this.#seen = trace?.rows;
      this.#left = false;
      this.#bring();
    }
    this.#goTo(this.state.rowPlace);
    if (!this.#focusSelected) return;
    this.#focusSelected = false;
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  }

  /** The last visible row whose pass changed the program. */
  #lastChanged(): HTMLElement | undefined {
    const { trace } = this.state;
    return [...this.renderRoot.querySelectorAll<HTMLElement>("[data-row]")]
      .reverse()
      .find((row) => trace?.rows[Number(row.dataset["row"])]?.changed);
  }

  /** Scrolls to a row, once. */
  #goTo(place: RowPlace | undefined): void {
    if (!place || shown.has(place)) return;
    const row = this.renderRoot.querySelector<HTMLElement>(`[data-row="${place.row}"]`);
    // A filter can hide the row, or its trace can still be on its way.
    if (!row) return;
    shown.add(place);
    if (place.focus) {
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: "center" });
    } else if (this.#panel) bringIntoSight(row, this.#panel);
  }

  #row(
    row: TraceRow,
    index: number,
    total: number,
    own: number,
    whole: number,
    tabStop: boolean,
    model: ModelTimes | undefined,
  ): TemplateResult {
    const { trace, selected, collapsed } = this.state;
    const rows = trace?.rows ?? [];
    const doubt = trace ? doubts(trace)[index] : undefined;
    const why = doubt === undefined ? nothing : doubtText(doubt);
    const figure = (us: number): string => (trace ? shownTime(trace, index, us) : "");
    const foldable = hasChildren(rows, index);
    const folded = collapsed.has(index);
    const share = whole > 0 ? (total / whole) * 100 : 0;
    const ownShare = whole > 0 ? (own / whole) * 100 : 0;
    return html`<div
      role="row"
      class="row item ${row.kind} ${row.status} ${index === selected ? "selected" : ""}"
      data-row=${index}
      data-name=${row.name}
      aria-level=${row.level + 1}
      aria-expanded=${foldable ? String(!folded) : nothing}
      aria-selected=${index === selected}
      tabindex=${tabStop ? 0 : -1}
      @click=${() => this.choose(index)}
    >
      <span role="gridcell" class="name level-${Math.min(row.level, 8)}">
        ${
          foldable
            ? html`<span
                class="toggle ${folded ? "" : "open"}"
                aria-hidden="true"
                @click=${(event: Event) => {
                  event.stopPropagation();
                  this.app.rows.setFolded(index, !folded);
                }}
                >${chevronIcon}</span
              >`
            : html`<span class="toggle"></span>`
        }
        <span class="label">${this.#label(row)}</span>
        ${
          row.status === "ok"
            ? nothing
            : html`<span
                class="status ${row.status}"
                title=${row.decision ? reasonText(row.decision) : recordedText(row.error ?? "", this.state.trace?.failure)}
                >${statusText(row)}</span
              >`
        }
        ${this.#missed(row, index)}
        ${
          doubt === "code" && row.level === 0
            ? html`<span class="once" title=${why}>${t("tree.once")}</span>`
            : nothing
        }
      </span>
      <span role="gridcell" class="share">
        <svg width="100%" height="12" aria-hidden="true">
          <rect class="track" width="100%" height="100%" rx="2" />
          ${svg`<rect class="total" width="${share.toFixed(2)}%" height="100%" rx="2" />`}
          ${
            row.kind === "stage"
              ? nothing
              : svg`<rect class="own" width="${ownShare.toFixed(2)}%" height="100%" rx="2" />`
          }
        </svg>
        <span class="percent">${formatShare(share / 100)}</span>
      </span>
      <span role="gridcell" class="number" title=${why}>${didRun(row) ? figure(total) : "–"}</span>
      <span role="gridcell" class="number own" title=${why}
        >${row.kind === "pass" && didRun(row) ? figure(own) : this.#first(row, index)}</span
      >
      <span role="gridcell" class="change">${didRun(row) ? changeNote(row) : nothing}</span>
      ${
        model
          ? html`<span role="gridcell" class="number model"
              >${didRun(row) ? model(row.after) : nothing}</span
            >`
          : nothing
      }
      <span role="gridcell" class="pins">${didRun(row) ? this.#pins(row, index) : nothing}</span>
    </div>`;
  }

  /** The time of one inference after a row. Undefined until the model has run. */
  #model(rows: readonly TraceRow[]): ModelTimes | undefined {
    const { modelRuns, inputs } = this.state;
    const [first] = rows;
    if (!first || modelRuns.outcomes.size === 0) return undefined;
    const key = inputKey(inputs);
    const time = (snapshot: number): string => {
      const cost = costOfSnapshot(modelRuns, snapshot, first.before, key);
      return cost ? shownCost(cost) : "";
    };
    return time(first.before) === "" ? undefined : time;
  }

  /** The number of missed remarks of the pass, as a button that shows them. */
  #missed(row: TraceRow, index: number): TemplateResult | typeof nothing {
    const missed = remarksOf(this.state)?.counts.get(index)?.missed ?? 0;
    if (missed === 0) return nothing;
    const name = rowName(row, this.state.tracedPipeline ?? []);
    return html`<button
      type="button"
      class="missed"
      tabindex="-1"
      title=${t("tree.missedTitle", { name, missed, key: "m" })}
      @click=${(event: Event) => {
        event.stopPropagation();
        this.#showMissed(index);
      }}
    >
      ${remarkIcon("missed")}${ui("tree.missed", { missed })}
    </button>`;
  }

  #showMissed(row: number): void {
    this.app.remarks.showList({ row, types: ["missed"] });
    this.dispatchEvent(new CustomEvent("chosen", { bubbles: true, composed: true }));
  }

  /** Two small buttons that pin the program after a row as a side of a comparison. */
  #pins(row: TraceRow, index: number): TemplateResult {
    const { pins } = this.state;
    return html`${(["a", "b"] as const).map((side) => {
      const pin = pins[side];
      const pinned = pin?.row === index && pin.side === "after";
      const name = rowName(row, this.state.tracedPipeline ?? []);
      return html`<button
        type="button"
        class="pin ${pinned ? "on" : ""}"
        tabindex="-1"
        aria-pressed=${pinned}
        aria-label=${t("tree.pin", { name, side: side.toUpperCase() })}
        title=${t("tree.pinTitle", { name, side: side.toUpperCase(), key: side })}
        @click=${(event: Event) => {
          event.stopPropagation();
          this.#pin(side, index);
        }}
      >
        ${side.toUpperCase()}
      </button>`;
    })}`;
  }

  #pin(side: "a" | "b", index: number): void {
    const pinned = this.state.pins[side]?.row === index;
    this.app.rows.pin(side, pinned ? undefined : { row: index, side: "after" });
  }

  #label(row: TraceRow): TemplateResult | string {
    const name = rowName(row, this.state.tracedPipeline ?? []);
    if (row.kind !== "stage") return name;
    return html`${name} <span class="muted">opt_level ${row.optLevel}</span>`;
  }

  /** The first run's time of an outermost row, if its shown time comes from later runs. */
  #first(row: TraceRow, index: number): TemplateResult | typeof nothing {
    const { timing } = this.state.trace ?? {};
    if (row.level > 0 || !timing || (timing.runs[index] ?? 1) === 1) return nothing;
    const time = formatReading(timing.firstUs[index] ?? 0, timing.resolutionUs);
    return html`<span class="first" title=${t("tree.firstTitle")}
      >${t("tree.first", { time })}</span
    >`;
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { trace, collapsed, selected } = this.state;
    if (!trace) return;
    const focused = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    const at = focused ? Number(focused.dataset["row"]) : selected;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.app.layout.showDetail("diff");
      this.app.rows.select(at);
      return;
    }
    if (event.key === "Escape" && selected >= 0) {
      event.preventDefault();
      this.app.rows.deselect();
      return;
    }
    if ((event.key === "a" || event.key === "b") && focused) {
      const row = trace.rows[at];
      if (row && didRun(row)) this.#pin(event.key, at);
      return;
    }
    if (event.key === "m" && focused) {
      if ((remarksOf(this.app.store.state)?.counts.get(at)?.missed ?? 0) > 0) this.#showMissed(at);
      return;
    }
    // The first arrow key on an unselected tree selects the row that has the focus.
    const move =
      selected < 0 && event.key === "ArrowDown"
        ? { select: at }
        : treeKey(event.key, trace.rows, collapsed, at, this.state);
    if (!move) return;
    event.preventDefault();
    if ("select" in move) {
      this.#focusSelected = true;
      this.app.rows.select(move.select);
    } else if ("fold" in move) {
      this.app.rows.setFolded(move.fold, true);
    } else {
      this.app.rows.setFolded(move.unfold, false);
    }
  };
}

/** The status of a row that did not run to its end. */
function statusText(row: TraceRow): string {
  if (row.status === "failed" || row.status === "ok") return t("tree.failed");
  return row.decision ? reasonText(row.decision) : t(`tree.${row.status}`);
}

function changeNote(row: TraceRow): TemplateResult {
  const { added, removed } = summary(row.opDiff);
  if (added === 0 && removed === 0) {
    return html`<span class="muted">${t(row.changed ? "tree.rewritten" : "tree.noChange")}</span>`;
  }
  return html`${added > 0 ? html`<span class="plus">+${added}</span>` : nothing}
  ${removed > 0 ? html`<span class="minus">−${removed}</span>` : nothing}`;
}

customElements.define("pc-tree", TimingTree);
