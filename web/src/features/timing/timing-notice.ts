// A warning about a run's times: they are uncertain, or from a single cold run of the user's code. Each warning has a
// remedy.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { codeNames, stageNumber } from "../../core/pipeline/model";
import type { RunTrace } from "../../core/protocol/messages";
import { isBusy } from "../../core/state/app-state";
import { base, controls } from "../../ui/styles/shared";
import { doubtOfRun } from "../../core/trace/shown-time";
import { View } from "../../ui/view";

export class TimingNotice extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
      }
      p {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--s2);
        margin: 0;
        padding: var(--s1) var(--s3);
        border-bottom: 1px solid var(--border);
        background: var(--warn-soft);
        color: var(--warn);
        font-size: var(--text-s);
      }
      p.plain {
        background: none;
        color: var(--muted);
      }
      span {
        flex: 1;
        min-width: min(20rem, 100%);
      }
      button.quiet {
        flex: none;
        margin-left: auto;
        color: var(--text);
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<div role="status">${this.#uncertain()} ${this.#code()}</div>`;
  }

  #uncertain(): TemplateResult | typeof nothing {
    const { trace, run } = this.state;
    const doubt = trace && !isBusy(run) && !trace.failure ? doubtOfRun(trace) : undefined;
    if (!doubt) return nothing;
    return html`<p data-doubt=${doubt}>
      <span
        >${t(`notice.${doubt === "first" ? "first" : doubt === "near" ? "near" : "rough"}`)}</span
      >
      <button type="button" class="quiet" @click=${() => void this.app.runs.press()}>
        ${t("notice.again")}
      </button>
    </p>`;
  }

  #code(): TemplateResult | typeof nothing {
    const { trace, tracedPipeline = [], repeatCode, run } = this.state;
    if (!trace || trace.failure || run.kind === "running") return nothing;
    const stages = stagesRunOnce(trace).map((id) => stageNumber(tracedPipeline, id));
    if (stages.length === 0 && !(repeatCode && codeNames(tracedPipeline).size > 0)) return nothing;
    return html`<p class=${stages.length > 0 ? "" : "plain"} data-code>
      <span>${stages.length > 0 ? t("notice.code", { stages }) : t("notice.codeRepeated")}</span>
      <button
        type="button"
        class="quiet"
        aria-pressed=${repeatCode}
        @click=${() => this.app.runs.setRepeatCode(!repeatCode)}
      >
        ${t("notice.repeatCode")}
      </button>
    </p>`;
  }
}

/** The ids of the stages that ran once, because they run the user's code. */
function stagesRunOnce({ rows, timing }: RunTrace): string[] {
  return rows.flatMap((row, i) =>
    row.kind === "stage" && timing.states[i] === "code" ? [row.stageId] : [],
  );
}

customElements.define("pc-timing-notice", TimingNotice);
