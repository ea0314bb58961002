// What became of a step of the pipeline in the latest run.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/playground";
import { findStep, type PassStage, type Step } from "../../pipeline/model";
import { namesPass } from "../../pipeline/pass-names";
import type { PassDescription, TraceRow } from "../../protocol/messages";
import type { App } from "../../state/app";
import { reasonText } from "../../trace/reason";
import type { Editing } from "./editing";

/** What became of a step in the latest run, or what will: an opt level that is too low is known. */
export function fateOf(
  { app, state }: Editing,
  stage: PassStage,
  step: Step,
  described: PassDescription | undefined,
): TemplateResult | typeof nothing {
  if (!step.enabled) return nothing;
  const { trace, tracedPipeline } = state;
  const tracedStage = tracedPipeline?.find((s) => s.id === stage.id);
  const current =
    tracedStage?.kind === "passes" &&
    tracedStage.optLevel === stage.optLevel &&
    tracedStage.mode === stage.mode &&
    tracedStage.required === stage.required &&
    tracedStage.disabled === stage.disabled &&
    findStep(tracedPipeline ?? [], step.id) === step;
  const row = current ? trace?.rows.find((r) => r.stepId === step.id) : undefined;
  if (row) return outcome(row, app);
  const left =
    stage.mode === "sequential" &&
    described &&
    described.optLevel > stage.optLevel &&
    !namesPass(stage.required, described);
  if (!left) return nothing;
  return html`<span
    class="badge"
    title=${t("pipeline.leftOutTitle", { name: step.name, level: described.optLevel })}
    >${t("pipeline.leftOut", { level: described.optLevel })}</span
  >`;
}

/** The outcome of a step, as a button that leads to its row. */
function outcome(row: TraceRow, app: App): TemplateResult {
  const [kind, words] =
    row.status === "failed"
      ? ["failed", t("pipeline.failed")]
      : row.status !== "ok"
        ? ["skipped", row.decision ? reasonText(row.decision) : t("pipeline.skipped")]
        : row.changed
          ? ["changed", t("pipeline.changed")]
          : ["same", t("pipeline.noChange")];
  return html`<button
    type="button"
    class="fate ${kind}"
    title=${kind === "skipped" ? t("pipeline.didNotRun", { name: row.name, why: words ?? "" }) : t("pipeline.show", { name: row.name })}
    @click=${() => {
      const index = app.store.state.trace?.rows.indexOf(row) ?? -1;
      if (index >= 0) app.select(index);
    }}
  >
    ${words}
  </button>`;
}
