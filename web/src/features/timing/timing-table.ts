// The times as a table that sorts by every column, with a line for each call of a pass or for each pass.
import { html, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { t as timingResults } from "./results-texts";
import { t } from "./texts";
import type { RunTrace } from "../../core/protocol/messages";
import { base, controls, panel } from "../../ui/styles/shared";
import {
  filtered,
  linesByName,
  linesByRow,
  nextSort,
  sorted,
  spreadUs,
  type ProfileLine,
  type Sort,
  type SortKey,
} from "../../core/trace/profile";
import { doubtText, marked } from "../../core/trace/shown-time";
import {
  formatDuration,
  formatMeasured,
  formatReading,
  leastMeasured,
} from "../../core/trace/timing";
import { MOST_ROWS } from "../../core/trace/tree";
import { formatShare } from "../../core/trace/units";
import { factsLine, factsStyles } from "./facts-line";
import { figuresStyles, focusStop, sortArrow, sortOrder, tableKey } from "../../ui/figures-table";
import { tableStyles } from "./timing-table-styles";
import { View } from "../../ui/view";

interface Column {
  readonly key: SortKey;
  /** True to hide the column in a narrow table. */
  readonly minor?: boolean;
}

const columns = (byName: boolean): readonly Column[] => [
  byName ? { key: "calls" } : { key: "order" },
  { key: "name" },
  { key: "total" },
  { key: "own" },
  { key: "all", minor: true },
  { key: "parent", minor: true },
  { key: "first", minor: true },
  { key: "spread", minor: true },
];

/** The latest settings, for the next time that the tab opens. */
let remembered: { byName: boolean; sort: Sort } = {
  byName: false,
  sort: { by: "own", descending: true },
};

export class TimingTable extends View {
  static override properties = {
    ...View.properties,
    byName: { state: true },
    sort: { state: true },
  };
  static override styles = [base, controls, panel, factsStyles, figuresStyles, tableStyles];

  declare byName: boolean;
  declare sort: Sort;
  /** The line with the tab stop if no line is selected, by its first row of the trace. */
  #focus: number | undefined;
  #moved = false;

  constructor() {
    super();
    this.byName = remembered.byName;
    this.sort = remembered.sort;
  }

  override render(): TemplateResult {
    const { trace } = this.state;
    if (!trace) return html``;
    const lines = this.#lines(trace);
    return html`<div class="bar">
        ${factsLine(trace)}
        <div class="modes" role="group" aria-label=${timingResults("table.lines")}>
          ${this.#mode(timingResults("table.eachPass"), false)}${this.#mode(timingResults("table.byPass"), true)}
        </div>
      </div>
      ${lines.length === 0 ? this.#empty() : this.#table(trace, lines)}`;
  }

  override firstUpdated(): void {
    this.renderRoot.querySelector("tr.selected")?.scrollIntoView({ block: "nearest" });
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#moved) return;
    this.#moved = false;
    focusStop(this.renderRoot);
  }

  #lines(trace: RunTrace): ProfileLine[] {
    const { search, hideUnchanged } = this.state;
    const all = (this.byName ? linesByName : linesByRow)(trace.rows, trace.timing);
    return sorted(filtered(all, { search, hideUnchanged }), this.sort);
  }

  #mode(label: string, byName: boolean): TemplateResult {
    return html`<button
      type="button"
      class="quiet"
      aria-pressed=${this.byName === byName}
      @click=${() => {
        this.byName = byName;
        // Each of these two columns exists in only one mode.
        const swap = { calls: "order", order: "calls" } as const;
        const { by } = this.sort;
        if (by === "calls" || by === "order") this.sort = { ...this.sort, by: swap[by] };
        this.#remember();
      }}
    >
      ${label}
    </button>`;
  }

  #empty(): TemplateResult {
    const { search, hideUnchanged } = this.state;
    return html`<div class="empty">
      <p>
        ${
          search.trim() || hideUnchanged
            ? timingResults(hideUnchanged ? "table.noneChanged" : "table.noneFits")
            : timingResults("table.none")
        }
      </p>
      <button
        type="button"
        ?hidden=${!search.trim() && !hideUnchanged}
        @click=${() => this.app.timing.filter({ search: "", hideUnchanged: false })}
      >
        ${timingResults("table.showAll")}
      </button>
    </div>`;
  }

  #table(trace: RunTrace, lines: readonly ProfileLine[]): TemplateResult {
    const shown = columns(this.byName);
    const { selected } = this.state;
    const made = lines.slice(0, MOST_ROWS);
    const isSelected = (line: ProfileLine): boolean => line.rows.includes(selected);
    const stop =
      made.find((line) => line.rows[0] === this.#focus) ?? made.find(isSelected) ?? made[0];
    return html`<table role="grid" aria-label=${timingResults("table.label")} @keydown=${this.#key}>
      <thead>
        <tr>
          ${shown.map((column) => this.#head(column))}
        </tr>
      </thead>
      <tbody>
        ${made.map((line) => this.#line(trace, line, isSelected(line), line === stop))}
      </tbody>
      ${
        lines.length > MOST_ROWS
          ? html`<caption>
              ${timingResults("table.more", { shown: MOST_ROWS, lines: lines.length })}
            </caption>`
          : nothing
      }
    </table>`;
  }

  #head({ key, minor }: Column): TemplateResult {
    const order = sortOrder(this.sort, key);
    // The column of the order can be hidden, so the names need a tab stop too.
    const tabStop = order !== undefined || (key === "name" && this.#sortMayHide());
    return html`<th
      scope="col"
      class="${key} ${minor ? "minor" : ""}"
      aria-sort=${order ?? nothing}
    >
      <button
        type="button"
        title=${timingResults(`table.${key}Title`)}
        tabindex=${tabStop ? 0 : -1}
        data-sort=${key}
        @click=${() => {
          this.sort = nextSort(this.sort, key);
          this.#remember();
        }}
      >
        ${timingResults(`table.${key}`)}${sortArrow(order)}
      </button>
    </th>`;
  }

  #sortMayHide(): boolean {
    return columns(this.byName).some(({ key, minor }) => key === this.sort.by && minor);
  }

  #line(trace: RunTrace, line: ProfileLine, selected: boolean, tabStop: boolean): TemplateResult {
    const [first = -1] = line.rows;
    const { doubt, runs, grainUs } = line;
    const figure = (us: number): string =>
      us < leastMeasured(runs, grainUs)
        ? formatMeasured(us, runs, grainUs)
        : marked(formatDuration(us), doubt);
    const bar = (part: number): TemplateResult =>
      html`<svg width="100%" height="3" aria-hidden="true">
        ${svg`<rect width="${(Math.min(1, part) * 100).toFixed(2)}%" height="3" rx="1.5" />`}
      </svg>`;
    const whole = line.ofAll > 0 ? line.totalUs / line.ofAll : 0;
    const why = doubt === undefined ? nothing : doubtText(doubt);
    const between = {
      lower: formatMeasured(line.lowerUs, runs, grainUs),
      upper: formatMeasured(line.upperUs, runs, grainUs),
      runs,
    };
    const kind = runs === 1 ? "clock" : trace.timing.grouped ? "groups" : "half";
    return html`<tr
      class=${selected ? "selected" : ""}
      data-line=${first}
      data-name=${line.name}
      aria-selected=${selected}
      tabindex=${tabStop ? 0 : -1}
      @click=${() => this.#select(line)}
    >
      <td class="order">${this.byName ? line.rows.length : first + 1}</td>
      <th scope="row" class="name">
        ${line.name}${line.failed ? html`<span class="status">${timingResults("table.failed")}</span>` : nothing}${
          doubt === "code" && line.path.length === 0
            ? html`<span class="once" title=${why}>${t("tree.once")}</span>`
            : nothing
        }
        ${
          line.path.length > 0
            ? html`<span class="muted path"
                >${timingResults("table.inside", { path: line.path.join(" › ") })}</span
              >`
            : nothing
        }
      </th>
      <td class="total" title=${why}>${figure(line.totalUs)}${bar(line.ofAll)}</td>
      <td class="own" title=${why}>
        ${figure(line.ownUs)}${bar(whole > 0 ? line.ownUs / whole : 0)}
      </td>
      <td class="minor">${formatShare(line.ofAll)}</td>
      <td class="minor">${formatShare(line.ofParent)}</td>
      <td class="minor">${formatReading(line.firstUs, trace.timing.resolutionUs)}</td>
      <td class="minor" title=${timingResults(`table.${kind}`, between)}>
        ± ${formatDuration(spreadUs(line))}
      </td>
    </tr>`;
  }

  #remember(): void {
    remembered = { byName: this.byName, sort: this.sort };
  }

  /** A press on a pass that ran several times selects its next call. */
  #select(line: ProfileLine): void {
    const at = line.rows.indexOf(this.state.selected);
    const next = line.rows[(at + 1) % line.rows.length];
    this.#focus = line.rows[0];
    if (next !== undefined) this.choose(next);
    this.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => {
    const { trace } = this.state;
    if (!trace) return;
    const lines = this.#lines(trace);
    const ids = lines.map(({ rows }) => rows[0] ?? -1);
    tableKey(event, this.renderRoot, ids, {
      pick: (place) => {
        const line = lines[place];
        if (line) this.#select(line);
      },
      go: (place) => {
        this.#focus = ids[place];
        this.#moved = true;
        this.requestUpdate();
      },
    });
  };
}

customElements.define("pc-timing-table", TimingTable);
