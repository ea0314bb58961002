// Models of other frameworks in a worker: their files, read into the engine's memory, and the programs made of them.
import type { ImportDescription, ImportSource, ModelFiles } from "../../core/protocol/messages";
import type { Engine, FileHandle, ModuleHandle, Params } from "./engine-api";

/** Told what is done of the reading of a file or of converting it, from 0 to 1. */
export type Tell = (phase: "read" | "convert", done: number) => void;

/** Progress is told no more often than that: a file comes in thousands of pieces. */
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
  /** The file that was described last; who imports it next need not read it once more. */
  #described: { readonly blob: Blob; readonly file: FileHandle } | undefined;
  #stop: AbortController | undefined;

  constructor(private readonly engine: Engine) {}

  /** What a model's file holds. */
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
      for (const [path, blob] of Object.entries(external)) data[path] = await take(blob);
      return this.engine.importModel(source, file, data, inSteps("convert", tell));
    } finally {
      // The weights that view a file keep its memory.
      for (const file of used) file.dispose();
    }
  }

  /** Ends the reading of a file; converting it cannot be ended from inside of the worker. */
  stop(): void {
    this.#stop?.abort(new Error("stopped"));
  }

  dispose(): void {
    this.stop();
    this.#forget();
  }

  /** A file that was sent once more is another object, so files are told apart by what is known of them. */
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
