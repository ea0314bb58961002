// The pipeline that is edited.
import type { App } from "../../core/app/app";
import type { Pipeline } from "../../core/pipeline/model";
import type { PipelinePlace } from "../../core/state/app-state";
import { t } from "../../core/texts";

export class Pipelines {
  constructor(private readonly app: App) {}

  /**
   * Puts another pipeline in place of this one.
   * @param words what was done.
   * @param offers whether to offer that it be undone, as for what takes something away.
   */
  set(pipeline: Pipeline, words = t("history.pipeline"), offers = false): void {
    const { state } = this.app.store;
    if (pipeline === state.pipeline && !state.written) return;
    this.app.history.edit({ pipeline, written: undefined }, words, offers);
    this.app.store.update({ mistake: undefined });
  }

  /** Shows a stage or a step of the pipeline. */
  show(pipelinePlace: PipelinePlace): void {
    this.app.store.update({ pipelinePlace });
  }
}
