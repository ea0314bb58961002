// Imports models of other frameworks in a worker: reads their files into the engine's memory and makes programs.
import type { ImportDescription, ImportSource, ModelFiles } from "../../core/protocol/messages";
import type { Engine, FileHandle, ModuleHandle, Params } from "./engine-api";
import { setOwn } from "../../i18n/own";

/** Gets the share of reading or converting a file that is done, from 0 to 1. */
export type Tell = (phase: "read" | "convert", done: number) => void;

/** The smallest reported progress: a file comes in thousands of pieces. */
const STEP = 0.01;

function inSteps(phase: "read" | "convert", tell: Tell): (done: number) => void {
  let last = 0;
  return (done) => {
    if (done < 1 && done < last + STEP) return;
    last = done;
    tell(phase, done);
  };
}

export class Imports {
  /** The file that was described last. An import of the same file need not read it again. */
  #described: { readonly blob: Blob; readonly file: FileHandle } | undefined;
  #stop: AbortController | undefined;

  constructor(private readonly engine: Engine) {}

  /** Describes the contents of a model's file. */
  async describe(blob: Blob, tell: Tell): Promise<ImportDescription> {
    this.#forget();
    await this.engine.completeFrontends();
    const file = await this.#read(blob, tell);
    try {
      const description = file.describe();
      this.#described = { blob, file };
      return description;
    } catch (error) {
      file.dispose();
      throw error;
    }
  }

  /** The program of a model. */
  async import(
    source: ImportSource,
    { model, external }: ModelFiles,
    tell: Tell,
  ): Promise<{ mod: ModuleHandle; params: Params }> {
    await this.engine.completeFrontends();
    const used: FileHandle[] = [];
    try {
      const take = async (blob: Blob): Promise<FileHandle> => {
        const file = await this.#take(blob, tell);
        used.push(file);
        return file;
      };
      const file = await take(model);
      const data: Record<string, FileHandle> = {};
      for (const [path, blob] of Object.entries(external)) setOwn(data, path, await take(blob));
      return this.engine.importModel(source, file, data, inSteps("convert", tell));
    } finally {
      // The weights are views of the file and keep its memory.
      for (const file of used) file.dispose();
    }
  }

  /** Ends the reading of a file. A conversion cannot be ended from inside the worker. */
  stop(): void {
    this.#stop?.abort(new Error("stopped"));
  }

  dispose(): void {
    this.stop();
    this.#forget();
  }

  /** The file of a blob. A blob that is sent again is another object, so blobs are compared by their properties. */
  async #take(blob: Blob, tell: Tell): Promise<FileHandle> {
    const known = this.#described;
    if (!known || !same(known.blob, blob)) return this.#read(blob, tell);
    this.#described = undefined;
    return known.file;
  }

  async #read(blob: Blob, tell: Tell): Promise<FileHandle> {
    const stop = new AbortController();
    this.#stop = stop;
    try {
      return await this.engine.loadFile(blob, stop.signal, inSteps("read", tell));
    } finally {
      if (this.#stop === stop) this.#stop = undefined;
    }
  }

  #forget(): void {
    this.#described?.file.dispose();
    this.#described = undefined;
  }
}

const same = (a: Blob, b: Blob): boolean =>
  a.size === b.size &&
  a instanceof File &&
  b instanceof File &&
  a.name === b.name &&
  a.lastModified === b.lastModified;
