// The icicle chart. The run is at the top, and below each pass are its inner passes, with widths by time. The free
// space below a pass is its own time.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t as timingResults } from "./results-texts";

import type { RunTrace } from "../../core/protocol/messages";
import { sourceTitle } from "../../core/state/app-state";
import { base, controls, panel } from "../../ui/styles/shared";
import { rowName } from "../../core/trace/snapshot-pair";
import { barPath, icicleKey, layOut, seen, type Bar } from "../../core/trace/icicle";
import { labelOf } from "../../core/trace/profile";
import { formatShare } from "../../core/trace/units";
import { ownTimes } from "../../core/trace/estimate";
import { shownTime, shownTotal } from "../../core/trace/shown-time";
import { MOST_ROWS } from "../../core/trace/tree";
import { factsLine, factsStyles } from "./facts-line";
import { icicleStyles } from "./icicle-styles";
import { styled } from "../../ui/styled";
import { View } from "../../ui/view";

/** The least width of a bar with a label, in pixels. */
const MIN_LABEL_PX = 36;

/** The number of colours for the share of own time. */
const HEATS = 5;

export class IcicleView extends View {
  static override properties = {
    ...View.properties,
    zoom: { state: true },
    at: { state: true },
    pointed: { state: true },
    width: { state: true },
  };
  static override styles = [base, controls, panel, factsStyles, icicleStyles];

