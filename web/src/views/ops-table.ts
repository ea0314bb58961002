// Operator changes: a table of pass × operator, and the list that TVM's tutorial prints.
import { css, html, nothing, type TemplateResult } from "lit";
import type { AppState } from "../state/app-state";
import type { TraceRow } from "../protocol/messages";
import { base, controls, panel } from "../styles/shared";
import { opDiffText, opTable, signed } from "../trace/op-diff";
import "./copy-button";
import { View } from "./view";

export class OpsTable extends View {
  static override styles = [
    base,
    controls,
    panel,
    css`
      :host {
        display: block;
        min-height: 100%;
        padding: var(--s3);
      }
      .scroll {
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        height: 1.75rem;
        padding: 0 var(--s3);
        border-bottom: 1px solid var(--border);
        text-align: right;
        white-space: nowrap;
      }
      th {
        font-weight: 500;
      }
      thead th {
        color: var(--muted);
        font-family: var(--mono);
        font-size: var(--text-xs);
      }
      th:first-child {
        position: sticky;
        left: 0;
        padding-left: var(--s2);
        background: var(--surface);
        text-align: left;
      }
      tbody tr {
        cursor: pointer;
      }
      tbody tr:hover > * {
        background: var(--sunken);
      }
      tbody tr.selected > * {
        background: var(--accent-soft);
      }
      tbody th button {
        min-height: 1.5rem;
        padding: 0 var(--s1);
        border: 0;
        background: none;
      }
      tbody th button.level-2 {
        padding-left: 1.25rem;
      }
      tbody th button.level-3 {
        padding-left: 2.25rem;
      }
      tbody th button.level-4 {
        padding-left: 3.25rem;
      }
      tfoot th,
      tfoot td {
        border-bottom: 0;
        font-weight: 650;
      }
      .plus {
        background: var(--plus-soft);
        color: var(--plus);
        font-weight: 600;
      }
      .minus {
        background: var(--minus-soft);
        color: var(--minus);
        font-weight: 600;
      }
      h3 {
        display: flex;
        align-items: center;
        justify-content: space-between;
        margin-top: var(--s5);
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
      }
    `,
  ];

  protected override readonly watched: readonly (keyof AppState)[] = [
    "trace",
    "tracedPipeline",
    "selected",
  ];

  override render(): TemplateResult {
    const { trace } = this.state;
    if (!trace) {
      return html`<div class="empty">
        <p>Run the pipeline to see here which operators each pass adds and removes.</p>
      </div>`;
    }
    const table = opTable(trace.rows);
    const text = opDiffText(trace.opDiffs);
    return html`${
        table.rows.length === 0
          ? html`<p class="muted">No pass of this run added or removed an operator.</p>`
          : this.#table(trace.rows, table)
      }
      <h3>
        As TVM's tutorial prints it: depth, pass, change per operator
        <pc-copy .text=${text} label="Copy the list of operator changes"></pc-copy>
      </h3>
      <pre tabindex="0">${text}</pre>`;
  }

  #table(rows: readonly TraceRow[], table: ReturnType<typeof opTable>): TemplateResult {
    const cell = (by: number): TemplateResult =>
      by === 0 ? html`<td></td>` : html`<td class=${by > 0 ? "plus" : "minus"}>${signed(by)}</td>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Operator changes">
      <table>
        <caption class="visually-hidden">
          How many calls of each operator each pass adds or removes
        </caption>
        <thead>
          <tr>
            <th scope="col">Pass</th>
            ${table.operators.map((op) => html`<th scope="col">${op}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${table.rows.map((index) => {
            const row = rows[index];
            if (!row) return nothing;
            const selected = index === this.state.selected;
            return html`<tr
              class=${selected ? "selected" : ""}
              @click=${() => this.app.select(index)}
            >
              <th scope="row">
                <button
                  type="button"
                  class="level-${Math.min(row.level, 4)}"
                  aria-pressed=${selected}
                >
                  ${row.kind === "bind" ? "bind parameters" : row.name}
                </button>
              </th>
              ${table.operators.map((op) => cell(row.opDiff[op] ?? 0))}
            </tr>`;
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Net change</th>
            ${table.totals.map((by) => (by === 0 ? html`<td>0</td>` : cell(by)))}
          </tr>
        </tfoot>
      </table>
    </div>`;
  }
}

customElements.define("pc-ops", OpsTable);
