// Run, Stop, and what the engine is doing.
import { css, html, nothing, type TemplateResult } from "lit";
import { didRun } from "../protocol/messages";
import { isBusy, isOutdated, type AppState } from "../state/app-state";
import { saveZip } from "../state/files";
import { base, controls } from "../styles/shared";
import { playIcon, stopIcon } from "./icons";
import { View } from "./view";

export class RunBar extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        gap: var(--s2);
        align-items: center;
      }
      button {
        min-height: 2.125rem;
      }
      .primary {
        min-width: 5.5rem;
      }
      .status {
        display: flex;
        align-items: center;
        gap: var(--s2);
        min-width: 0;
        margin-left: var(--s1);
        color: var(--muted);
        font-size: var(--text-s);
        line-height: 1.25;
      }
      .dot {
        flex: none;
        width: 0.5rem;
        height: 0.5rem;
        border-radius: 50%;
        background: var(--border-strong);
      }
      .running .dot,
      .measuring .dot {
        background: var(--accent);
        animation: pulse 0.9s ease-in-out infinite alternate;
      }
      .done .dot {
        background: var(--plus);
      }
      .failed .dot {
        background: var(--minus);
      }
      .outdated .dot {
        background: var(--warn);
      }
      @keyframes pulse {
        to {
          opacity: 0.25;
        }
      }
    `,
  ];

  protected override readonly watched: readonly (keyof AppState)[] = [
    "run",
    "trace",
    "pipeline",
    "tracedPipeline",
    "source",
    "code",
  ];

  override render(): TemplateResult {
    const { run, trace } = this.state;
    const files = trace?.files ?? [];
    const outdated = !isBusy(run) && run.kind !== "failed" && isOutdated(this.state);
    return html`<button
        type="button"
        class="primary"
        title="Run the pipeline (Ctrl+Enter)"
        @click=${() => void this.app.run()}
      >
        ${playIcon} Run
      </button>
      <button type="button" ?disabled=${!isBusy(run)} @click=${() => this.app.stop()}>
        ${stopIcon} Stop
      </button>
      <div class="status ${outdated ? "outdated" : run.kind}" role="status" data-run=${run.kind}>
        <span class="dot"></span>
        <span>${outdated ? "Changed since the last run" : this.#words()}</span>
      </div>
      ${
        files.length > 0
          ? html`<button
              type="button"
              class="quiet"
              title="What DumpIR kept: the program after each pass"
              @click=${() => void saveZip("passcope-ir.zip", files)}
            >
              ${files.length} dumped file${files.length === 1 ? "" : "s"}
            </button>`
          : nothing
      }`;
  }

  #words(): string {
    const { run, trace } = this.state;
    switch (run.kind) {
      case "idle":
        return "Ready";
      case "running":
        if (run.pass !== undefined) return `Running ${run.pass}, pass ${(run.done ?? 0) + 1}…`;
        return trace ? "Running…" : "Loading and running…";
      case "measuring":
        return "Repeating for steady times…";
      case "done": {
        const passes = trace?.rows.filter((row) => row.kind === "pass" && didRun(row)).length ?? 0;
        return `Done, ${passes} pass${passes === 1 ? "" : "es"} ran`;
      }
      case "stopped":
        return "Stopped; the engine starts afresh";
      case "failed":
        return run.failure.fatal ? "The engine crashed and was replaced" : "Failed";
    }
  }
}

customElements.define("pc-run", RunBar);
