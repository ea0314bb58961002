// The head of the selected pass: what ran, or which two programs are compared.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { placeToContinue } from "../../core/pipeline/continue";
import { didRun, type TraceRow } from "../../core/protocol/messages";
import type { App } from "../../core/app/app";
import type { AppState } from "../../core/state/app-state";
import { allSnapshots, rowName, type Comparison } from "../../core/trace/snapshot-pair";
import { signed } from "../../core/trace/op-diff";
import { reasonText } from "../../core/trace/reason";
import { shownTime } from "../../core/trace/shown-time";
import { pathTo } from "../../core/trace/tree";

/** The two compared snapshots, and the controls that choose other ones. */
export function sidesOf(
  app: App,
  state: AppState,
  compared: Comparison | undefined,
): TemplateResult {
  const { trace, tracedPipeline, pins, selected } = state;
  const rows = trace?.rows ?? [];
  const all = allSnapshots(rows, tracedPipeline ?? []);
  const choose = (side: "a" | "b", value: string): void => {
    if (value === "") app.rows.pin(side, undefined);
    else app.rows.pin(side, all[Number(value)]?.pin);
  };
  const select = (side: "a" | "b"): TemplateResult => {
    const pin = pins[side];
    const snapshot = pin && rows[pin.row]?.[pin.side];
    const own = t(side === "a" ? "diff.beforeSelected" : "diff.afterSelected");
    return html`<label class="side"
      ><span class="letter">${side.toUpperCase()}</span>
      <select
        class="compact"
        aria-label=${t(side === "a" ? "diff.from" : "diff.to")}
        @change=${(event: Event) => choose(side, (event.target as HTMLSelectElement).value)}
      >
        <option value="" .selected=${pin === undefined} ?disabled=${selected < 0}>${own}</option>
        ${all.map(
          (entry, i) =>
            html`<option value=${i} .selected=${pin !== undefined && entry.snapshot === snapshot}>
              ${entry.label}
            </option>`,
        )}
      </select></label
    >`;
  };
  return html`<div class="sides">
    ${select("a")} ${select("b")}
    <button type="button" class="quiet" ?disabled=${!compared} @click=${() => swap(app)}>
      ${t("diff.swap")}
    </button>
  </div>`;
}

function swap(app: App): void {
  const { pins, selected } = app.store.state;
  const { a = { row: selected, side: "before" }, b = { row: selected, side: "after" } } = pins;
  app.rows.pin("a", b);
  app.rows.pin("b", a);
}

/** A row that left the program on the right side and from which the pipeline can be continued; -1 if none. */
export function editableRow({ pins, selected, trace, tracedPipeline }: AppState): number {
  if (!trace || !tracedPipeline) return -1;
  const pin = pins.b ?? { row: selected, side: "after" };
  const snapshot = trace.rows[pin.row]?.[pin.side];
  const goesOn = (row: number): boolean =>
    trace.rows[row]?.after === snapshot &&
    placeToContinue(trace.rows, tracedPipeline, row) !== undefined;
  return goesOn(pin.row) ? pin.row : trace.rows.findIndex((_, row) => goesOn(row));
}

/** The pass of a row: its changes, its place in the trace and its duration. */
export function ranOf(state: AppState, row: TraceRow): TemplateResult {
  const { trace, selected } = state;
  const rows = trace?.rows ?? [];
  const path = pathTo(rows, selected).slice(0, -1);
  const name = (r: TraceRow | undefined): string =>
    r === undefined ? "" : rowName(r, state.tracedPipeline ?? []);
  const ops = Object.entries(row.opDiff).sort(([a], [b]) => (a < b ? -1 : 1));
  // The tooltip has the counts for which there is no room.
  const counts = ops.map(([op, by]) => `${signed(by)} ${op}`).join(", ");
  return html`<div class="what" data-diff-of=${row.name} title=${counts || nothing}>
    <strong>${name(row)}</strong>
    ${ops.map(
      ([op, by]) =>
        html`<span
          ><span class=${by > 0 ? "plus" : "minus"}>${signed(by)}</span> <code>${op}</code></span
        >`,
    )}
    ${
      path.length > 0
        ? html`<span class="muted path"
            >${t("diff.inside", {
              path: path.map((i) => name(rows[i])).join(" › "),
            })}</span
          >`
        : nothing
    }
    <span class="muted"
      >${row.kind === "pass" ? `opt_level ${row.optLevel}` : nothing}${
        didRun(row)
          ? html`${row.kind === "pass" ? ", " : nothing}${
              trace ? shownTime(trace, selected) : nothing
            }`
          : nothing
      }${row.status === "ok" && row.decision ? `, ${reasonText(row.decision)}` : nothing}</span
    >
  </div>`;
}
