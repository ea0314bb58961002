// A table of figures that sorts by every column. A long table renders only the visible rows.
import { LocalizedElement } from "../../i18n/localized";
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { base, controls } from "../../ui/styles/shared";
import { figuresStyles, focusStop, sortArrow, sortOrder, tableKey } from "../../ui/figures-table";
import { styled } from "../../ui/styled";
import { own } from "../../i18n/own";

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  /** True for text, which is aligned at the start and takes the available width. */
  readonly text?: boolean;
  /** True to take the width that the other columns leave. */
  readonly wide?: boolean;
  /** True to hide the column in a narrow table. */
  readonly minor?: boolean;
  /** The common heading of adjacent columns. */
  readonly group?: string;
}

export interface Line {
  /** The detail of the `pick` event when the line is pressed. */
  readonly id: number;
  /** By the keys of the columns. */
  readonly cells: Readonly<Record<string, unknown>>;
  readonly titles?: Readonly<Record<string, string>>;
  readonly selected?: boolean;
  readonly bad?: boolean;
}

export interface TableSort {
  readonly by: string;
  readonly descending: boolean;
}

/** The number of lines that are rendered beyond the visible ones. */
const BEYOND = 12;
/** Tables with fewer lines are rendered in full. */
const WHOLE = 120;

/** The next order after a press on a column: reversed, or initially from the largest figure or from A. */
const nextTableSort = (now: TableSort, { key, text }: Column): TableSort =>
  now.by === key
    ? { by: key, descending: !now.descending }
    : { by: key, descending: text !== true && key !== "order" };

export class DataTable extends LocalizedElement {
  static override properties = {
    label: {},
    columns: { attribute: false },
    lines: { attribute: false },
    sort: { attribute: false },
    first: { state: true },
    last: { state: true },
  };
  static override styles = [
    base,
    controls,
    figuresStyles,
    css`
      :host {
        --row: 1.75rem;

        min-height: 0;
      }
      .scroll {
        height: 100%;
        overflow: auto;
        outline-offset: -2px;
      }
      .text {
        max-width: 26rem;
        overflow: hidden;
        font-weight: 400;
        text-align: left;
        text-overflow: ellipsis;
      }
      .wide {
        width: 100%;
        min-width: 8rem;
        max-width: 0;
      }
      thead th {
        font-weight: 500;
      }
      thead .groups th {
        height: 1.375rem;
        border-bottom: 0;
        color: var(--muted);
        font-size: var(--text-xs);
        text-align: center;
      }
      thead .groups + tr th {
        top: 1.375rem;
      }
      .begins {
        border-left: 1px solid var(--border);
      }
      thead .text button {
        margin-left: calc(-1 * var(--s1));
      }
      tbody tr {
        scroll-margin-top: 3.25rem;
      }
      tbody tr.space {
        cursor: default;
      }
      .space td {
        height: auto;
        padding: 0;
        border: 0;
      }
      tbody tr.space:hover > * {
        background: none;
      }
      tbody tr.bad td {
        color: var(--minus);
      }
      .bad-cell {
        color: var(--minus);
      }
      @container (max-width: 44rem) {
        .minor {
          display: none;
        }
        .text:not(.wide) {
          max-width: 11rem;
        }
      }
    `,
  ];

  declare label: string;
  declare columns: readonly Column[];
  declare lines: readonly Line[];
  declare sort: TableSort;
  /** The range of visible lines. */
  declare first: number;
  declare last: number;
  /** The id of the line that takes the focus with Tab, if no line is selected. */
  #focus: number | undefined;
  #moved = false;

  constructor() {
    super();
    this.label = "";
    this.columns = [];
    this.lines = [];
    this.sort = { by: "order", descending: false };
    this.first = 0;
    this.last = 30;
  }

