// The factory that Emscripten makes (passcope.js beside passcope.wasm).
import type { Host } from "./host.js";
import type { Kernels } from "./kernels.js";
import type { RawEngine } from "./generated/raw.js";

interface ModuleOptions {
  host: Host;
  kernels: Kernels;
  /** Where a file of the module is. */
  locateFile(name: string): string;
  /** Starts the instantiation; `done` takes its result. */
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  /** Takes the lines of the engine's warnings. */
  printErr(line: string): void;
}

export default function createModule(options: ModuleOptions): Promise<RawEngine>;
