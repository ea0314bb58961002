// The pipeline as an editable list of stages. Passes are found by typing, switched, nested in Sequentials and removed.
// They are moved by dragging, by buttons, or with Alt and the arrow keys. Each stage has its own context. After a run,
// each pass shows its outcome.
import { html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "./texts";
import * as edits from "../../core/pipeline/edit";
import { DEFAULT_PIPELINE, type Pipeline } from "../../core/pipeline/model";
import type { App } from "../../core/app/app";
import { currentFailure, type AppState, type PipelinePlace } from "../../core/state/app-state";
import { base, controls } from "../../ui/styles/shared";
import { failureStyles } from "../../ui/failure";
import { iconButton } from "../../ui/icon-button";
import { Picker } from "../../ui/picker";
import { plusIcon, redoIcon, undoIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import type { Editing } from "./editing";
import { pipelineStyles } from "./pipeline-styles";
import { StageView } from "./stage-view";
import { StepDrag } from "./step-drag";
import { StepList } from "./step-list";

/** Places to which the editor has already moved. */
const shown = new WeakSet<PipelinePlace>();

export class PipelineEditor extends View {
  static override styles = [base, controls, failureStyles, pipelineStyles];
  static override properties = {
    ...View.properties,
    announcement: { state: true },
    opened: { state: true },
  };

  declare announcement: string;
  /** Ids of the passes whose options the user opened, and of the stages whose contexts the user opened. */
  declare opened: ReadonlySet<string>;
  /** The selector of the element that gets the focus after the next rendering. */
  #focus: string | undefined;
  /** True after a removal. The picker then stays closed when it gets the focus. */
  #takes = false;
  readonly #stages: StageView;

  constructor() {
    super();
    this.announcement = "";
    this.opened = new Set();
    const editing = this.#editing();
    const drag = new StepDrag(this, (stepId, listId, index) =>
      this.#change(edits.placeStep(this.state.pipeline, stepId, listId, index)),
    );
    this.#stages = new StageView(editing, new StepList(editing, drag));
  }

  /** The interface of the editor for its parts. */
  #editing(): Editing {
    const app = (): App => this.app;
    const state = (): AppState => this.state;
    const opened = (): ReadonlySet<string> => this.opened;
    return {
      get app() {
        return app();
      },
      get state() {
        return state();
      },
      get opened() {
        return opened();
      },
      change: (pipeline, announcement) => this.#change(pipeline, announcement),
      takeAway: (pipeline, announcement) => this.#takeAway(pipeline, announcement),
      toggle: (id) => this.#toggle(id),
      focusNext: (selector) => (this.#focus ??= selector),
    };
  }

  override render(): TemplateResult {
    const { pipeline, history } = this.state;
    const failure = currentFailure(this.state);
    return html`<div class="head">
        <h2>${t("pipeline.title")}</h2>
        <span class="history">
          ${iconButton(undoIcon, t("pipeline.undo"), history.past.length === 0, () =>
            this.app.history.undo(),
          )}
          ${iconButton(redoIcon, t("pipeline.redo"), history.future.length === 0, () =>
            this.app.history.redo(),
          )}
        </span>
        <button
          type="button"
          class="quiet"
          ?disabled=${pipeline === DEFAULT_PIPELINE}
          @click=${() => this.#takeAway(DEFAULT_PIPELINE, t("pipeline.wasReset"))}
        >
          ${t("pipeline.reset")}
        </button>
      </div>
      <ol class="stages">
        ${repeat(
          pipeline,
          (stage) => stage.id,
          (stage, i) => this.#stages.stage(stage, i, failure),
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
        <button
          type="button"
          class="quiet"
          title=${t("pipeline.compareTitle")}
          @click=${() => {
            this.app.comparing.keep();
            this.app.layout.showDetail("compare");
          }}
        >
          ${t("pipeline.compare")}
        </button>
      </div>
      <p class="visually-hidden" role="status">${this.announcement}</p>`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#show(this.state.pipelinePlace);
    if (!this.#focus) return;
    const target = this.renderRoot.querySelector<HTMLElement>(this.#focus);
    const closed = this.#takes;
    this.#focus = undefined;
    this.#takes = false;
    // A new element has nothing to focus until it has rendered.
    const focus = (): void => {
      if (closed && target instanceof Picker) target.focusClosed();
      else target?.focus();
    };
    if (target instanceof LitElement) void target.updateComplete.then(focus);
    else focus();
  }

  /** Scrolls to a part of the pipeline and focuses it, once. */
  #show(place: PipelinePlace | undefined): void {
    if (!place || shown.has(place)) return;
    shown.add(place);
    const { stageId, stepId } = place;
    const stage = this.renderRoot.querySelector(`[data-stage="${CSS.escape(stageId)}"]`);
    const step = stepId ? stage?.querySelector(`[data-step="${CSS.escape(stepId)}"]`) : undefined;
    const part = step ?? stage;
    part?.scrollIntoView({ block: "nearest" });
    part?.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
  }

  #change(pipeline: Pipeline, announcement = ""): void {
    this.announcement = announcement;
    this.app.pipeline.set(pipeline, announcement || undefined);
  }

  #takeAway(pipeline: Pipeline, announcement: string): void {
    this.announcement = "";
    this.#takes = true;
    this.app.pipeline.set(pipeline, announcement, true);
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
}

customElements.define("pc-pipeline", PipelineEditor);
