// Operator changes: the matrix of pass × operator, and the list as TVM's tutorial prints it.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "./texts";

import type { RunTrace } from "../../core/protocol/messages";
import { base, controls, panel } from "../../ui/styles/shared";
import { opDiffText, signed } from "../../core/trace/op-diff";
import {
  heat,
  matrixTsv,
  opMatrix,
  type MatrixRow,
  type OpMatrix,
} from "../../core/trace/op-matrix";
import "../../ui/copy-button";
import { opsStyles } from "./ops-styles";
import { styled } from "../../ui/styled";
import { View } from "../../ui/view";
import { own } from "../../i18n/own";

/** Up to this number of cells, all rows are rendered. A larger matrix renders only the visible rows. */
const ALL_CELLS = 6000;
const ROWS_BEYOND = 12;

/** The latest settings, for the next time that the tab opens. */
let remembered = { depths: Infinity, operators: "" };

export class OpsTable extends View {
  static override properties = {
    ...View.properties,
    depths: { state: true },
    operators: { state: true },
    first: { state: true },
    last: { state: true },
  };
  static override styles = [base, controls, panel, opsStyles];

  declare depths: number;
  declare operators: string;
  /** The visible rows of a matrix that is too large to render in full. */
  declare first: number;
  declare last: number;
  #matrix: OpMatrix = opMatrix([], { depths: Infinity, operators: "" });
  #madeFrom: readonly unknown[] = [];
  #focus = -1;
  #moved = false;

  constructor() {
    super();
    this.depths = remembered.depths;
    this.operators = remembered.operators;
    this.first = 0;
    this.last = 40;
  }

