// DumpIR with a directory for its files.

import { usageError } from "../errors.js";
import { DumpIR as Base, type DumpIROptions as Options } from "../generated/instruments.js";
import { optionTypes } from "../given.js";
import type { Write } from "../host.js";
import { say } from "../messages.js";

export interface DumpIROptions extends Omit<Options, "directory"> {
  /** The directory for the files, in Node only. By default the files stay in memory (`files`). */
  directory?: string;
}

function directoryWriter(directory: string): Write {
  // Not imported, because pages have no file system.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw usageError(
      say(
        "kDumpIrDirectoryUnavailable",
        "DumpIR: the option 'directory' works only in Node; without it, files() returns the files",
      ),
    );
  fs.mkdirSync(directory, { recursive: true });
  return (file, text) => fs.writeFileSync(`${directory}/${file}`, text);
}

/**
 * Stores the program after each pass as a file NNN_PassName.relay. The numbers start at 000, in the order in which the
 * passes end.
 */
export class DumpIR extends Base {
  constructor(given: DumpIROptions = {}) {
    const { directory, ...options } = optionTypes("DumpIR", given, { directory: "string" });
    super(options, directory === undefined ? undefined : directoryWriter(directory));
  }
}
