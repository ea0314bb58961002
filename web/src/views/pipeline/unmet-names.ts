// Required and disabled passes of a stage that did not come up in its latest run: most often misspelled.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/playground";
import * as edits from "../../pipeline/edit";
import { allSteps, type PassStage } from "../../pipeline/model";
import type { TraceRow } from "../../protocol/messages";
import type { AppState } from "../../state/app-state";
import type { Editing } from "./editing";

type Unmet = NonNullable<TraceRow["unmet"]>[number];

/** None while the stage is not the one that has run. */
export function unmetNames(state: AppState, stage: PassStage): readonly Unmet[] {
  const traced = state.tracedPipeline?.find(({ id }) => id === stage.id);
  if (traced !== stage) return [];
  const row = state.trace?.rows.find(
    ({ kind, stageId }) => kind === "stage" && stageId === stage.id,
  );
  // What is switched off is known to be left out.
  const off = new Set<string>();
  for (const step of allSteps(stage.passes)) if (!step.enabled) off.add(step.name);
  return (row?.unmet ?? []).filter(({ name }) => !off.has(name));
}

/** A line for each, with buttons that put what was meant in its place. */
export function unmetNotes(editing: Editing, stage: PassStage): TemplateResult | typeof nothing {
  const unmet = unmetNames(editing.state, stage);
  if (unmet.length === 0) return nothing;
  const replace = ({ list, name }: Unmet, by: string | undefined): void => {
    const names = stage[list].flatMap((each) =>
      each !== name ? [each] : by === undefined || stage[list].includes(by) ? [] : [by],
    );
    const said =
      by === undefined
        ? t(list === "required" ? "context.notRequired" : "context.notDisabled", { name })
        : t("context.replaced", { name, by });
    editing.change(edits.setStage(editing.state.pipeline, stage.id, { [list]: names }), said);
  };
  return html`<ul class="unmet-notes" role="status">
    ${unmet.map(
      (each) =>
        html`<li>
          <span>${t(`context.unmet.${each.list}`, { name: each.name })}</span>
          ${each.near
            .slice(0, 3)
            .map(
              (near) =>
                html`<button type="button" class="quiet" @click=${() => replace(each, near)}>
                  ${t("context.useInstead", { name: near })}
                </button>`,
            )}
          <button type="button" class="quiet" @click=${() => replace(each, undefined)}>
            ${t("context.removeName", { name: each.name })}
          </button>
        </li>`,
    )}
  </ul>`;
}
