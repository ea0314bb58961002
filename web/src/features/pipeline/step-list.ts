// A list of passes in a stage or a Sequential. Each pass can be switched, moved, removed and given options.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { engineText } from "../../i18n/engine";
import { t } from "./texts";
import * as edits from "../../core/pipeline/edit";
import {
  OPT_LEVELS,
  type PassStage,
  type SequentialStep,
  type Step,
} from "../../core/pipeline/model";
import { passNamed } from "../../core/pipeline/pass-names";
import type { Failure, PassDescription } from "../../core/protocol/messages";
import { failureBox } from "../../ui/failure";
import { iconButton } from "../../ui/icon-button";
import { closeIcon, downIcon, gripIcon, slidersIcon, upIcon } from "../../ui/icons";
import "../../ui/picker";
import type { Choice } from "../../ui/picker";
import type { Editing } from "./editing";
import "./options-form";
import { passDetail } from "./pass-detail";
import { fateOf } from "./step-fate";
import type { StepDrag } from "./step-drag";
import { own } from "../../i18n/own";

export class StepList {
  constructor(
    private readonly editing: Editing,
    private readonly drag: StepDrag,
  ) {}

  choices(): Choice[] {
    const passes = this.editing.state.info?.passes ?? [];
    return [
      ...this.editing.state.exports.map((name): Choice => ({
        value: `code:${name}`,
        label: name,
        detail: t("pipeline.fromCode"),
        group: t("pipeline.yourCode"),
      })),
      {
        value: "sequential:",
        label: "Sequential",
        detail: t("pipeline.sequentialDetail"),
        group: t("pipeline.passes"),
      },
      ...passes.map((pass): Choice => ({
        value: pass.name,
        label: pass.name,
        detail: passDetail(pass),
        group: t("pipeline.passes"),
      })),
    ];
  }

  /** Adds the picked item to a list. */
  add(listId: string, value: string): void {
    const { pipeline } = this.editing.state;
    if (value === "sequential:") {
      this.editing.change(edits.addSequential(pipeline, listId), t("pipeline.sequentialAdded"));
      return;
    }
    const name = value.replace(/^code:/, "");
    const described = this.#describe(name);
    const options = described?.options.some((o) => o.required) ? exampleOptions(described) : "";
    const added =
      name === value
        ? edits.addStep(pipeline, listId, name, options)
        : edits.addCodeStep(pipeline, listId, name);
    this.editing.change(added, t("pipeline.added", { name }));
  }

