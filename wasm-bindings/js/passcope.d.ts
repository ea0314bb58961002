// The factory that Emscripten generates (passcope.js beside passcope.wasm).
import type { Host } from "./host.js";
import type { Kernels } from "./kernels.js";
import type { RawEngine } from "./generated/raw.js";

interface ModuleOptions {
  host: Host;
  kernels: Kernels;
  /** The path of a file of the module. */
  locateFile(name: string): string;
  /** Starts the instantiation. It must call `done` with the result. */
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
  /** Takes the lines of the engine's warnings. */
  printErr(line: string): void;
}

export default function createModule(options: ModuleOptions): Promise<RawEngine>;