  override willUpdate(): void {
    // Better times make a new trace with the same rows.
    const rows = this.state.trace?.rows ?? [];
    const from = [rows, this.depths, this.operators, this.language];
    if (from.every((value, i) => value === this.#madeFrom[i])) return;
    this.#madeFrom = from;
    remembered = { depths: this.depths, operators: this.operators };
    this.#matrix = opMatrix(rows, remembered);
  }

  override render(): TemplateResult {
    const { trace } = this.state;
    if (!trace) {
      return html`<div class="empty">
        <p>${t("ops.notRun")}</p>
      </div>`;
    }
    if (this.#matrix.allOperators === 0) {
      return html`<div class="empty">
          <p>${t("ops.noChange")}</p>
        </div>
        ${this.#list(trace)}`;
    }
    return html`${this.#bar()} ${this.#matrix.rows.length === 0 ? this.#nothing() : this.#table()}
    ${this.#list(trace)}`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#moved) return;
    this.#moved = false;
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-op-row="${this.#focus}"]`);
    button?.focus();
    button?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #bar(): TemplateResult {
    const matrix = this.#matrix;
    const depths = Math.min(this.depths, matrix.depths);
    const option = (value: number, label: string): TemplateResult =>
      html`<option value=${value} ?selected=${depths === value}>${label}</option>`;
    return html`<div class="bar">
      <label
        >${t("ops.passes")}
        <select
          class="compact"
          aria-label=${t("ops.depth")}
          @change=${(event: Event) => {
            const chosen = Number((event.target as HTMLSelectElement).value);
            this.depths = chosen >= matrix.depths ? Infinity : chosen;
          }}
        >
          ${option(matrix.depths, t("ops.allDepths"))}
          ${Array.from({ length: matrix.depths - 1 }, (_, i) =>
            option(i + 1, i === 0 ? t("ops.outermost") : t("ops.downTo", { depth: i + 1 })),
          )}
        </select>
      </label>
      <label
        ><span class="visually-hidden">${t("ops.filterLabel")}</span>
        <input
          type="search"
          placeholder=${t("ops.filter")}
          .value=${this.operators}
          @input=${(event: Event) => (this.operators = (event.target as HTMLInputElement).value)}
        />
      </label>
      <div class="end">
        <span class="muted" role="status"
          >${
            matrix.operators.length < matrix.allOperators
              ? t("ops.countsOf", {
                  passes: matrix.rows.length,
                  operators: matrix.operators.length,
                  all: matrix.allOperators,
                })
              : t("ops.counts", { passes: matrix.rows.length, operators: matrix.allOperators })
          }</span
        >
        <pc-copy .text=${matrixTsv(matrix)} label=${t("ops.copyMatrix")}></pc-copy>
      </div>
    </div>`;
  }

  #nothing(): TemplateResult {
    return html`<div class="empty">
      <p>${t("ops.noneNamed", { text: this.operators })}</p>
      <button type="button" @click=${() => (this.operators = "")}>${t("ops.showAll")}</button>
    </div>`;
  }

  #list(trace: RunTrace): TemplateResult {
    const text = opDiffText(trace.opDiffs);
    return html`<h3>
        ${t("ops.list")}
        <pc-copy .text=${text} label=${t("ops.copyList")}></pc-copy>
      </h3>
      <pre tabindex="0">${text}</pre>`;
  }

  #table(): TemplateResult {
    const matrix = this.#matrix;
    const { rows, operators } = matrix;
    const whole = rows.length * operators.length <= ALL_CELLS;
    const from = whole ? 0 : Math.max(0, Math.min(this.first, rows.length) - ROWS_BEYOND);
    const to = whole ? rows.length : Math.min(rows.length, this.last + ROWS_BEYOND);
    const space = (count: number): TemplateResult | typeof nothing =>
      count > 0
        ? html`<tr class="space" aria-hidden="true">
            <td
              colspan=${operators.length + 2}
              ${styled({ height: `calc(${count} * var(--row))` })}
            ></td>
          </tr>`
        : nothing;
    const { selected } = this.state;
    const stop =
      rows.find(({ index }) => index === this.#focus) ??
      rows.find(({ index }) => index === selected) ??
      rows[from];
    return html`<div
      class="scroll"
      tabindex="0"
      role="region"
      aria-label=${t("ops.label")}
      @scroll=${whole ? nothing : this.#scrolled}
    >
      <table aria-rowcount=${rows.length + 2} @keydown=${this.#key}>
        <caption class="visually-hidden">
          ${t("ops.caption")}
        </caption>
        <thead>
          <tr>
            <th scope="col">${t("ops.pass")}</th>
            <th scope="col" class="net" title=${t("ops.netTitle")}>${t("ops.net")}</th>
            ${operators.map((op) => html`<th scope="col">${op}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${space(from)}
          ${repeat(
            rows.slice(from, to),
            (row) => row.index,
            (row, i) => this.#row(row, from + i, row.index === selected, row === stop),
          )}
          ${space(rows.length - to)}
        </tbody>
        <tfoot>
          <tr aria-rowindex=${rows.length + 2}>
            <th scope="row">${t("ops.netChange")}</th>
            <td class="net">${signed(matrix.net)}</td>
            ${matrix.totals.map((by) => (by === 0 ? html`<td>0</td>` : cell(by, matrix.largest)))}
          </tr>
        </tfoot>
      </table>
    </div>`;
  }

  #row(row: MatrixRow, position: number, selected: boolean, tabStop: boolean): TemplateResult {
    return html`<tr
      class=${selected ? "selected" : ""}
      aria-rowindex=${position + 2}
      @click=${() => {
        this.#focus = row.index;
        this.app.rows.select(row.index);
      }}
    >
      <th scope="row">
        <button
          type="button"
          class="depth-${Math.min(row.depth, 6)}"
          data-op-row=${row.index}
          tabindex=${tabStop ? 0 : -1}
          aria-pressed=${selected}
        >
          ${row.name}
        </button>
      </th>
      <td class="net">${signed(row.net)}</td>
      ${row.changes.map((by, i) => this.#change(row, by, this.#matrix.operators[i] ?? ""))}
    </tr>`;
  }

  /** A change is a button that shows the lineage: the descendants of removed calls, or the origins of new ones. */
  #change(row: MatrixRow, by: number, op: string): TemplateResult {
    if (by === 0) return NO_CHANGE;
    const words = t(by > 0 ? "ops.origin" : "ops.fate", { calls: Math.abs(by), op });
    return html`<td class=${looksOf(by, this.#matrix.largest)}>
      <button
        type="button"
        class="change"
        tabindex="-1"
        title=${words}
        aria-label=${`${signed(by)}: ${words}`}
        @click=${() => void this.app.lineage.askOfOperator(row.index, op, by > 0)}
      >
        ${signed(by)}
      </button>
    </td>`;
  }

  readonly #scrolled = (event: Event): void => {
    const region = event.currentTarget as HTMLElement;
    const height =
      region.querySelector("tbody tr:not(.space)")?.getBoundingClientRect().height ?? 0;
    if (height <= 0) return;
    this.first = Math.floor(region.scrollTop / height);
    this.last = Math.ceil((region.scrollTop + region.clientHeight) / height);
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { rows } = this.#matrix;
    const line = (event.target as HTMLElement).closest("tr");
    // The stops within a row: its pass, then its changes.
    const stops = [...(line?.querySelectorAll<HTMLElement>("button") ?? [])];
    const by = own({ ArrowRight: 1, ArrowLeft: -1 }, event.key);
    if (by !== undefined) {
      const next = stops[stops.indexOf(event.target as HTMLElement) + by];
      if (next) {
        event.preventDefault();
        next.focus();
        next.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
      return;
    }
    const focused = stops[0]?.dataset["opRow"];
    const at = rows.findIndex(({ index }) => String(index) === focused);
    const to = own(
      {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        PageDown: at + 10,
        PageUp: at - 10,
        Home: 0,
        End: rows.length - 1,
      },
      event.key,
    );
    const row = to === undefined ? undefined : rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (at < 0 || to === undefined || !row) return;
    event.preventDefault();
    const target = rows.indexOf(row);
    if (target < this.first || target >= this.last) {
      this.first = target;
      this.last = target + 40;
    }
    this.#focus = row.index;
    this.#moved = true;
    this.requestUpdate();
  };
}

const NO_CHANGE = html`<td></td>`;

const looksOf = (by: number, largest: number): string =>
  `${by > 0 ? "plus" : "minus"}-${heat(by, largest)}`;

function cell(by: number, largest: number): TemplateResult {
  if (by === 0) return NO_CHANGE;
  return html`<td class=${looksOf(by, largest)}>${signed(by)}</td>`;
}

customElements.define("pc-ops", OpsTable);
