// What a session needs of the user's code: loading it, its passes and instruments, and its console. Only
// the worker in the sandbox has one.
import type { ConsoleEntry } from "../../core/protocol/code";
import type { CellFiles } from "../../core/protocol/notebook";
import type { CodeExports } from "./prepare";

export interface CodeHost {
  /** Begins a run, whose printing is told to `print` from now on. */
  begin(print: (entries: readonly ConsoleEntry[]) => void): void;
  load(source: string): Promise<CodeExports>;
  /** Runs the code by itself, which may read these files by their names. */
  script(source: string, files: CellFiles): Promise<void>;
  /** Prints what the engine's instruments print, in order with the rest. */
  print(entry: ConsoleEntry): void;
  /** While a run is repeated, printing is dropped. */
  mute(muted: boolean): void;
  /** Sends at once what was printed and not sent yet. */
  flush(): void;
}
