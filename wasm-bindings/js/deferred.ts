// The later part of the engine, passcope.deferred.wasm.
//
// scripts/split.mjs divides the engine's module: passcope.first.wasm has the functions that a page needs for its
// first result, the later part all others. What in the first part refers to one of these refers to a place of the
// function table that both parts share. There stands a placeholder, which has the later part loaded, until that
// puts its functions into their places.

import { LoadError } from "./errors.js";

/** Where the later part comes from. */
interface DeferredSource {
  /** The part, at once. Throws when it cannot be had. */
  now(): WebAssembly.Module;
  /** The part, without blocking meanwhile. Rejects when it cannot be had. */
  later(): Promise<WebAssembly.Module>;
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** The part of its bytes, or at an address, which works in workers. */
export function sourceOf(part: BufferSource | string | URL): DeferredSource {
  if (typeof part !== "string" && !(part instanceof URL)) {
    return { now: () => new WebAssembly.Module(part), later: () => WebAssembly.compile(part) };
  }
  return {
    now: () => {
      const request = new XMLHttpRequest();
      request.open("GET", part, false);
      request.responseType = "arraybuffer";
      request.send();
      if (request.status !== 200) throw new Error(`${request.status} ${request.statusText}`);
      return new WebAssembly.Module(request.response as ArrayBuffer);
    },
    later: async () => {
      const response = await fetch(part);
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      return WebAssembly.compile(await response.arrayBuffer());
    },
  };
}

/** The later part of one instance of the engine. */
export class Deferred {
  readonly #source: DeferredSource;
  #exports: WebAssembly.Exports = {};
  #isComplete = false;
  #coming: Promise<void> | undefined;
  #failure: LoadError | undefined;

  constructor(source: DeferredSource) {
    this.#source = source;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The first part's imports with what its placeholders call. */
  withPlaceholders(imports: WebAssembly.Imports): WebAssembly.Imports {
    return { ...imports, placeholder: { load: () => this.#need() } };
  }

  /** Told what the first part's instance exports, before anything of it is called. */
  begin(exports: WebAssembly.Exports): void {
    this.#exports = exports;
  }

  /** Loads this part unless it is there. Rejects with a LoadError, after which it can be tried again. */
  complete(): Promise<void> {
    if (this.#isComplete) return Promise.resolve();
    this.#coming ??= this.#load().finally(() => {
      this.#coming = undefined;
    });
    return this.#coming;
  }

  /** Why this part could not be had when the engine needed it, once. */
  takeFailure(): LoadError | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  async #load(): Promise<void> {
    try {
      const module = await this.#source.later();
      // It may have been needed while it was on its way.
      if (!this.#isComplete) await WebAssembly.instantiate(module, this.#imports());
      this.#isComplete = true;
    } catch (error) {
      throw missing(error);
    }
  }

  /** A placeholder was called, if only by someone who took it from the table before this part was there. */
  #need(): void {
    if (this.#isComplete) return;
    try {
      new WebAssembly.Instance(this.#source.now(), this.#imports());
      this.#isComplete = true;
    } catch (error) {
      this.#failure = missing(error);
      throw this.#failure;
    }
  }

  #imports(): WebAssembly.Imports {
    return { primary: this.#exports };
  }
}

const missing = (error: unknown): LoadError =>
  new LoadError(
    `passcope.deferred.wasm, a part of the engine, could not be loaded: ${reasonOf(error)}`,
    { cause: error },
  );
