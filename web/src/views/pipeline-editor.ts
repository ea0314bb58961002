// The pipeline as an editable list of stages. Passes are switched, moved by drag, by buttons or with
// Alt and the arrow keys, added and removed; each stage has its own opt level.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import * as pipelines from "../pipeline/edit";
import { optionsProblem, stageNumber } from "../pipeline/model";
import {
  OPT_LEVELS,
  type PassStage,
  type PassStep,
  type Pipeline,
  type Stage,
} from "../pipeline/model";
import type { Failure, PassDescription } from "../protocol/messages";
import { DEFAULT_PIPELINE } from "../pipeline/model";
import type { AppState } from "../state/app-state";
import { base, controls } from "../styles/shared";
import { failureBox, failureStyles } from "./failure";
import { bracesIcon, closeIcon, downIcon, gripIcon, plusIcon, upIcon } from "./icons";
import { pipelineStyles } from "./pipeline-styles";
import { View } from "./view";

export class PipelineEditor extends View {
  static override styles = [base, controls, failureStyles, pipelineStyles];
  static override properties = {
    ...View.properties,
    dragged: { state: true },
    drop: { state: true },
    announcement: { state: true },
    opened: { state: true },
  };

  protected override readonly watched: readonly (keyof AppState)[] = ["pipeline", "info", "run"];

  /** Id of the pass being dragged, and where it would go. */
  declare dragged: string;
  declare drop: { stageId: string; index: number } | undefined;
  declare announcement: string;
  /** Ids of the passes whose options were opened by hand. */
  declare opened: ReadonlySet<string>;
  /** Selector of what should have the focus after the next rendering. */
  #focus: string | undefined;

  constructor() {
    super();
    this.dragged = "";
    this.drop = undefined;
    this.announcement = "";
    this.opened = new Set();
  }

