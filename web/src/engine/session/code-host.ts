// The interface for running the user's code: its loading, its passes and instruments, and its console. Only workers in
// the sandbox have one.
import type { ConsoleEntry } from "../../core/protocol/code";
import type { CellFiles } from "../../core/protocol/notebook";
import type { CodeExports } from "./prepare";

export interface CodeHost {
  /** Begins a run. Its output goes to `print` from now on. */
  begin(print: (entries: readonly ConsoleEntry[]) => void): void;
  load(source: string): Promise<CodeExports>;
  /** Runs the code as a script. It may read these files by name. */
  script(source: string, files: CellFiles): Promise<void>;
  /** Prints an entry of the engine's instruments, in order with the rest. */
  print(entry: ConsoleEntry): void;
  /** Drops output while a run is repeated. */
  mute(muted: boolean): void;
  /** Sends pending output at once. */
  flush(): void;
}
