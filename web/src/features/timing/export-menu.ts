// Saves the run's times as files: a button that opens the list of formats.
import { t as timingResults } from "./results-texts";
import { sourceTitle } from "../../core/state/app-state";
import type { RunTrace } from "../../core/protocol/messages";
import { saveFile } from "../../ui/download";
import { chromeTrace } from "../../core/trace/chrome-trace";
import { fileStem, timingCsv, timingJson, timingText } from "../../core/trace/export";
import type { Pipeline } from "../../core/pipeline/model";
import { MenuButton, type MenuItem } from "../../ui/menu-button";

interface Format {
  readonly name: "chrome" | "json" | "csv" | "text";
  readonly ending: string;
  readonly type: string;
  readonly text: (trace: RunTrace, title: string, pipeline: Pipeline) => string;
}

const FORMATS: readonly Format[] = [
  {
    name: "chrome",
    ending: "trace.json",
    type: "application/json",
    text: (trace, title) => JSON.stringify(chromeTrace(trace, title)),
  },
  {
    name: "json",
    ending: "timing.json",
    type: "application/json",
    text: timingJson,
  },
  {
    name: "csv",
    ending: "timing.csv",
    type: "text/csv",
    text: (trace, _, pipeline) => timingCsv(trace, pipeline),
  },
  {
    name: "text",
    ending: "timing.txt",
    type: "text/plain",
    text: (trace) => timingText(trace),
  },
];

export class ExportMenu extends MenuButton {
  protected override names(): { button: string; list: string } {
    return { button: timingResults("export.export"), list: timingResults("export.formats") };
  }

  protected override get disabled(): boolean {
    return (this.state.trace?.rows.length ?? 0) === 0;
  }

  protected override items(): readonly MenuItem[] {
    return FORMATS.map((format) => ({
      label: timingResults(`export.${format.name}`),
      note: timingResults(`export.${format.name}Note`),
      run: () => this.#save(format),
    }));
  }

  #save(format: Format): void {
    const { trace, tracedPipeline } = this.state;
    if (!trace) return;
    const title = sourceTitle(trace.source);
    const name = `${fileStem(title)}.${format.ending}`;
    saveFile(name, format.text(trace, title, tracedPipeline ?? []), format.type);
    this.said = timingResults("export.saved", { name });
    this.close();
  }
}

customElements.define("pc-export", ExportMenu);
