// The pipeline as an editable list of stages. Passes are found by typing, switched, moved by drag, by
// buttons or with Alt and the arrow keys, nested in Sequentials, and removed; each stage has its own
// context. After a run each pass says what became of it.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../../i18n/lab";
import * as edits from "../../pipeline/edit";
import {
  DEFAULT_PIPELINE,
  findStep,
  OPT_LEVELS,
  stageNumber,
  type EditStage,
  type PassStage,
  type Pipeline,
  type SequentialStep,
  type Stage,
  type Step,
} from "../../pipeline/model";
import type { Failure, PassDescription, TraceRow } from "../../protocol/messages";
import { base, controls } from "../../styles/shared";
import { reasonText } from "../../trace/reason";
import "./context-form";
import { failureBox, failureStyles } from "../common/failure";
import { iconButton } from "../common/icon-button";
import { closeIcon, downIcon, gripIcon, plusIcon, slidersIcon, upIcon } from "../common/icons";
import "./options-form";
import type { OptionsForm } from "./options-form";
import type { Choice } from "../common/picker";
import { StepDrag } from "./step-drag";
import { pipelineStyles } from "./pipeline-styles";
import { View } from "../common/view";

export class PipelineEditor extends View {
  static override styles = [base, controls, failureStyles, pipelineStyles];
  static override properties = {
    ...View.properties,
    announcement: { state: true },
    opened: { state: true },
  };