  override render(): TemplateResult {
    const { pipeline, run } = this.state;
    const failure = run.kind === "failed" ? run.failure : undefined;
    return html`<div class="head">
        <h2>Pipeline</h2>
        <button
          type="button"
          class="quiet"
          ?disabled=${pipeline === DEFAULT_PIPELINE}
          @click=${() => this.#change(DEFAULT_PIPELINE, "The pipeline is the default again")}
        >
          Reset
        </button>
      </div>
      <ol class="stages">
        ${repeat(
          pipeline,
          (stage) => stage.id,
          (stage, i) => this.#stage(stage, i, failure),
        )}
      </ol>
      <button type="button" class="quiet add" @click=${this.#addStage}>
        ${plusIcon} Add a stage
      </button>
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

  #addStage(): void {
    const pipeline = pipelines.addStage(this.state.pipeline);
    this.#focus = `[data-stage="${pipeline.at(-1)?.id}"] select.add-pass`;
    this.#change(pipeline, "A stage was added at the end");
  }

  #stage(stage: Stage, index: number, failure: Failure | undefined): TemplateResult {
    const own = failure?.place?.stageId === stage.id && !failure.place.stepId;
    return html`<li class="stage" data-stage=${stage.id}>
      ${stage.kind === "bind" ? this.#bind(stage, index) : stage.kind === "passes" ? this.#passes(stage, index, failure) : nothing}
      ${own ? failureBox(failure) : nothing}
    </li>`;
  }

  #stageButtons(stage: Stage, index: number): TemplateResult {
    const { pipeline } = this.state;
    const name =
      stage.kind === "bind"
        ? "the binding of parameters"
        : `stage ${stageNumber(pipeline, stage.id)}`;
    const move = (by: -1 | 1): void => {
      const moved = pipelines.moveStage(pipeline, stage.id, by);
      if (moved === pipeline) return;
      this.#focus = `[data-stage="${stage.id}"] [data-move-stage="${by}"]`;
      this.#change(moved, `Moved to place ${index + 1 + by} of ${pipeline.length}`);
    };
    return html`<span class="buttons">
      ${iconButton(upIcon, `Move ${name} up`, index === 0, () => move(-1), "move-stage", "-1")}
      ${iconButton(
        downIcon,
        `Move ${name} down`,
        index === pipeline.length - 1,
        () => move(1),
        "move-stage",
        "1",
      )}
      ${iconButton(closeIcon, `Remove ${name}`, false, () => {
        this.#focus = "button.add";
        this.#change(pipelines.removeStage(pipeline, stage.id), `Removed ${name}`);
      })}
    </span>`;
  }

  #bind(stage: Extract<Stage, { kind: "bind" }>, index: number): TemplateResult {
    return html`<div class="stage-head">
        <label class="stage-title">
          <input
            type="checkbox"
            .checked=${stage.enabled}
            @change=${(event: Event) =>
              this.#change(
                pipelines.setStageEnabled(
                  this.state.pipeline,
                  stage.id,
                  (event.target as HTMLInputElement).checked,
                ),
              )}
          />
          <span title='mod["main"] = bind_params_by_name(mod["main"], params)'
            >Bind parameters</span
          >
        </label>
        ${this.#stageButtons(stage, index)}
      </div>
      <p class="hint">Weights become constants, so that passes can compute with them.</p>`;
  }

  #passes(stage: PassStage, index: number, failure: Failure | undefined): TemplateResult {
    const passes = this.state.info?.passes ?? [];
    const number = stageNumber(this.state.pipeline, stage.id);
    return html`<div class="stage-head">
        <h3 class="stage-title">Stage ${number}</h3>
        <label class="opt"
          >opt_level
          <select
            class="compact"
            name="opt-level"
            aria-label=${`opt_level of stage ${number}`}
            @change=${(event: Event) =>
              this.#change(
                pipelines.setOptLevel(
                  this.state.pipeline,
                  stage.id,
                  Number((event.target as HTMLSelectElement).value),
                ),
              )}
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
      <label class="mode small">
        <span class="muted">called</span>
        <select
          class="compact"
          name="mode"
          aria-label=${`How stage ${number} calls its passes`}
          @change=${(event: Event) =>
            this.#change(
              pipelines.setMode(
                this.state.pipeline,
                stage.id,
                (event.target as HTMLSelectElement).value === "each" ? "each" : "sequential",
              ),
            )}
        >
          <option value="each" .selected=${stage.mode === "each"}>one by one</option>
          <option value="sequential" .selected=${stage.mode === "sequential"}>
            as one Sequential
          </option>
        </select>
      </label>
      <ol
        class="steps"
        aria-label=${`Passes of stage ${number}`}
        @dragover=${(event: DragEvent) => this.#dragOver(event, stage)}
        @drop=${(event: DragEvent) => this.#dropped(event)}
      >
        ${repeat(
          stage.passes.filter((step): step is PassStep => step.kind === "pass"),
          (step) => step.id,
          (step, i) => this.#step(stage, step, i, failure),
        )}
        ${
          stage.passes.length === 0
            ? html`<li class="none ${this.#isDrop(stage, 0) ? "drop-before" : ""}">
                No passes yet: add one below, or drag one here.
              </li>`
            : nothing
        }
      </ol>
      <select
        class="compact add-pass"
        aria-label=${`Add a pass to stage ${number}`}
        @change=${(event: Event) => this.#addPass(stage, event.target as HTMLSelectElement)}
      >
        <option value="">Add a pass…</option>
        ${passes.map(
          (pass) => html`<option value=${pass.name} title=${pass.summary}>${pass.name}</option>`,
        )}
      </select>`;
  }

  #addPass(stage: PassStage, select: HTMLSelectElement): void {
    const name = select.value;
    select.value = "";
    const described = this.#describe(name);
    if (!described) return;
    const options = described.options.some((o) => o.required) ? exampleOptions(described) : "";
    const added = pipelines.addStep(this.state.pipeline, stage.id, name, options);
    this.#change(added, `${name} was added at the end of the stage`);
  }

  #describe(name: string): PassDescription | undefined {
    return this.state.info?.passes.find((pass) => pass.name === name);
  }

  #step(
    stage: PassStage,
    step: PassStep,
    index: number,
    failure: Failure | undefined,
  ): TemplateResult {
    const { pipeline } = this.state;
    const described = this.#describe(step.name);
    const left =
      stage.mode === "sequential" && described && described.optLevel > stage.optLevel
        ? described.optLevel
        : undefined;
    const failed = failure?.place?.stepId === step.id ? failure : undefined;
    const hasOptions = (described?.options.length ?? 0) > 0;
    const showsOptions =
      step.options !== "" ||
      this.opened.has(step.id) ||
      described?.options.some((option) => option.required);
    const classes = [
      "step",
      step.enabled ? "" : "off",
      this.dragged === step.id ? "dragged" : "",
      this.#isDrop(stage, index) ? "drop-before" : "",
      this.#isDrop(stage, index + 1) && index === stage.passes.length - 1 ? "drop-after" : "",
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
          title="Drag to move, or press Alt with the arrow keys"
          @dragstart=${(event: DragEvent) => this.#dragStart(event, step)}
          @dragend=${() => this.#dragEnd()}
          >${gripIcon}</span
        >
        <label class="step-name">
          <input
            type="checkbox"
            .checked=${step.enabled}
            @change=${(event: Event) =>
              this.#change(
                pipelines.setStepEnabled(
                  pipeline,
                  step.id,
                  (event.target as HTMLInputElement).checked,
                ),
              )}
          />
          <span title=${described?.summary ?? ""}>${step.name}</span>
        </label>
        ${
          left === undefined
            ? nothing
            : html`<span
                class="badge"
                title=${`A Sequential leaves out passes above the context's opt_level; ${step.name} has ${left}.`}
                >left out: level ${left}</span
              >`
        }
        <span class="buttons">
          ${
            hasOptions && !showsOptions
              ? iconButton(bracesIcon, `Options of ${step.name}`, false, () => {
                  this.#focus = `[data-step="${step.id}"] textarea`;
                  this.opened = new Set([...this.opened, step.id]);
                })
              : nothing
          }
          ${iconButton(
            upIcon,
            `Move ${step.name} up`,
            pipelines.moveStep(pipeline, step.id, -1) === pipeline,
            () => this.#move(step, -1),
            "move",
            "-1",
          )}
          ${iconButton(
            downIcon,
            `Move ${step.name} down`,
            pipelines.moveStep(pipeline, step.id, 1) === pipeline,
            () => this.#move(step, 1),
            "move",
            "1",
          )}
          ${iconButton(closeIcon, `Remove ${step.name}`, false, () => {
            this.#focus = `[data-stage="${stage.id}"] select.add-pass`;
            this.#change(pipelines.removeStep(pipeline, step.id), `Removed ${step.name}`);
          })}
        </span>
      </div>
      ${showsOptions ? this.#options(step, described) : nothing}
      ${failed ? failureBox(failed) : nothing}
    </li>`;
  }

  #options(step: PassStep, described: PassDescription | undefined): TemplateResult {
    const problem = optionsProblem(step.options);
    const doc = described?.options.map((o) => `${o.name} (${o.type}): ${o.doc}`).join("\n");
    return html`<div class="options">
      <textarea
        rows="2"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-label=${`Options of ${step.name}, as JSON`}
        aria-invalid=${problem ? "true" : "false"}
        title=${doc ?? ""}
        placeholder="{ }"
        .value=${step.options}
        @input=${(event: Event) =>
          this.#change(
            pipelines.setStepOptions(
              this.state.pipeline,
              step.id,
              (event.target as HTMLTextAreaElement).value,
            ),
          )}
      ></textarea>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    </div>`;
  }

  #move(step: PassStep, by: -1 | 1): void {
    const { pipeline } = this.state;
    const moved = pipelines.moveStep(pipeline, step.id, by);
    if (moved === pipeline) return;
    const at = pipelines.positionOf(moved, step.id);
    this.#focus ??= `[data-step="${step.id}"] [data-move="${by}"]`;
    this.#change(
      moved,
      at ? `${step.name} is now ${at.position} of ${at.of} in stage ${at.stage}` : "",
    );
  }

  #stepKey(event: KeyboardEvent, step: PassStep): void {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    const focused = event.target instanceof HTMLElement ? event.target : undefined;
    const kept = focused?.dataset["move"];
    this.#focus = `[data-step="${step.id}"] ${kept ? `[data-move="${kept}"]` : "input[type=checkbox]"}`;
    this.#move(step, event.key === "ArrowUp" ? -1 : 1);
  }

  #dragStart(event: DragEvent, step: PassStep): void {
    this.dragged = step.id;
    event.dataTransfer?.setData("text/plain", step.name);
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
    const row = (event.currentTarget as HTMLElement).closest("li");
    if (row) event.dataTransfer?.setDragImage(row, 12, 12);
  }

  #dragOver(event: DragEvent, stage: PassStage): void {
    if (!this.dragged) return;
    event.preventDefault();
    const list = event.currentTarget as HTMLElement;
    const rows = [...list.querySelectorAll("li.step")];
    const index = rows.filter((row) => {
      const box = row.getBoundingClientRect();
      return event.clientY > box.top + box.height / 2;
    }).length;
    if (this.drop?.stageId !== stage.id || this.drop.index !== index) {
      this.drop = { stageId: stage.id, index };
    }
  }

  #isDrop(stage: PassStage, index: number): boolean {
    return this.drop?.stageId === stage.id && this.drop.index === index;
  }

  #dropped(event: DragEvent): void {
    event.preventDefault();
    const { dragged, drop } = this;
    if (!dragged || !drop) return;
    const { pipeline } = this.state;
    const stage = pipeline.find((s) => s.id === drop.stageId);
    if (stage?.kind !== "passes") return;
    // `drop.index` counts the dragged pass itself where it comes from earlier in the same stage.
    const from = stage.passes.findIndex((p) => p.id === dragged);
    const index = from >= 0 && from < drop.index ? drop.index - 1 : drop.index;
    this.#dragEnd();
    if (from === index) return;
    this.#change(pipelines.placeStep(pipeline, dragged, drop.stageId, index));
  }

  #dragEnd(): void {
    this.dragged = "";
    this.drop = undefined;
  }
}

/** A button that stays focusable when it can do nothing, so that moving to an end keeps the focus. */
function iconButton(
  icon: TemplateResult,
  name: string,
  disabled: boolean,
  act: () => void,
  key = "",
  value = "",
): TemplateResult {
  return html`<button
    type="button"
    class="icon"
    aria-label=${name}
    title=${name}
    aria-disabled=${disabled}
    data-move=${key === "move" ? value : nothing}
    data-move-stage=${key === "move-stage" ? value : nothing}
    @click=${disabled ? nothing : act}
  >
    ${icon}
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
