// Run, Stop, and what the engine is doing.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/playground";
import { didRun } from "../../protocol/messages";
import { isBusy, isOutdated } from "../../state/app-state";
import { saveZip } from "../../state/files";
import { base, controls } from "../../styles/shared";
import { playIcon, stopIcon } from "../common/icons";
import { View } from "../common/view";

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

  override render(): TemplateResult {
    const { run, trace } = this.state;
    const files = trace?.files ?? [];
    const outdated = !isBusy(run) && run.kind !== "failed" && isOutdated(this.state);
    return html`<button
        type="button"
        class="primary"
        title=${t("run.runTitle")}
        @click=${() => void this.app.run()}
      >
        ${playIcon} ${t("run.run")}
      </button>
      <button type="button" ?disabled=${!isBusy(run)} @click=${() => this.app.stop()}>
        ${stopIcon} ${t("run.stop")}
      </button>
      <div class="status ${outdated ? "outdated" : run.kind}" role="status" data-run=${run.kind}>
        <span class="dot"></span>
        <span>${outdated ? t("run.outdated") : this.#words()}</span>
      </div>
      ${
        files.length > 0
          ? html`<button
              type="button"
              class="quiet"
              title=${t("run.filesTitle")}
              @click=${() => void saveZip("passcope-ir.zip", files)}
            >
              ${t("run.files", { files: files.length })}
            </button>`
          : nothing
      }`;
  }

  #words(): string {
    const { run, trace } = this.state;
    switch (run.kind) {
      case "idle":
        return t("run.idle");
      case "running":
        if (run.pass !== undefined) {
          return t("run.running", { pass: run.pass, place: (run.done ?? 0) + 1 });
        }
        return t(trace ? "run.again" : "run.first");
      case "measuring":
        return t("run.measuring");
      case "done": {
        const passes = trace?.rows.filter((row) => row.kind === "pass" && didRun(row)).length ?? 0;
        return t("run.done", { passes });
      }
      case "stopped":
        return t("run.stopped");
      case "failed":
        return t(run.failure.fatal ? "run.crashed" : "run.failed");
    }
  }
}

customElements.define("pc-run", RunBar);
