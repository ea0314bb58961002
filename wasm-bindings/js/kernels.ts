// The heavy loops: passcope.kernels.wasm or, with relaxed SIMD's fused multiply-add, passcope.kernels.relaxed.wasm.
//
// They share the engine's memory. The first call of a kernel loads them, because most pages never run a model.

import { LoadError } from "./errors.js";
import { moduleLater, moduleNow, reasonOf, type FileSource } from "./fetching.js";

/** The two modules, as bytes or addresses. One of them is loaded. */
export interface KernelFiles {
  readonly plain: FileSource;
  /** The module with relaxed SIMD. */
  readonly relaxed: FileSource;
}

interface KernelExports extends WebAssembly.Exports {
  __stack_pointer: WebAssembly.Global<"i32">;
  call(id: number, params: number): number;
}

/** A module whose function multiplies and adds with one instruction of relaxed SIMD. */
const relaxedProbe = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00, 0x0a, 0x14, 0x01, 0x12, 0x00],
  ...[0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f],
  ...[0xfd, 0x85, 0x02, 0x1a, 0x0b],
);

/** True if this environment supports relaxed SIMD. */
export const hasRelaxedSimd = (): boolean => WebAssembly.validate(relaxedProbe);

/** The kernels of one instance of the engine. */
export class Kernels {
  readonly #files: KernelFiles | undefined;
  #memory: WebAssembly.Memory | undefined;
  #module: WebAssembly.Module | undefined;
  #exports: KernelExports | undefined;
  #failure: LoadError | undefined;

  constructor(files?: KernelFiles) {
    this.#files = files;
  }

  /** True if there are kernels. Without them, the engine uses its own plain loops where it has any. */
  get exist(): boolean {
    return this.#files !== undefined;
  }

  /** Takes the exports of the engine's instance, before any of them is called. */
  begin(exports: Readonly<Record<string, unknown>>): void {
    this.#memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
  }

  /** Loads the module without blocking. Rejects with a LoadError if that fails; you can then try again. */
  async prepare(): Promise<void> {
    if (!this.#files || this.#module) return;
    try {
      const module = await moduleLater(this.#file());
      this.#module ??= module;
    } catch (error) {
      throw this.#missing(error);
    }
  }

  /** Runs a kernel for the engine. `stack` is the upper end of the stack that the kernels use. */
  call(id: number, params: number, stack: number): number {
    this.#exports ??= this.#load(stack);
    return this.#exports.call(id, params);
  }

  /** Returns the error of loading the kernels when the engine needed them, and clears it. */
  takeFailure(): LoadError | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #file(): FileSource {
    if (!this.#files) throw new Error("the engine was loaded without them");
    return hasRelaxedSimd() ? this.#files.relaxed : this.#files.plain;
  }

  #load(stack: number): KernelExports {
    try {
      this.#module ??= moduleNow(this.#file());
      const memory = this.#memory;
      if (!memory) throw new Error("the engine has no memory");
      const instance = new WebAssembly.Instance(this.#module, { env: { memory } });
      const exports = instance.exports as KernelExports;
      exports.__stack_pointer.value = stack;
      return exports;
    } catch (error) {
      this.#failure = this.#missing(error);
      throw this.#failure;
    }
  }

  #missing(error: unknown): LoadError {
    return new LoadError(`the engine's kernels could not be loaded: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}
