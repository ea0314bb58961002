// The selected pass: what ran, and the program before and after it. The merge view is loaded when
// the browser is idle, so that it does not stand in the way of the first run.
import { css, html, nothing, type TemplateResult } from "lit";
import { stageNumber } from "../pipeline/model";
import type { TraceRow } from "../protocol/messages";
import { isBusy, type AppState } from "../state/app-state";
import { base, controls, panel } from "../styles/shared";
import { signed } from "../trace/op-diff";
import { formatMeasured } from "../trace/timing";
import { splitSignature } from "../trace/readable";
import { pathTo } from "../trace/tree";
import { failureBox, failureStyles } from "./failure";
import { View } from "./view";

type Texts =
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly before: string; readonly after: string }
  | { readonly kind: "failed"; readonly message: string };

/** Fetches the merge view's code; the browser keeps the module, so calling it again is free. */
export const loadMergeView = (): Promise<unknown> => import("./merge-view");

export class PassDiff extends View {
  static override styles = [
    base,
    controls,
    panel,
    failureStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        height: 100%;
      }
      .what {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1) var(--s3);
        align-items: baseline;
        padding: var(--s2) var(--s3);
        border-bottom: 1px solid var(--border);
        background: var(--sunken);
        font-size: var(--text-s);
      }
      .what strong {
        font-size: var(--text-m);
        font-weight: 650;
      }
      .plus {
        color: var(--plus);
        font-weight: 600;
      }
      .minus {
        color: var(--minus);
        font-weight: 600;
      }
      .path {
        overflow-wrap: anywhere;
      }
      pc-merge {
        flex: 1;
        min-height: 0;
      }
      .failure {
        margin: var(--s3);
      }
    `,
  ];
  static override properties = { ...View.properties, texts: { state: true } };

  protected override readonly watched: readonly (keyof AppState)[] = [
    "trace",
    "tracedPipeline",
    "selected",
    "snapshots",
    "run",
    "wrapDiff",
    "ignoreNumbers",
  ];

  declare texts: Texts;
  /** Which texts are loaded or on their way: run and snapshots. */
  #wanted = "";

  constructor() {
    super();
    this.texts = { kind: "none" };
  }

  override willUpdate(): void {
    const row = this.#row();
    const { trace, snapshots } = this.state;
    if (!trace || !row || row.before === row.after) {
      this.#wanted = "";
      this.texts = { kind: "none" };
      return;
    }
    const wanted = `${trace.runId}:${row.before}:${row.after}`;
    if (wanted === this.#wanted) return;
    if (!snapshots) {
      this.#wanted = "";
      this.texts = { kind: "none" };
      return;
    }
    this.#wanted = wanted;
    void this.#fetch(wanted, row);
  }

  async #fetch(wanted: string, row: TraceRow): Promise<void> {
    // What was shown stays until the new texts are there, for a moment without flicker.
    const patience = setTimeout(() => {
      if (this.#wanted === wanted) this.texts = { kind: "loading" };
    }, 150);
    try {
      const [before, after] = await Promise.all([
        this.app.text(row.before),
        this.app.text(row.after),
        loadMergeView(),
      ]);
      if (this.#wanted !== wanted) return;
      this.texts = {
        kind: "ready",
        before: splitSignature(before),
        after: splitSignature(after),
      };
    } catch (error) {
      if (this.#wanted !== wanted) return;
      this.texts = { kind: "failed", message: error instanceof Error ? error.message : "" };
    } finally {
      clearTimeout(patience);
    }
  }

  #row(): TraceRow | undefined {
    return this.state.trace?.rows[this.state.selected];
  }

  override render(): TemplateResult {
    const row = this.#row();
    if (!row) {
      const { trace, run } = this.state;
      const words =
        !trace && isBusy(run)
          ? "The pipeline is running."
          : trace
            ? "Choose a pass in the tree above, by clicking or with the arrow keys, to see the program before and after it."
            : "Run the pipeline, then choose a pass to see the program before and after it.";
      return html`<div class="empty"><p>${words}</p></div>`;
    }
    return html`${this.#what(row)}${this.#difference(row)}`;
  }

  #what(row: TraceRow): TemplateResult {
    const { trace, selected } = this.state;
    const rows = trace?.rows ?? [];
    const path = pathTo(rows, selected).slice(0, -1);
    const name = (r: TraceRow | undefined): string =>
      r === undefined ? "" : r.kind === "stage" ? this.#stageName(r) : r.name;
    const ops = Object.entries(row.opDiff).sort(([a], [b]) => (a < b ? -1 : 1));
    return html`<div class="what" data-diff-of=${row.name}>
      <strong>${name(row)}</strong>
      ${
        path.length > 0
          ? html`<span class="muted path">in ${path.map((i) => name(rows[i])).join(" › ")}</span>`
          : nothing
      }
      <span class="muted"
        >${row.kind === "pass" ? `opt_level ${row.optLevel}, ` : nothing}${formatMeasured(
          trace?.timing.durationsUs[selected] ?? 0,
          trace?.timing.runs[selected] ?? 1,
          trace?.timing.resolutionUs ?? 0,
        )}</span
      >
      ${ops.map(
        ([op, by]) =>
          html`<span
            ><span class=${by > 0 ? "plus" : "minus"}>${signed(by)}</span> <code>${op}</code></span
          >`,
      )}
    </div>`;
  }

  #stageName(row: TraceRow): string {
    return `Stage ${stageNumber(this.state.tracedPipeline ?? [], row.stageId)}`;
  }

  #difference(row: TraceRow): TemplateResult {
    const { trace } = this.state;
    if (row.status === "failed") {
      const failure = trace?.failure ?? {
        name: "Failed",
        message: row.error ?? "This pass failed.",
        rendered: [],
        fatal: false,
      };
      return html`${failureBox(failure)}`;
    }
    const note = (words: string): TemplateResult => html`<div class="empty"><p>${words}</p></div>`;
    if (row.before === row.after) {
      return note(
        `${row.kind === "stage" ? "This stage" : "This pass"} changed nothing: the module after it is the very module before it.`,
      );
    }
    switch (this.texts.kind) {
      case "none":
        return note(
          "The engine was restarted since this run, and its programs went with it. Run again to see them.",
        );
      case "loading":
        return note("Fetching the program before and after…");
      case "failed":
        return note(this.texts.message || "The program could not be fetched. Run again to see it.");
      case "ready":
        if (this.texts.before === this.texts.after) {
          return note("The module was rebuilt, but its text is the same before and after.");
        }
        return html`<pc-merge
          .original=${this.texts.before}
          .changed=${this.texts.after}
          .wrap=${this.state.wrapDiff}
          .ignoreNumbers=${this.state.ignoreNumbers}
        ></pc-merge>`;
    }
  }
}

customElements.define("pc-pass-diff", PassDiff);