  /** Focuses the line with the tab stop. */
  focusLine(): void {
    this.#moved = true;
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const { columns, lines } = this;
    const whole = lines.length <= WHOLE;
    const from = whole ? 0 : Math.max(0, Math.min(this.first, lines.length) - BEYOND);
    const to = whole ? lines.length : Math.min(lines.length, this.last + BEYOND);
    const stop =
      lines.find(({ id }) => id === this.#focus) ??
      lines.find(({ selected }) => selected) ??
      lines[from];
    const space = (count: number): TemplateResult | typeof nothing =>
      count > 0
        ? html`<tr class="space" aria-hidden="true">
            <td
              colspan=${columns.length}
              ${styled({ height: `calc(${count} * (var(--row)))` })}
            ></td>
          </tr>`
        : nothing;
    return html`<div class="scroll" @scroll=${this.#scrolled}>
      <table
        role="grid"
        aria-label=${this.label}
        aria-rowcount=${lines.length + 1}
        @keydown=${this.#key}
      >
        <thead>
          ${columns.some(({ group }) => group !== undefined) ? this.#groups() : nothing}
          <tr>
            ${columns.map((column, i) => this.#head(column, i))}
          </tr>
        </thead>
        <tbody>
          ${space(from)}
          ${lines.slice(from, to).map((line, i) => this.#line(line, from + i, line === stop))}
          ${space(lines.length - to)}
        </tbody>
      </table>
    </div>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#moved) return;
    this.#moved = false;
    focusStop(this.renderRoot);
  }

  /** True if a column is the first of its group. */
  #begins(i: number): boolean {
    const { group } = this.columns[i] ?? {};
    return i > 0 && group !== this.columns[i - 1]?.group;
  }

  #groups(): TemplateResult {
    const { columns } = this;
    const starts = columns.flatMap((_, i) => (i === 0 || this.#begins(i) ? [i] : []));
    return html`<tr class="groups">
      ${starts.map((start, i) => {
        const group = columns[start]?.group;
        const span = (starts[i + 1] ?? columns.length) - start;
        const begins = this.#begins(start) ? "begins" : "";
        return group === undefined
          ? html`<td class=${begins} colspan=${span}></td>`
          : html`<th class=${begins} scope="colgroup" colspan=${span}>${group}</th>`;
      })}
    </tr>`;
  }

  #classes({ text, wide, minor }: Column, i: number): string {
    return `${text ? "text" : ""} ${wide ? "wide" : ""} ${minor ? "minor" : ""} ${this.#begins(i) ? "begins" : ""}`;
  }

  #head(column: Column, i: number): TemplateResult {
    const { key } = column;
    const order = sortOrder(this.sort, key);
    return html`<th scope="col" class=${this.#classes(column, i)} aria-sort=${order ?? nothing}>
      <button
        type="button"
        title=${column.title}
        data-sort=${key}
        tabindex=${order || column.text ? 0 : -1}
        @click=${() => this.#tell("sorted", nextTableSort(this.sort, column))}
      >
        ${column.label}${sortArrow(order)}
      </button>
    </th>`;
  }

  #line(line: Line, place: number, tabStop: boolean): TemplateResult {
    return html`<tr
      class="${line.selected ? "selected" : ""} ${line.bad ? "bad" : ""}"
      data-line=${line.id}
      aria-rowindex=${place + 2}
      aria-selected=${line.selected === true}
      tabindex=${tabStop ? 0 : -1}
      @click=${() => this.#pick(line)}
    >
      ${this.columns.map((column, i) => {
        const title = own(line.titles, column.key) ?? nothing;
        const cell = own(line.cells, column.key) ?? nothing;
        return column.text
          ? html`<th scope="row" class=${this.#classes(column, i)} title=${title}>${cell}</th>`
          : html`<td class=${this.#classes(column, i)} title=${title}>${cell}</td>`;
      })}
    </tr>`;
  }

  #tell(type: "sorted" | "pick", detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #pick({ id }: Line): void {
    this.#focus = id;
    this.#tell("pick", id);
  }

  readonly #scrolled = (event: Event): void => {
    const region = event.currentTarget as HTMLElement;
    const row = region.querySelector("tbody tr:not(.space)");
    const height = row?.getBoundingClientRect().height ?? 0;
    if (height <= 0) return;
    this.first = Math.floor(region.scrollTop / height);
    this.last = Math.ceil((region.scrollTop + region.clientHeight) / height);
  };

  readonly #key = (event: KeyboardEvent): void => {
    const { lines } = this;
    const ids = lines.map(({ id }) => id);
    tableKey(event, this.renderRoot, ids, {
      pick: (place) => {
        const line = lines[place];
        if (line) this.#pick(line);
      },
      go: (place) => {
        if (place < this.first || place >= this.last) {
          this.first = place;
          this.last = place + 30;
        }
        this.#focus = ids[place];
        this.#moved = true;
        this.requestUpdate();
      },
    });
  };
}

customElements.define("pc-data-table", DataTable);
