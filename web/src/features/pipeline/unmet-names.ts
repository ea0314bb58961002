// Required and disabled passes of a stage that no pass can be, or that did not come up in its latest run: most often
// misspelled.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import * as edits from "../../core/pipeline/edit";
import { allSteps, type PassStage, type Stage } from "../../core/pipeline/model";
import { unknownNames, type UnmetName } from "../../core/pipeline/pass-names";
import type { AppState } from "../../core/state/app-state";
import type { Editing } from "./editing";

/** Those of a stage's row in the trace. */
const unmetIn = ({ trace }: AppState, stageId: string): readonly UnmetName[] =>
  trace?.rows.find((row) => row.kind === "stage" && row.stageId === stageId)?.unmet ?? [];

/**
 * Of a stage that has not run as it is, only names that no pass can have. Of one that has, a name does not count
 * that is switched off in it, or that comes up in another stage which has it in its list, too: stages may share their
 * lists.
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

/** A line for each, with buttons that put what was meant in its place. */
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
