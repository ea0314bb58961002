// Options of the diff between the programs before and after a pass, and edits of a snapshot from which the pipeline
// continues.
import type { App } from "../../core/app/app";
import { continueFrom } from "../../core/pipeline/continue";
import type { AlignedLines } from "../../core/protocol/messages";
import { t } from "../../core/texts";
import type { LineDiff } from "../../core/trace/line-diff";
import type { AlignRequest } from "./requests";

export class Diff {
  constructor(private readonly app: App) {}

  /** Opens the program after a row for editing. */
  async startEdit(row: number): Promise<void> {
    const after = this.app.store.state.trace?.rows[row]?.after;
    if (after === undefined) return;
    try {
      const text = await this.app.engines.text(after);
      this.app.store.update({ editing: { row, text }, detailTab: "diff" });
    } catch {
      // The engine restarted, and the diff reports it.
    }
  }

  /** Replaces the program after a row with a text: the pipeline gets an edit stage there. */
  continueFrom(row: number, text: string): void {
    const { trace, tracedPipeline } = this.app.store.state;
    const pipeline = trace && tracedPipeline && continueFrom(trace.rows, tracedPipeline, row, text);
    if (!pipeline) return;
    this.app.store.update({ editing: undefined });
    this.app.pipeline.set(pipeline, t("history.continued"));
    void this.app.runs.press();
  }

  /** Matches the lines of two texts. */
  alignTexts(of: AlignRequest): Promise<readonly AlignedLines[]> {
    return this.app.engines.client.send("alignTexts", of);
  }

  /** Moves to the next or previous change, and opens the tab that shows it. */
  stepTo(by: 1 | -1): void {
    const { detailTab, trace } = this.app.store.state;
    if (!trace || detailTab === "graph") return;
    this.app.store.update({ detailTab: "diff", changeStep: { by } });
  }

  /** The differences of two texts. */
  diffTexts(of: AlignRequest): Promise<LineDiff> {
    return this.app.engines.client.send("diffTexts", of);
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