  /** The row that fills the width (-1 for the run), and the row with the focus. */
  declare zoom: number;
  declare at: number;
  /** The row under the pointer. */
  declare pointed: number | undefined;
  declare width: number;
  #resized = new ResizeObserver(([entry]) => {
    if (entry) this.width = Math.round(entry.contentRect.width);
  });
  #moved = false;
  #bars: readonly Bar[] = [];
  #trace: RunTrace | undefined;
  #selected = -1;
  #own: readonly number[] = [];

  constructor() {
    super();
    this.zoom = -1;
    this.at = -1;
    this.pointed = undefined;
    this.width = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  override willUpdate(): void {
    const { trace, selected } = this.state;
    if (selected !== this.#selected) {
      this.#selected = selected;
      this.at = selected;
    }
    if (trace === this.#trace) return;
    this.#trace = trace;
    this.#bars = trace ? layOut(trace.rows, trace.timing.durationsUs) : [];
    this.#own = trace ? ownTimes(trace.rows, trace.timing.durationsUs) : [];
    if (this.#position(this.zoom) < 0) this.zoom = -1;
    if (this.#position(this.at) < 0) this.at = -1;
  }

  override render(): TemplateResult {
    const { trace } = this.state;
    if (!trace) return html``;
    const [whole] = this.#bars;
    const zoom = this.#bars[this.#position(this.zoom)] ?? whole;
    if (!zoom || !whole || whole.to <= 0) {
      return html`<div class="empty"><p>${timingResults("icicle.none")}</p></div>`;
    }
    const depths = this.#bars.reduce((most, { depth }) => Math.max(most, depth), 0) + 1;
    const drawn = this.#drawn(zoom);
    const stop = this.#tabStop(zoom);
    return html`<div class="bar">${factsLine(trace)}</div>
      <div class="bar where">${this.#crumbs()} ${this.#detail(trace)}</div>
      <div
        class="chart"
        role="tree"
        aria-label=${timingResults("icicle.label")}
        ${styled({ height: `calc(${depths} * var(--bar))` })}
        @keydown=${this.#key}
        @pointerleave=${() => (this.pointed = undefined)}
      >
        ${drawn.map((at) => {
          const bar = this.#bars[at];
          return bar ? this.#bar(trace, bar, at, zoom, stop) : nothing;
        })}
      </div>
      ${
        drawn.length < this.#bars.length && zoom.row < 0
          ? html`<p class="bar">
              ${timingResults("icicle.more", { shown: drawn.length, bars: this.#bars.length })}
            </p>`
          : nothing
      }`;
  }

  /** The indices of the drawn bars: the visible ones, or the widest if there are very many. */
  #drawn(zoom: Bar): number[] {
    const wide = this.#bars.flatMap((bar, at) => {
      const place = seen(bar, zoom);
      return place ? [{ at, width: place.width }] : [];
    });
    if (wide.length > MOST_ROWS) {
      const kept = new Set(
        [zoom.row, this.state.selected, this.at].map((row) => this.#position(row)),
      );
      const rank = ({ at, width }: { at: number; width: number }): number =>
        kept.has(at) ? 2 : width;
      wide.sort((a, b) => rank(b) - rank(a));
      wide.length = MOST_ROWS;
    }
    return wide.map(({ at }) => at).sort((a, b) => a - b);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#moved) return;
    this.#moved = false;
    const bar = this.renderRoot.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    bar?.focus();
    bar?.scrollIntoView({ block: "nearest" });
  }

  #bar(
    trace: RunTrace,
    bar: Bar,
    position: number,
    zoom: Bar,
    stop: number,
  ): TemplateResult | typeof nothing {
    const place = seen(bar, zoom);
    if (!place) return nothing;
    const { rows } = trace;
    const row = rows[bar.row];
    const { selected, search, hideUnchanged } = this.state;
    const wanted = search.trim().toLowerCase();
    const faint =
      row !== undefined &&
      ((hideUnchanged && !row.changed && row.status !== "failed") ||
        !labelOf(row).toLowerCase().includes(wanted));
    const whole = this.#bars[0]?.to ?? 0;
    // The own time of a stage or of the run is only the time between passes.
    const own = row?.kind === "pass" ? (this.#own[bar.row] ?? 0) : row ? bar.to - bar.from : 0;
    const share = row && row.kind !== "stage" && whole > 0 ? own / whole : 0;
    const heat = Math.min(HEATS - 1, Math.ceil(share * 2 * HEATS));
    const name = this.#name(bar.row);
    return html`<div
      role="treeitem"
      class="item heat-${heat} ${faint ? "faint" : ""} ${row?.status ?? ""} ${
        bar.row >= 0 && bar.row === selected ? "selected" : ""
      } ${bar.depth < zoom.depth ? "around" : ""}"
      data-bar=${bar.row}
      aria-level=${bar.depth + 1}
      aria-selected=${bar.row >= 0 && bar.row === selected}
      aria-label=${`${name}, ${this.#figures(trace, bar)}`}
      tabindex=${bar.row === stop ? 0 : -1}
      ${styled({
        top: `calc(${bar.depth} * var(--bar))`,
        left: `${(place.left * 100).toFixed(4)}%`,
        width: `${(place.width * 100).toFixed(4)}%`,
      })}
      @click=${() => this.#choose(bar.row)}
      @dblclick=${() => this.#zoomTo(bar.row)}
      @pointerenter=${() => (this.pointed = bar.row)}
      @focus=${() => (this.at = this.#bars[position]?.row ?? -1)}
    >
      ${place.width * this.width >= MIN_LABEL_PX ? html`<span>${name}</span>` : nothing}
    </div>`;
  }

  /** The row of the bar with the tab stop: the last focused one if it is visible. */
  #tabStop(zoom: Bar): number {
    const bar = this.#bars[this.#position(this.at)];
    return bar && seen(bar, zoom) ? bar.row : zoom.row;
  }

  #position(row: number): number {
    return this.#bars.findIndex((bar) => bar.row === row);
  }

  #name(row: number): string {
    const { trace, tracedPipeline } = this.state;
    const found = trace?.rows[row];
    if (!found) return trace ? sourceTitle(trace.source) : "";
    return found.kind === "stage" ? rowName(found, tracedPipeline ?? []) : labelOf(found);
  }

  #figures(trace: RunTrace, bar: Bar): string {
    const { durationsUs } = trace.timing;
    const whole = this.#bars[0]?.to ?? 0;
    if (bar.row < 0) return shownTotal(trace);
    const row = trace.rows[bar.row];
    const figure = (us: number): string => shownTime(trace, bar.row, us);
    const total = durationsUs[bar.row] ?? 0;
    const parent = row && row.parent >= 0 ? (durationsUs[row.parent] ?? 0) : whole;
    const of = (all: number): string => formatShare(all > 0 ? total / all : 0);
    const figures = { total: figure(total), all: of(whole), parent: of(parent) };
    return row?.kind === "pass"
      ? timingResults("icicle.figuresOwn", { ...figures, own: figure(this.#own[bar.row] ?? 0) })
      : timingResults("icicle.figures", figures);
  }

  /** The path from the run to the row that fills the width. Each step is a button. */
  #crumbs(): TemplateResult {
    const path = barPath(this.#bars, Math.max(0, this.#position(this.zoom)));
    return html`<nav aria-label=${timingResults("icicle.zoomed")}>
      <ol>
        ${path.map((position, i) => {
          const row = this.#bars[position]?.row ?? -1;
          const last = i === path.length - 1;
          return html`<li>
            <button
              type="button"
              class="quiet"
              ?disabled=${last}
              aria-current=${last ? "true" : nothing}
              @click=${() => this.#zoomTo(row)}
            >
              ${this.#name(row)}
            </button>
          </li>`;
        })}
      </ol>
    </nav>`;
  }

  #detail(trace: RunTrace): TemplateResult {
    const row = this.pointed ?? this.at;
    const bar = this.#bars[this.#position(row)];
    return html`<p class="detail">
      ${
        bar && bar.row >= 0
          ? html`<strong>${this.#name(bar.row)}</strong> ${this.#figures(trace, bar)}`
          : html`<span class="muted">${timingResults("icicle.hint")}</span>`
      }
    </p>`;
  }

  #choose(row: number): void {
    this.at = row;
    if (row >= 0) this.choose(row);
  }

  #zoomTo(row: number): void {
    this.zoom = row;
    this.at = row;
    this.pointed = undefined;
    this.#moved = true;
    if (row >= 0) this.app.rows.select(row);
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const item = (event.target as HTMLElement).closest<HTMLElement>("[data-bar]");
    const row = Number(item?.dataset["bar"] ?? -1);
    const zoom = this.#position(this.zoom);
    switch (event.key) {
      case "Enter":
        this.#zoomTo(row === this.zoom ? -1 : row);
        break;
      case " ":
        this.#choose(row);
        break;
      case "Escape":
      case "Backspace": {
        const around = barPath(this.#bars, zoom).at(-2);
        if (around === undefined) return;
        this.#zoomTo(this.#bars[around]?.row ?? -1);
        break;
      }
      default: {
        const to = icicleKey(event.key, this.#bars, this.#position(row), zoom);
        const bar = to === undefined ? undefined : this.#bars[to];
        if (!bar) {
          if (event.key.startsWith("Arrow")) event.preventDefault();
          return;
        }
        this.at = bar.row;
        this.pointed = undefined;
        this.#moved = true;
      }
    }
    event.preventDefault();
  };
}

customElements.define("pc-icicle", IcicleView);
