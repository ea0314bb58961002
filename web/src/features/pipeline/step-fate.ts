// The outcome of a pipeline's step in the latest run.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as ui } from "../../ui/texts";
import { findStep, type PassStage, type Step } from "../../core/pipeline/model";
import { namesPass } from "../../core/pipeline/pass-names";
import type { PassDescription, TraceRow } from "../../core/protocol/messages";
import type { App } from "../../core/app/app";
import { remarksOf } from "../remarks";
import { reasonText } from "../../core/trace/reason";
import { remarkIcon } from "../../ui/icons";
import type { Editing } from "./editing";

/** The outcome of a step in the latest run, or the expected one: an opt level that is too low is known beforehand. */
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
  if (row) return html`${outcome(row, app)}${missedOf(row, state, app)}`;
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

/** The number of missed remarks of the pass, as a button that shows them. */
function missedOf(
  row: TraceRow,
  state: Editing["state"],
  app: App,
): TemplateResult | typeof nothing {
  const index = state.trace?.rows.indexOf(row) ?? -1;
  const missed = remarksOf(state)?.counts.get(index)?.missed ?? 0;
  if (missed === 0) return nothing;
  return html`<button
    type="button"
    class="fate missed"
    aria-label=${ui("tree.missed", { missed })}
    title=${t("pipeline.missedTitle", { name: row.name, missed })}
    @click=${({ currentTarget }: Event) => {
      app.remarks.showList({ row: index, types: ["missed"] });
      currentTarget?.dispatchEvent(new CustomEvent("chosen", { bubbles: true, composed: true }));
    }}
  >
    ${remarkIcon("missed")}${missed}
  </button>`;
}

/** The outcome of a step, as a button that selects its row. */
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
    @click=${({ currentTarget }: Event) => {
      const index = app.store.state.trace?.rows.indexOf(row) ?? -1;
      if (index < 0) return;
      app.rows.select(index);
      currentTarget?.dispatchEvent(new CustomEvent("chosen", { bubbles: true, composed: true }));
    }}
  >
    ${words}
  </button>`;
}
