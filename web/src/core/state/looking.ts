// What a user can look at, and how: methods that change what is shown and nothing of the work.
import type { Reading } from "../../editor/reading";
import type { CodePlace } from "../protocol/code";
import type { ConsoleEntry } from "../protocol/messages";
import { pathTo } from "../trace/tree";
import type { DetailTab, TimingTab } from "../../features/tabs";
import type { AppState, NodePlace, Pin, PipelinePlace, ProgramPlace } from "./app-state";
import type { Store } from "./store";

/** Lines of the console that are kept. */
const MAX_CONSOLE = 10_000;

export class Looking {
  constructor(readonly store: Store<AppState>) {}

  /** Says what did not work. */
  report(name: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.store.update({ problem: { name, message, rendered: [], fatal: false } });
  }

  dismiss(what: "problem" | "earlier" | "waiting" | "siteChanged"): void {
    this.store.update({ [what]: undefined });
  }

  /** Puts the summary of the latest run's failure away; where it belongs it still stands. */
  dismissFailure(): void {
    const { run } = this.store.state;
    if (run.kind === "failed") this.store.update({ dismissed: run.failure });
  }

  print(entries: readonly ConsoleEntry[]): void {
    const all = [...this.store.state.console, ...entries];
    this.store.update({ console: all.slice(-MAX_CONSOLE) });
  }

  clearConsole(): void {
    this.store.update({ console: [] });
  }

  setFolded(index: number, folded: boolean): void {
    this.foldRows([index], folded);
  }

  /** Folds or unfolds rows of the trace. */
  foldRows(rows: Iterable<number>, folded: boolean): void {
    const collapsed = new Set(this.store.state.collapsed);
    for (const index of rows) {
      if (folded) collapsed.add(index);
      else collapsed.delete(index);
    }
    this.store.update({ collapsed });
  }

  /** Pins a snapshot as the left or right side of a comparison; undefined takes the pin out. */
  pin(side: "a" | "b", pin: Pin | undefined): void {
    const { a, b } = this.store.state.pins;
    const pins = side === "a" ? { a: pin, b } : { a, b: pin };
    this.store.update({
      pins: { ...(pins.a ? { a: pins.a } : {}), ...(pins.b ? { b: pins.b } : {}) },
      ...(pins.a && pins.b ? { detailTab: "diff" as const } : {}),
    });
  }

  clearPins(): void {
    this.store.update({ pins: {} });
  }

  /** Shows the timeline's rows that changed something, or all; and those whose names have `search`. */
  filter(patch: Partial<Pick<AppState, "hideUnchanged" | "search">>): void {
    this.store.update(patch);
  }

  cancelEdit(): void {
    this.store.update({ editing: undefined });
  }

  showDetail(detailTab: DetailTab): void {
    this.store.update({ detailTab });
  }

  /** Goes to a place of the program's text. */
  showProgram(programPlace: ProgramPlace): void {
    this.store.update({ programPlace, detailTab: "program" });
  }

  /** Selects a node of the graph, with the text beside it. */
  showNode(nodePlace: NodePlace): void {
    this.store.update({ nodePlace, detailTab: "graph" });
  }

  /** Shows a stage or a step of the pipeline. */
  showStep(pipelinePlace: PipelinePlace): void {
    this.store.update({ pipelinePlace });
  }

  /** Goes to a place of the code. */
  showCode(codePlace: CodePlace): void {
    this.store.update({ codePlace, detailTab: "code" });
  }

  setAutoRun(autoRun: boolean): void {
    this.store.update({ autoRun });
  }

  /** Gives the lower panel the room of both, or takes it back. */
  maximise(maximised: boolean): void {
    this.store.update({ maximised });
  }

  showTiming(timingTab: TimingTab): void {
    this.store.update({ timingTab });
  }

  setWrap(tab: "program" | "diff", wrap: boolean): void {
    this.store.update(tab === "program" ? { wrapProgram: wrap } : { wrapDiff: wrap });
  }

  setInlineDiff(inlineDiff: boolean): void {
    this.store.update({ inlineDiff });
  }

  setReading(reading: Reading): void {
    this.store.update({ reading, readingPreferred: reading });
  }

  setIgnoreNumbers(ignoreNumbers: boolean): void {
    this.store.update({ ignoreNumbers });
  }

  /** The folded rows without those around a row, if one of them is. */
  protected unfolded(index: number): { collapsed?: ReadonlySet<number> } {
    const { collapsed, trace } = this.store.state;
    const around = pathTo(trace?.rows ?? [], index).slice(0, -1);
    if (!around.some((at) => collapsed.has(at))) return {};
    return { collapsed: new Set([...collapsed].filter((at) => !around.includes(at))) };
  }
}