  #describe(name: string): PassDescription | undefined {
    return passNamed(this.editing.state.info?.passes ?? [], name);
  }

  list(
    steps: readonly Step[],
    listId: string,
    stage: PassStage,
    label: string,
    failure: Failure | undefined,
  ): TemplateResult {
    return html`<ol
      class="steps"
      aria-label=${label}
      @dragover=${(event: DragEvent) => this.drag.over(event, listId)}
      @drop=${(event: DragEvent) => this.drag.dropped(event)}
    >
      ${repeat(
        steps,
        (step) => step.id,
        (step, i) => this.#step(stage, listId, step, i, steps.length, failure),
      )}
      ${
        steps.length === 0
          ? html`<li class="none ${this.drag.isAt(listId, 0) ? "drop-before" : ""}">
              ${t("pipeline.empty")}
            </li>`
          : nothing
      }
    </ol>`;
  }

  #step(
    stage: PassStage,
    listId: string,
    step: Step,
    index: number,
    count: number,
    failure: Failure | undefined,
  ): TemplateResult {
    const { pipeline } = this.editing.state;
    const described = step.kind === "pass" ? this.#describe(step.name) : undefined;
    const failed = failure?.place?.stepId === step.id ? failure : undefined;
    const hasOptions = (described?.options.length ?? 0) > 0;
    const showsOptions =
      step.kind === "pass" &&
      (step.options !== "" ||
        this.editing.opened.has(step.id) ||
        described?.options.some((option) => option.required));
    const classes = [
      "step",
      step.kind,
      step.enabled ? "" : "off",
      this.drag.step === step.id ? "dragged" : "",
      this.drag.isAt(listId, index) ? "drop-before" : "",
      this.drag.isAt(listId, index + 1) && index === count - 1 ? "drop-after" : "",
    ].join(" ");
    return html`<li
      class=${classes}
      data-step=${step.id}
      @keydown=${(event: KeyboardEvent) => this.#stepKey(event, step)}
    >
      <div class="step-line">
        <span
          class="grip"
          draggable="true"
          title=${t("pipeline.drag")}
          @dragstart=${(event: DragEvent) => this.drag.start(event, step)}
          @dragend=${() => this.drag.end()}
          >${gripIcon}</span
        >
        <span class="step-what">
          <label class="step-name">
            <input
              type="checkbox"
              .checked=${step.enabled}
              @change=${(event: Event) =>
                this.editing.change(
                  edits.setStepEnabled(
                    pipeline,
                    step.id,
                    (event.target as HTMLInputElement).checked,
                  ),
                )}
            />
            <span title=${engineText(described?.summary ?? "")}>${step.name}</span>
          </label>
          ${step.kind === "code" ? html`<span class="tag">${t("pipeline.code")}</span>` : nothing}
          ${fateOf(this.editing, stage, step, described)}
        </span>
        <span class="buttons">
          ${
            hasOptions && !showsOptions
              ? iconButton(slidersIcon, t("pipeline.options", { name: step.name }), false, () => {
                  this.editing.toggle(step.id);
                  this.editing.focusNext(`[data-step="${step.id}"] pc-options`);
                })
              : nothing
          }
          ${iconButton(
            upIcon,
            t("pipeline.moveUp", { name: step.name }),
            edits.moveStep(pipeline, step.id, -1) === pipeline,
            () => this.#move(step, -1),
            "move",
            "-1",
          )}
          ${iconButton(
            downIcon,
            t("pipeline.moveDown", { name: step.name }),
            edits.moveStep(pipeline, step.id, 1) === pipeline,
            () => this.#move(step, 1),
            "move",
            "1",
          )}
          ${iconButton(closeIcon, t("pipeline.remove", { name: step.name }), false, () => {
            this.editing.focusNext(`[data-stage="${stage.id}"] .add-pass`);
            this.editing.takeAway(
              edits.removeStep(pipeline, step.id),
              t("pipeline.removed", { name: step.name }),
            );
          })}
        </span>
      </div>
      ${
        showsOptions
          ? html`<pc-options
              class="options"
              of=${step.name}
              .options=${described?.options ?? []}
              .value=${step.options}
              @change=${(event: CustomEvent<string>) =>
                this.editing.change(
                  edits.setStepOptions(this.editing.state.pipeline, step.id, event.detail),
                )}
            ></pc-options>`
          : nothing
      }
      ${step.kind === "sequential" ? this.#sequential(stage, step, failure) : nothing}
      ${failed ? failureBox(failed) : nothing}
    </li>`;
  }

  #sequential(
    stage: PassStage,
    step: SequentialStep,
    failure: Failure | undefined,
  ): TemplateResult {
    const set = (patch: Parameters<typeof edits.setSequential>[2]): void =>
      this.editing.change(edits.setSequential(this.editing.state.pipeline, step.id, patch));
    return html`<div class="nested">
      <div class="sequence-head">
        <label
          >${t("pipeline.name")}
          <input
            type="text"
            spellcheck="false"
            aria-label=${t("pipeline.sequentialName")}
            .value=${step.name}
            @change=${(event: Event) =>
              set({ name: (event.target as HTMLInputElement).value.trim() || "sequential" })}
          />
        </label>
        <label
          >opt_level
          <select
            class="compact"
            aria-label=${t("pipeline.optLevelOf", { name: step.name })}
            @change=${(event: Event) =>
              set({ optLevel: Number((event.target as HTMLSelectElement).value) })}
          >
            ${OPT_LEVELS.map(
              (level) =>
                html`<option value=${level} .selected=${level === step.optLevel}>${level}</option>`,
            )}
          </select>
        </label>
      </div>
      ${this.list(step.steps, step.id, stage, t("pipeline.passesOf", { name: step.name }), failure)}
      <pc-picker
        label=${t("pipeline.addTo", { name: step.name })}
        placeholder=${t("pipeline.addPass")}
        .choices=${this.choices()}
        @pick=${(event: CustomEvent<string>) => this.add(step.id, event.detail)}
      ></pc-picker>
    </div>`;
  }

  #move(step: Step, by: -1 | 1): void {
    const { pipeline } = this.editing.state;
    const moved = edits.moveStep(pipeline, step.id, by);
    if (moved === pipeline) return;
    const at = edits.positionOf(moved, step.id);
    this.editing.focusNext(`[data-step="${step.id}"] [data-move="${by}"]`);
    this.editing.change(moved, at ? words(step.name, at) : "");
  }

  #stepKey(event: KeyboardEvent, step: Step): void {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    const focused = event.target instanceof HTMLElement ? event.target : undefined;
    const kept = focused?.dataset["move"];
    this.editing.focusNext(
      `[data-step="${step.id}"] ${kept ? `[data-move="${kept}"]` : "input[type=checkbox]"}`,
    );
    this.#move(step, event.key === "ArrowUp" ? -1 : 1);
  }
}

/** The announcement of a step's new position. */
function words(name: string, at: NonNullable<ReturnType<typeof edits.positionOf>>): string {
  const { position: place, of, inside, stage } = at;
  return inside
    ? t("pipeline.nowInside", { name, place, of, inside, stage })
    : t("pipeline.nowInStage", { name, place, of, stage });
}

const EXAMPLES: Readonly<Record<string, string>> = {
  AnnotateTarget: '{"targets": ["accel"], "supported": {"accel": ["nn.conv2d", "nn.relu"]}}',
  ConvertLayout: '{"desired_layouts": {"nn.conv2d": ["NHWC", "HWIO"]}}',
  MergeComposite:
    '{"pattern_table": {"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}}',
};

/** Initial options for a pass with required options. */
function exampleOptions(pass: PassDescription): string {
  const example = own(EXAMPLES, pass.name);
  if (example !== undefined) return example;
  return `{${pass.options
    .filter((o) => o.required)
    .map((o) => `${JSON.stringify(o.name)}: null`)
    .join(", ")}}`;
}
