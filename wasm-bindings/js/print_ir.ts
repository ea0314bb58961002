// PrintIR with a custom writer. The other passes are generated.

import { host, raw } from "./engine.js";
import type { PrintIROptions as TableOptions } from "./generated/passes.js";
import { optionsGiven } from "./given.js";
import { toConsole } from "./instruments/printing.js";
import { Pass } from "./pass.js";

export interface PrintIROptions extends TableOptions {
  /** Takes the text; the console by default. The caller of the pass gets its exceptions. */
  write?: (text: string) => void;
}

/** Prints the module and returns it unchanged. Opt level 0. */
export function PrintIR(options: PrintIROptions = {}): Pass {
  const name = "PrintIR";
  const {
    header = "",
    showMetaData = false,
    write = toConsole,
  } = optionsGiven(name, options, {
    header: "string",
    showMetaData: "boolean",
    write: "function",
  });
  return new Pass(
    host.lend((lender) =>
      raw().makePrintIR(
        header,
        showMetaData,
        lender.sink((_file, text) => write(text)),
      ),
    ),
  );
}
