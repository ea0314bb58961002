// Parts of the engine that come when they are needed: passcope.deferred.wasm and passcope.frontends.wasm.
//
// scripts/split.mjs divides the engine's module. passcope.frontends.wasm has the readers of other frameworks' models,
// which few need; what is left is passcope.wasm. Of this, passcope.first.wasm has the functions that a page needs for
// its first result, passcope.deferred.wasm all others. What in one part refers to a function of a later one refers to
// a place of the function table that all parts share. There stands a placeholder, which has the later part loaded,
// until that puts its functions into their places.

import { LoadError } from "./errors.js";
import { moduleLater, moduleNow, reasonOf, type FileSource } from "./fetching.js";

/** Has a part's bytes brought, by whatever takes time. */
export interface PartOnRequest {
  request(): Promise<BufferSource>;
}

/** Where a part comes from: its bytes, its address, what reads it when it is needed, or what has it brought. */
export type PartSource = FileSource | PartOnRequest | (() => BufferSource);

const isOnRequest = (source: PartSource | undefined): source is PartOnRequest =>
  typeof source === "object" && "request" in source;

/** What waits for a part, by its name. */
const WAITING = {
  deferred: "engine.complete()",
  frontends: "engine.completeFrontends()",
} as const;

/** A later part of one instance of the engine. */
export class LaterPart {
  #exports: WebAssembly.Exports = {};
  #isComplete = false;
  #coming: Promise<void> | undefined;
  #failure: LoadError | undefined;

  /**
   * @param name "deferred" or "frontends": of the file, and of the module that the placeholders' import is from.
   * @param source undefined where the engine was loaded without this part.
   * @param before the part that has to be there first: it puts this part's placeholders into the table, which would
   * otherwise take the places of the functions that they stand for.
   */
  constructor(
    private readonly name: "deferred" | "frontends",
    private readonly source: PartSource | undefined,
    private readonly before?: LaterPart,
  ) {}

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The other parts' imports with what placeholders call. */
  withPlaceholders(imports: WebAssembly.Imports): WebAssembly.Imports {
    return { ...imports, [this.name]: { load: () => this.#need() } };
  }

  /** Told what the first instance exports, before anything of it is called. */
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

  /** The same at once. Throws a LoadError, after which it can be tried again. */
  completeNow(): void {
    if (this.#isComplete) return;
    this.before?.completeNow();
    try {
      new WebAssembly.Instance(moduleNow(this.#fileNow()), this.#imports());
      this.#isComplete = true;
    } catch (error) {
      throw this.#missing(error);
    }
  }

  /** Why this part could not be had when the engine needed it, once. */
  takeFailure(): LoadError | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  async #load(): Promise<void> {
    await this.before?.complete();
    try {
      const { source } = this;
      const file = isOnRequest(source) ? await source.request() : this.#fileNow();
      const module = await moduleLater(file);
      // It may have been needed while it was on its way.
      if (!this.#isComplete) await WebAssembly.instantiate(module, this.#imports());
      this.#isComplete = true;
    } catch (error) {
      throw this.#missing(error);
    }
  }

  /** A placeholder was called, if only by someone who took it from the table before this part was there. */
  #need(): void {
    try {
      this.completeNow();
    } catch (error) {
      this.#failure = error as LoadError;
      throw error;
    }
  }

  #fileNow(): FileSource {
    const { source } = this;
    if (source === undefined) throw new Error("the engine was loaded without it");
    if (isOnRequest(source)) {
      throw new Error(
        `here it does not come at once: await ${WAITING[this.name]} before it is needed`,
      );
    }
    return typeof source === "function" ? source() : source;
  }

  #imports(): WebAssembly.Imports {
    return { primary: this.#exports };
  }

  #missing(error: unknown): LoadError {
    return new LoadError(
      `passcope.${this.name}.wasm, a part of the engine, could not be loaded: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}