  declare announcement: string;
  /** Ids of the passes whose options, and of the stages whose contexts, were opened by hand. */
  declare opened: ReadonlySet<string>;
  readonly #drag = new StepDrag(this, (stepId, listId, index) =>
    this.#change(edits.placeStep(this.state.pipeline, stepId, listId, index)),
  );
  /** Selector of what should have the focus after the next rendering. */
  #focus: string | undefined;

  constructor() {
    super();
    this.announcement = "";
    this.opened = new Set();
  }

  override render(): TemplateResult {
    const { pipeline, run } = this.state;
    const failure = run.kind === "failed" ? run.failure : undefined;
    return html`<div class="head">
        <h2>${t("pipeline.title")}</h2>
        <button
          type="button"
          class="quiet"
          ?disabled=${pipeline === DEFAULT_PIPELINE}
          @click=${() => this.#change(DEFAULT_PIPELINE, t("pipeline.wasReset"))}
        >
          ${t("pipeline.reset")}
        </button>
      </div>
      <ol class="stages">
        ${repeat(
          pipeline,
          (stage) => stage.id,
          (stage, i) => this.#stage(stage, i, failure),
        )}
      </ol>
      <div class="add-row">
        <button type="button" class="quiet add" @click=${this.#addStage}>
          ${plusIcon} ${t("pipeline.addStage")}
        </button>
        <button
          type="button"
          class="quiet"
          @click=${() => this.#change(edits.addBinding(pipeline), t("pipeline.bindAdded"))}
        >
          ${plusIcon} ${t("pipeline.bind")}
        </button>
      </div>
      <p class="visually-hidden" role="status">${this.announcement}</p>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!this.#focus) return;
    const target = this.renderRoot.querySelector<HTMLElement>(this.#focus);
    this.#focus = undefined;
    target?.focus();
  }

  #change(pipeline: Pipeline, announcement = ""): void {
    this.announcement = announcement;
    this.app.setPipeline(pipeline);
  }

  #toggle(id: string): void {
    const opened = new Set(this.opened);
    if (!opened.delete(id)) opened.add(id);
    this.opened = opened;
  }

  readonly #addStage = (): void => {
    const pipeline = edits.addStage(this.state.pipeline);
    this.#focus = `[data-stage="${pipeline.at(-1)?.id}"] .add-pass`;
    this.#change(pipeline, t("pipeline.stageAdded"));
  };

  #stage(stage: Stage, index: number, failure: Failure | undefined): TemplateResult {
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
    const { pipeline } = this.state;
    const name =
      stage.kind === "bind"
        ? t("pipeline.theBinding")
        : stage.kind === "edit"
          ? t("pipeline.theEdit")
          : t("pipeline.theStage", { number: stageNumber(pipeline, stage.id) });
    const move = (by: -1 | 1): void => {
      const moved = edits.moveStage(pipeline, stage.id, by);
      if (moved === pipeline) return;
      this.#focus = `[data-stage="${stage.id}"] [data-move-stage="${by}"]`;
      this.#change(moved, t("pipeline.movedTo", { place: index + 1 + by, of: pipeline.length }));
    };
    const last = index === pipeline.length - 1;
    return html`<span class="buttons">
      ${iconButton(upIcon, t("pipeline.moveUp", { name }), index === 0, () => move(-1), "move-stage", "-1")}
      ${iconButton(downIcon, t("pipeline.moveDown", { name }), last, () => move(1), "move-stage", "1")}
      ${iconButton(closeIcon, t("pipeline.remove", { name }), false, () => {
        this.#focus = "button.add";
        this.#change(edits.removeStage(pipeline, stage.id), t("pipeline.removed", { name }));
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
            this.#change(
              edits.setStageEnabled(
                this.state.pipeline,
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
    const { pipeline } = this.state;
    const number = stageNumber(pipeline, stage.id);
    const used =
      stage.instruments.length +
      stage.required.length +
      stage.disabled.length +
      (stage.config.trim() === "" ? 0 : 1);
    const open =
      this.opened.has(stage.id) ||
      (failure?.place?.stepId !== undefined &&
        stage.instruments.some((use) => use.id === failure.place?.stepId));
    const set = (patch: Parameters<typeof edits.setStage>[2]): void =>
      this.#change(edits.setStage(this.state.pipeline, stage.id, patch));
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
          @click=${() => this.#toggle(stage.id)}
        >
          ${slidersIcon}
          ${t("pipeline.context")}${used > 0 ? html` <span class="tag">${used}</span>` : nothing}
        </button>
      </div>
      ${
        open
          ? html`<pc-context
              .app=${this.app}
              .stage=${stage}
              .number=${number}
              .exports=${this.state.exports}
            ></pc-context>`
          : nothing
      }
      ${this.#list(stage.passes, stage.id, stage, t("pipeline.passesOfStage", { number }), failure)}
      <pc-picker
        class="add-pass"
        label=${t("pipeline.addToStage", { number })}
        placeholder=${t("pipeline.addPass")}
        .choices=${this.#choices()}
        @pick=${(event: CustomEvent<string>) => this.#add(stage.id, event.detail)}
      ></pc-picker>`;
  }

  #choices(): Choice[] {
    const passes = this.state.info?.passes ?? [];
    return [
      ...this.state.exports.map((name): Choice => ({
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
      ...passes.map(({ name, summary }): Choice => ({
        value: name,
        label: name,
        detail: summary,
        group: t("pipeline.passes"),
      })),
    ];
  }

  #add(listId: string, value: string): void {
    const { pipeline } = this.state;
    if (value === "sequential:") {
      this.#change(edits.addSequential(pipeline, listId), t("pipeline.sequentialAdded"));
      return;
    }
    const name = value.replace(/^code:/, "");
    const described = this.#describe(name);
    const options = described?.options.some((o) => o.required) ? exampleOptions(described) : "";
    const added =
      name === value
        ? edits.addStep(pipeline, listId, name, options)
        : edits.addCodeStep(pipeline, listId, name);
    this.#change(added, t("pipeline.added", { name }));
  }

  #describe(name: string): PassDescription | undefined {
    return this.state.info?.passes.find((pass) => pass.name === name);
  }

  #list(
    steps: readonly Step[],
    listId: string,
    stage: PassStage,
    label: string,
    failure: Failure | undefined,
  ): TemplateResult {
    return html`<ol
      class="steps"
      aria-label=${label}
      @dragover=${(event: DragEvent) => this.#drag.over(event, listId)}
      @drop=${(event: DragEvent) => this.#drag.dropped(event)}
    >
      ${repeat(
        steps,
        (step) => step.id,
        (step, i) => this.#step(stage, listId, step, i, steps.length, failure),
      )}
      ${
        steps.length === 0
          ? html`<li class="none ${this.#drag.isAt(listId, 0) ? "drop-before" : ""}">
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
    const { pipeline } = this.state;
    const described = step.kind === "pass" ? this.#describe(step.name) : undefined;
    const failed = failure?.place?.stepId === step.id ? failure : undefined;
    const hasOptions = (described?.options.length ?? 0) > 0;
    const showsOptions =
      step.kind === "pass" &&
      (step.options !== "" ||
        this.opened.has(step.id) ||
        described?.options.some((option) => option.required));
    const classes = [
      "step",
      step.kind,
      step.enabled ? "" : "off",
      this.#drag.step === step.id ? "dragged" : "",
      this.#drag.isAt(listId, index) ? "drop-before" : "",
      this.#drag.isAt(listId, index + 1) && index === count - 1 ? "drop-after" : "",
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
          @dragstart=${(event: DragEvent) => this.#drag.start(event, step)}
          @dragend=${() => this.#drag.end()}
          >${gripIcon}</span
        >
        <label class="step-name">
          <input
            type="checkbox"
            .checked=${step.enabled}
            @change=${(event: Event) =>
              this.#change(
                edits.setStepEnabled(pipeline, step.id, (event.target as HTMLInputElement).checked),
              )}
          />
          <span title=${described?.summary ?? ""}>${step.name}</span>
        </label>
        ${step.kind === "code" ? html`<span class="tag">${t("pipeline.code")}</span>` : nothing}
        ${this.#fate(stage, step, described)}
        <span class="buttons">
          ${
            hasOptions && !showsOptions
              ? iconButton(slidersIcon, t("pipeline.options", { name: step.name }), false, () => {
                  this.#toggle(step.id);
                  void this.updateComplete.then(() =>
                    this.renderRoot
                      .querySelector<OptionsForm>(`[data-step="${step.id}"] pc-options`)
                      ?.updateComplete.then(() =>
                        this.renderRoot
                          .querySelector<OptionsForm>(`[data-step="${step.id}"] pc-options`)
                          ?.focus(),
                      ),
                  );
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
            this.#focus = `[data-stage="${stage.id}"] .add-pass`;
            this.#change(
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
                this.#change(edits.setStepOptions(this.state.pipeline, step.id, event.detail))}
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
      this.#change(edits.setSequential(this.state.pipeline, step.id, patch));
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
      ${this.#list(step.steps, step.id, stage, t("pipeline.passesOf", { name: step.name }), failure)}
      <pc-picker
        label=${t("pipeline.addTo", { name: step.name })}
        placeholder=${t("pipeline.addPass")}
        .choices=${this.#choices()}
        @pick=${(event: CustomEvent<string>) => this.#add(step.id, event.detail)}
      ></pc-picker>
    </div>`;
  }

  /** What became of a step in the latest run, or what will: an opt level that is too low is known. */
  #fate(
    stage: PassStage,
    step: Step,
    described: PassDescription | undefined,
  ): TemplateResult | typeof nothing {
    if (!step.enabled) return nothing;
    const { trace, tracedPipeline } = this.state;
    const tracedStage = tracedPipeline?.find((s) => s.id === stage.id);
    const current =
      tracedStage?.kind === "passes" &&
      tracedStage.optLevel === stage.optLevel &&
      tracedStage.mode === stage.mode &&
      tracedStage.required === stage.required &&
      tracedStage.disabled === stage.disabled &&
      findStep(tracedPipeline ?? [], step.id) === step;
    const row = current ? trace?.rows.find((r) => r.stepId === step.id) : undefined;
    if (row) return fateOf(row, this.app);
    const left =
      stage.mode === "sequential" &&
      described &&
      described.optLevel > stage.optLevel &&
      !stage.required.includes(step.name);
    if (!left) return nothing;
    return html`<span
      class="badge"
      title=${t("pipeline.leftOutTitle", { name: step.name, level: described.optLevel })}
      >${t("pipeline.leftOut", { level: described.optLevel })}</span
    >`;
  }

  #move(step: Step, by: -1 | 1): void {
    const { pipeline } = this.state;
    const moved = edits.moveStep(pipeline, step.id, by);
    if (moved === pipeline) return;
    const at = edits.positionOf(moved, step.id);
    this.#focus ??= `[data-step="${step.id}"] [data-move="${by}"]`;
    this.#change(moved, at ? words(step.name, at) : "");
  }

  #stepKey(event: KeyboardEvent, step: Step): void {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    const focused = event.target instanceof HTMLElement ? event.target : undefined;
    const kept = focused?.dataset["move"];
    this.#focus = `[data-step="${step.id}"] ${kept ? `[data-move="${kept}"]` : "input[type=checkbox]"}`;
    this.#move(step, event.key === "ArrowUp" ? -1 : 1);
  }
}

/** Where a step that was moved is now. */
function words(name: string, at: NonNullable<ReturnType<typeof edits.positionOf>>): string {
  const { position: place, of, inside, stage } = at;
  return inside
    ? t("pipeline.nowInside", { name, place, of, inside, stage })
    : t("pipeline.nowInStage", { name, place, of, stage });
}

/** The outcome of a step, as a button that leads to its row. */
function fateOf(row: TraceRow, app: View["app"]): TemplateResult {
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

/** Options to start from where a pass cannot do without. */
function exampleOptions(pass: PassDescription): string {
  if (pass.name === "ConvertLayout") return '{"desired_layouts": {"nn.conv2d": ["NHWC", "HWIO"]}}';
  return `{${pass.options
    .filter((o) => o.required)
    .map((o) => `${JSON.stringify(o.name)}: null`)
    .join(", ")}}`;
}

customElements.define("pc-pipeline", PipelineEditor);
