// The heavy loops, passcope.kernels.wasm or, where fused multiply-add is there, passcope.kernels.relaxed.wasm.
//
// They share the engine's memory and come when the first of them is called, since most pages never run a model.

import { LoadError } from "./errors.js";
import { moduleLater, moduleNow, reasonOf, type FileSource } from "./fetching.js";

/** Where the two modules are: their bytes or addresses. Of these one is taken. */
export interface KernelFiles {
  readonly plain: FileSource;
  /** With relaxed SIMD. */
  readonly relaxed: FileSource;
}

interface KernelExports extends WebAssembly.Exports {
  __stack_pointer: WebAssembly.Global<"i32">;
  call(id: number, params: number): number;
}

/** A function that multiplies and adds with one instruction of relaxed SIMD. */
const relaxedProbe = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00, 0x0a, 0x14, 0x01, 0x12, 0x00],
  ...[0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f],
  ...[0xfd, 0x85, 0x02, 0x1a, 0x0b],
);

/** Whether this place knows relaxed SIMD. */
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

  /** Whether there are any; if not, the engine does with its own plain loops what it can. */
  get exist(): boolean {
    return this.#files !== undefined;
  }

  /** Told what the engine's instance exports, before anything of it is called. */
  begin(exports: WebAssembly.Exports): void {
    this.#memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
  }

  /** Fetches them without blocking, unless they are there. Rejects with a LoadError; then it can be tried again. */
  async prepare(): Promise<void> {
    if (!this.#files || this.#module) return;
    try {
      const module = await moduleLater(this.#file());
      this.#module ??= module;
    } catch (error) {
      throw this.#missing(error);
    }
  }

  /** Computes; called by the engine, which gives the stack (its upper end) that the kernels use. */
  call(id: number, params: number, stack: number): number {
    this.#exports ??= this.#load(stack);
    return this.#exports.call(id, params);
  }

  /** Why they could not be had when the engine needed them, once. */
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
