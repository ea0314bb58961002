// A chart of the figures of all programs: a row of bars for each figure, a column for each program. The table below it
// has the same content in words.
import { css, html, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import { METRICS, seriesOf, shownValue, type Bar, type Series } from "./metrics";
import type { ProgramCost } from "./model-runs";
import { base } from "../../ui/styles/shared";
import { own } from "../../i18n/own";

/**
 * In pixels: the height of a row of bars, the gap above it, the width of the names, and the least width of a column.
 */
const ROW = 30;
const GAP = 7;
const NAMES = 216;
const MIN_COLUMN = 12;
/** The greatest width at which the names are above their bars, in pixels. */
const NARROW = 560;
const NAME_LINE = 18;

export class RunningChart extends LocalizedElement {
  static override properties = {
    costs: { attribute: false },
    stages: { attribute: false },
    selected: { type: Number },
    width: { state: true },
  };
  static override styles = [
    base,
    css`
      :host {
        display: block;
        overflow-x: auto;
      }
      svg {
        display: block;
      }
      text {
        fill: var(--muted);
        font-size: var(--text-s);
      }
      .name {
        fill: var(--text);
        font-weight: 600;
      }
      .labels {
        pointer-events: none;
      }
      .track {
        stroke: var(--border);
      }
      .bar {
        fill: var(--accent-line);
      }
      .difference .bar {
        fill: var(--warn);
      }
      .difference .bar.wrong {
        fill: var(--minus);
      }
      .spread {
        stroke: var(--text);
        stroke-width: 1.25;
      }
      .column {
        cursor: pointer;
      }
      .column .ground {
        fill: transparent;
      }
      .column:hover .ground {
        fill: var(--sunken);
      }
      .selected .ground,
      .selected:hover .ground {
        fill: var(--accent-soft);
      }
      .selected .bar {
        fill: var(--accent);
      }
      .column:focus {
        outline: none;
      }
      .column:focus-visible .ground {
        stroke: var(--accent);
        stroke-width: 2;
      }
      .stage {
        stroke: var(--border-strong);
        stroke-dasharray: 2 3;
      }
      .cross {
        stroke: var(--minus);
        stroke-width: 1.5;
      }
    `,
  ];

  declare costs: readonly ProgramCost[];
  /** The indices of programs that are the first of a stage. */
  declare stages: readonly number[];
  /** The index of the selected program. */
  declare selected: number;
  declare width: number;
  #moved = false;
  readonly #resized = new ResizeObserver(([entry]) => {
    if (entry) this.width = Math.round(entry.contentRect.width);
  });

  constructor() {
    super();
    this.costs = [];
    this.stages = [];
    this.selected = -1;
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

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#moved) return;
    this.#moved = false;
    const column = this.renderRoot.querySelector<SVGElement>('.column[tabindex="0"]');
    column?.focus();
    column?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  override render(): TemplateResult {
    const { costs, width } = this;
    const narrow = width > 0 && width < NARROW;
    const left = narrow ? 0 : NAMES;
    const row = ROW + (narrow ? NAME_LINE : 0);
    const height = METRICS.length * (row + GAP) + GAP;
    const room = Math.max(0, width - left - 4);
    const column = Math.max(MIN_COLUMN, Math.min(132, room / Math.max(1, costs.length)));
    const whole = Math.max(width, left + column * costs.length + 4);
    const series = METRICS.map((metric) => seriesOf(metric, costs));
    const foot = (i: number): number => GAP + i * (row + GAP) + row;
    return html`<svg width=${whole} height=${height}>
      <g
        role="listbox"
        aria-label=${t("chart.label")}
        aria-orientation="horizontal"
        @keydown=${this.#key}
      >
        ${costs.map((each, i) => this.#column(each, i, series, left + i * column, column, foot, height))}
      </g>
      <g class="labels" aria-hidden="true">
        ${series.map((one, i) => {
          const y = narrow ? foot(i) - ROW - 5 : foot(i) - ROW / 2;
          return svg`<line class="track" x1=${left} x2=${whole} y1=${foot(i)} y2=${foot(i)} />
            <text class="name" x="0" y=${y}>${t(`metric.${one.metric}`)}
              <title>${t(`metric.${one.metric}Title`)}</title></text>
            <text x=${narrow ? 88 : 0} y=${narrow ? y : y + 15}>${one.summary}</text>`;
        })}
      </g>
      <g aria-hidden="true">
        ${this.stages.map((at) => {
          const x = left + at * column;
          return svg`<line class="stage" x1=${x} x2=${x} y1="2" y2=${height - 2} />`;
        })}
      </g>
    </svg>`;
  }

  #column(
    each: ProgramCost,
    i: number,
    series: readonly Series[],
    x: number,
    width: number,
    foot: (row: number) => number,
    height: number,
  ): TemplateResult {
    const tabStop = this.selected >= 0 ? this.selected === i : i === 0;
    const words = wordsOf(each);
    return svg`<g
      class="column ${i === this.selected ? "selected" : ""}"
      role="option"
      aria-selected=${i === this.selected}
      aria-label=${words}
      tabindex=${tabStop ? 0 : -1}
      data-column=${i}
      @click=${() => this.#pick(i)}
    >
      <title>${words}</title>
      <rect class="ground" x=${x + 0.5} y="1" width=${width - 1} height=${height - 2} rx="3" />
      ${series.map(({ bars, metric }, row) => {
        const bar = bars[i];
        return bar ? this.#bar(bar, metric, x, width, foot(row)) : nothing;
      })}
      ${each.failure ? this.#cross(x + width / 2, foot(0)) : nothing}
    </g>`;
  }

  #bar(bar: Bar, metric: string, x: number, width: number, foot: number): unknown {
    const inset = Math.min(8, width * 0.18);
    const tall = Math.max(bar.to > 0 ? 1.5 : 0, bar.to * (ROW - 4));
    const middle = x + width / 2;
    return svg`<g class=${metric}>
      <rect class="bar ${bar.wrong ? "wrong" : ""}" x=${x + inset} y=${foot - tall} width=${width - 2 * inset}
        height=${tall} rx="1.5" />
      ${
        bar.spread && bar.spread[1] > 0
          ? svg`<line class="spread" x1=${middle} x2=${middle} y1=${foot - bar.spread[1] * (ROW - 4)}
              y2=${foot - bar.spread[0] * (ROW - 4)} />`
          : nothing
      }
    </g>`;
  }

  #cross(x: number, foot: number): unknown {
    const y = foot - 9;
    return svg`<path class="cross" d="M${x - 4} ${y - 4}l8 8m0 -8l-8 8" />`;
  }

  #pick(column: number): void {
    this.dispatchEvent(new CustomEvent<number>("pick", { detail: column }));
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const focused = (event.target as Element).closest<SVGElement>("[data-column]");
    const at = Number(focused?.dataset["column"] ?? -1);
    const to = own(
      {
        ArrowRight: at + 1,
        ArrowLeft: at - 1,
        Home: 0,
        End: this.costs.length - 1,
        Enter: at,
        " ": at,
      },
      event.key,
    );
    if (to === undefined || at < 0) return;
    event.preventDefault();
    this.#moved = true;
    this.#pick(Math.max(0, Math.min(this.costs.length - 1, to)));
  };
}

/** "after FuseOps: Time 58.4 ms, Activations 3.1 MiB, …". */
function wordsOf(each: ProgramCost): string {
  if (each.failure) return `${each.program.label}: ${t("chart.failed")}`;
  const figures = METRICS.flatMap((metric) => {
    const value = shownValue(metric, each);
    return value === "" ? [] : [`${t(`metric.${metric}`)} ${value}`];
  });
  return [each.program.label, figures.join(", ")].filter(Boolean).join(": ");
}

customElements.define("pc-running-chart", RunningChart);
