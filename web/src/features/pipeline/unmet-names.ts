// Names of required and disabled passes that no pass can have, or that did not occur in the stage's latest run. Most of
// them are misspelled.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import * as edits from "../../core/pipeline/edit";
import { allSteps, type PassStage, type Stage } from "../../core/pipeline/model";
import { unknownNames, type UnmetName } from "../../core/pipeline/pass-names";
import type { AppState } from "../../core/state/app-state";
import type { Editing } from "./editing";

/** The unmet names in the trace's row of a stage. */
const unmetIn = ({ trace }: AppState, stageId: string): readonly UnmetName[] =>
  trace?.rows.find((row) => row.kind === "stage" && row.stageId === stageId)?.unmet ?? [];

/**
 * The unmet names of a stage. If the stage has changed since its run, only names that no pass can have. Otherwise two
 * kinds of names do not count:
 *
 * - names of passes that are switched off in the stage;
 * - names that occur in another stage with the same name in its list, because stages can share lists.
 */
export function unmetNames(state: AppState, stage: PassStage): readonly UnmetName[] {
  const traced = state.tracedPipeline ?? [];
  if (!traced.includes(stage)) {
    const { info, pipeline, trace, code, exports } = state;
    return info ? unknownNames(stage, { passes: info.passes, pipeline, trace, code, exports }) : [];
  }
  const off = new Set<string>();
  for (const step of allSteps(stage.passes)) if (!step.enabled) off.add(step.name);
  return unmetIn(state, stage.id).filter(({ list, name }) => {
    const isMetIn = (other: Stage): boolean =>
      other.kind === "passes" &&
      other[list].includes(name) &&
      !unmetIn(state, other.id).some((each) => each.list === list && each.name === name);
    return !off.has(name) && !traced.some(isMetIn);
  });
}

/** A line for each name, with buttons that replace it by the intended name. */
export function unmetNotes(editing: Editing, stage: PassStage): TemplateResult | typeof nothing {
  const unmet = unmetNames(editing.state, stage);
  const came = editing.state.tracedPipeline?.includes(stage) ? "unmet" : "unknown";
  if (unmet.length === 0) return nothing;
  const replace = ({ list, name }: UnmetName, by: string | undefined): void => {
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
          <span>${t(`context.${came}.${each.list}`, { name: each.name })}</span>
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
