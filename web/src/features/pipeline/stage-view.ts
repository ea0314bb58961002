// A stage of the pipeline: its head with buttons, the way its passes are called, its context and its list of passes. A
// stage without passes is one line with a switch.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import * as edits from "../../core/pipeline/edit";
import {
  OPT_LEVELS,
  stageNumber,
  type EditStage,
  type PassStage,
  type Stage,
} from "../../core/pipeline/model";
import type { Failure } from "../../core/protocol/messages";
import { failureBox } from "../../ui/failure";
import { iconButton } from "../../ui/icon-button";
import { closeIcon, downIcon, slidersIcon, upIcon } from "../../ui/icons";
import "../../ui/picker";
import "./context-form";
import type { Editing } from "./editing";
import type { StepList } from "./step-list";
import { unmetNotes } from "./unmet-names";

export class StageView {
  constructor(
    private readonly editing: Editing,
    private readonly steps: StepList,
  ) {}

  stage(stage: Stage, index: number, failure: Failure | undefined): TemplateResult {
    const own = failure?.place?.stageId === stage.id && !failure.place.stepId;
    const body =
      stage.kind === "passes"
        ? this.#passes(stage, index, failure)
        : stage.kind === "bind"
          ? html`${this.#switched(
                stage,
                index,
                t("pipeline.bind"),
                'mod["main"] = bind_params_by_name(mod["main"], params)',
              )}
              <p class="hint">${t("pipeline.bindHint")}</p>`
          : this.#edit(stage, index);
    return html`<li class="stage" data-stage=${stage.id}>
      ${body} ${own ? failureBox(failure) : nothing}
    </li>`;
  }

  #stageButtons(stage: Stage, index: number): TemplateResult {
    const { pipeline } = this.editing.state;
    const name =
      stage.kind === "bind"
        ? t("pipeline.theBinding")
        : stage.kind === "edit"
          ? t("pipeline.theEdit")
          : t("pipeline.theStage", { number: stageNumber(pipeline, stage.id) });
    const move = (by: -1 | 1): void => {
      const moved = edits.moveStage(pipeline, stage.id, by);
      if (moved === pipeline) return;
      this.editing.focusNext(`[data-stage="${stage.id}"] [data-move-stage="${by}"]`);
      this.editing.change(
        moved,
        t("pipeline.movedTo", { place: index + 1 + by, of: pipeline.length }),
      );
    };
    const last = index === pipeline.length - 1;
    return html`<span class="buttons">
      ${iconButton(upIcon, t("pipeline.moveUp", { name }), index === 0, () => move(-1), "move-stage", "-1")}
      ${iconButton(downIcon, t("pipeline.moveDown", { name }), last, () => move(1), "move-stage", "1")}
      ${iconButton(closeIcon, t("pipeline.remove", { name }), false, () => {
        this.editing.focusNext("button.add");
        this.editing.takeAway(
          edits.removeStage(pipeline, stage.id),
          t("pipeline.removed", { name }),
        );
      })}
    </span>`;
  }

  #switched(
    stage: Exclude<Stage, PassStage>,
    index: number,
    label: string,
    title: string,
  ): TemplateResult {
    return html`<div class="stage-head">
      <label class="stage-title">
        <input
          type="checkbox"
          .checked=${stage.enabled}
          @change=${(event: Event) =>
            this.editing.change(
              edits.setStageEnabled(
                this.editing.state.pipeline,
                stage.id,
                (event.target as HTMLInputElement).checked,
              ),
            )}
        />
        <span title=${title}>${label}</span>
      </label>
      ${this.#stageButtons(stage, index)}
    </div>`;
  }

  #edit(stage: EditStage, index: number): TemplateResult {
    const lines = stage.text.split("\n").length;
    return html`${this.#switched(stage, index, t("pipeline.edited"), t("pipeline.editedTitle"))}
      <p class="hint">${t("pipeline.editedHint", { lines })}</p>`;
  }

  #passes(stage: PassStage, index: number, failure: Failure | undefined): TemplateResult {
    const { pipeline } = this.editing.state;
    const number = stageNumber(pipeline, stage.id);
    const used =
      stage.instruments.length +
      stage.required.length +
      stage.disabled.length +
      (stage.config.trim() === "" ? 0 : 1);
    const open =
      this.editing.opened.has(stage.id) ||
      (failure?.place?.stepId !== undefined &&
        stage.instruments.some((use) => use.id === failure.place?.stepId));
    const set = (patch: Parameters<typeof edits.setStage>[2]): void =>
      this.editing.change(edits.setStage(this.editing.state.pipeline, stage.id, patch));
    return html`<div class="stage-head">
        <h3 class="stage-title">${t("pipeline.stage", { number })}</h3>
        <label class="opt"
          >opt_level
          <select
            class="compact"
            name="opt-level"
            aria-label=${t("pipeline.optLevelOf", { name: t("pipeline.theStage", { number }) })}
            @change=${(event: Event) =>
              set({ optLevel: Number((event.target as HTMLSelectElement).value) })}
          >
            ${OPT_LEVELS.map(
              (level) =>
                html`<option value=${level} .selected=${level === stage.optLevel}>
                  ${level}
                </option>`,
            )}
          </select>
        </label>
        ${this.#stageButtons(stage, index)}
      </div>
      <div class="mode small">
        <label>
          <span class="muted">${t("pipeline.called")}</span>
          <select
            class="compact"
            name="mode"
            aria-label=${t("pipeline.howCalled", { number })}
            @change=${(event: Event) =>
              set({
                mode: (event.target as HTMLSelectElement).value === "each" ? "each" : "sequential",
              })}
          >
            <option value="each" .selected=${stage.mode === "each"}>${t("pipeline.each")}</option>
            <option value="sequential" .selected=${stage.mode === "sequential"}>
              ${t("pipeline.sequential")}
            </option>
          </select>
        </label>
        <button
          type="button"
          class="quiet context-toggle"
          aria-expanded=${open}
          title=${t("pipeline.contextTitle")}
          @click=${() => this.editing.toggle(stage.id)}
        >
          ${slidersIcon}
          ${t("pipeline.context")}${used > 0 ? html` <span class="tag">${used}</span>` : nothing}
        </button>
      </div>
      ${unmetNotes(this.editing, stage)}
      ${
        open
          ? html`<pc-context
              .app=${this.editing.app}
              .stage=${stage}
              .number=${number}
              .exports=${this.editing.state.exports}
            ></pc-context>`
          : nothing
      }
      ${this.steps.list(stage.passes, stage.id, stage, t("pipeline.passesOfStage", { number }), failure)}
      <pc-picker
        class="add-pass"
        label=${t("pipeline.addToStage", { number })}
        placeholder=${t("pipeline.addPass")}
        .choices=${this.steps.choices()}
        @pick=${(event: CustomEvent<string>) => this.steps.add(stage.id, event.detail)}
      ></pc-picker>`;
  }
}
