// How the program before a pass and the one after it are shown beside each other, and going on from an edited snapshot.
import type { App } from "../../core/app/app";
import { continueFrom } from "../../core/pipeline/continue";
import type { AlignedLines } from "../../core/protocol/messages";
import { t } from "../../core/texts";
import type { AlignRequest } from "./requests";

export class Diff {
  constructor(private readonly app: App) {}

  /** Opens the text of what a row left, to be edited. */
  async startEdit(row: number): Promise<void> {
    const after = this.app.store.state.trace?.rows[row]?.after;
    if (after === undefined) return;
    try {
      const text = await this.app.engines.text(after);
      this.app.store.update({ editing: { row, text }, detailTab: "diff" });
    } catch {
      // The engine was restarted; the diff says so.
    }
  }

  /** Goes on from a row of the trace with another text: the pipeline gets an edit in its place. */
  continueFrom(row: number, text: string): void {
    const { trace, tracedPipeline } = this.app.store.state;
    const pipeline = trace && tracedPipeline && continueFrom(trace.rows, tracedPipeline, row, text);
    if (!pipeline) return;
    this.app.store.update({ editing: undefined });
    this.app.pipeline.set(pipeline, t("history.continued"));
    void this.app.runs.press();
  }

  /** Which lines of two texts belong together. */
  alignTexts(of: AlignRequest): Promise<readonly AlignedLines[]> {
    return this.app.engines.client.send("alignTexts", of);
  }

  cancelEdit(): void {
    this.app.store.update({ editing: undefined });
  }

  setWrap(wrapDiff: boolean): void {
    this.app.store.update({ wrapDiff });
  }

  setInline(inlineDiff: boolean): void {
    this.app.store.update({ inlineDiff });
  }

  setIgnoreNumbers(ignoreNumbers: boolean): void {
    this.app.store.update({ ignoreNumbers });
  }
}
