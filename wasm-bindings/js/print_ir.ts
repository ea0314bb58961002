// PrintIR with a writer of one's own; the rest of the passes are generated.

import { host, raw } from "./engine.js";
import { toConsole } from "./instruments/printing.js";
import { Pass } from "./pass.js";

export interface PrintIROptions {
  /** Stands in front of the text; empty by default. */
  header?: string;
  /** Whether constants are printed too; false by default. */
  showMetaData?: boolean;
  /** Takes the text; the console by default. What it throws reaches the caller of the pass. */
  write?: (text: string) => void;
}

/** Prints the module and leaves it as it is. Opt level 0. */
export function PrintIR(options: PrintIROptions = {}): Pass {
  const { header = "", showMetaData = false, write = toConsole } = options;
  return new Pass(
    raw().makePrintIR(
      header,
      showMetaData,
      host.addSink((_file, text) => write(text)),
    ),
  );
}
