// The pipeline.
import type { App } from "../../core/app/app";
import type { Pipeline } from "../../core/pipeline/model";
import type { PipelinePlace } from "../../core/state/app-state";
import { t } from "../../core/texts";

export class Pipelines {
  constructor(private readonly app: App) {}

  /**
   * Replaces the pipeline.
   * @param words describes the edit.
   * @param offers true to offer Undo, as after a removal.
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
