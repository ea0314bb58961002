// Parts of the engine that are loaded when needed: passcope.deferred.wasm and passcope.frontends.wasm.
//
// scripts/split.mjs divides the engine's module. passcope.frontends.wasm has the readers of other frameworks' models,
// which few programs need. The rest is passcope.wasm. It is divided again: passcope.first.wasm has the functions that a
// page needs for its first result, and passcope.deferred.wasm has all others.
//
// All parts share one function table. A call into a later part goes through an entry of the table. Until the part is
// loaded, the entry is a placeholder, which loads it. The part then replaces the placeholders by its functions.

import { LoadError } from "./errors.js";
import { moduleLater, moduleNow, reasonOf, type FileSource, type ModuleBytes } from "./fetching.js";

/** Gets the bytes of a part asynchronously. */
export interface PartOnRequest {
  request(): Promise<ModuleBytes>;
}

/** The source of a part: its bytes, its address, a function that reads it, or an object that requests it. */
export type PartSource = FileSource | PartOnRequest | (() => ModuleBytes);

const isOnRequest = (source: PartSource | undefined): source is PartOnRequest =>
  typeof source === "object" && "request" in source;

/** The function that waits for each part, for messages. */
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
   * @param name "deferred" or "frontends": of the file, and of the module that placeholders import from.
   * @param source undefined if the engine was loaded without this part.
   * @param before the part that must be loaded first. It writes this part's placeholders into the table. If it were
   * loaded later, they would overwrite this part's functions.
   */
  constructor(
    private readonly name: "deferred" | "frontends",
    private readonly source: PartSource | undefined,
    private readonly before?: LaterPart,
  ) {}

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Adds the import that placeholders call to the imports of the other parts. */
  withPlaceholders<Imports extends object>(imports: Imports): Imports {
    return { ...imports, [this.name]: { load: () => this.#need() } };
  }

  /** Takes the exports of the engine's first instance, before any of them is called. */
  begin(exports: Readonly<Record<string, unknown>>): void {
    this.#exports = exports as WebAssembly.Exports;
  }

  /** Loads this part if it is missing. Rejects with a LoadError if that fails; you can then try again. */
  complete(): Promise<void> {
    if (this.#isComplete) return Promise.resolve();
    this.#coming ??= this.#load().finally(() => {
      this.#coming = undefined;
    });
    return this.#coming;
  }

  /** Loads this part synchronously if it is missing. Throws a LoadError if that fails; you can then try again. */
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

  /** Returns the error of loading this part when the engine needed it, and clears it. */
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
      // A call may have loaded it synchronously meanwhile.
      if (!this.#isComplete) await WebAssembly.instantiate(module, this.#imports());
      this.#isComplete = true;
    } catch (error) {
      throw this.#missing(error);
    }
  }

  /** Called by placeholders. A caller may have read a placeholder from the table before the part was loaded. */
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
