// The programs of sources in a worker: of texts, of the engine's models and of other frameworks' files. One is kept.
import type { ImportDescription, ModelFiles, ProgramSource } from "../../core/protocol/messages";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import { Imports, type Tell } from "./imports";

/** A program that was made, with the values of its parameters. */
export interface MadeProgram {
  readonly mod: ModuleHandle;
  readonly params: Params;
}

interface KeptProgram extends MadeProgram {
  /** The source as JSON, by which two sources are compared. */
  readonly key: string;
}

export function freeProgram({ mod, params }: MadeProgram): void {
  mod.dispose();
  Object.values(params).forEach((param) => param.dispose());
}

export class Programs {
  #kept: KeptProgram | undefined;
  readonly #imports: Imports;
  /** Imports wait for each other: each takes the memory of a file. */
  #importing: Promise<unknown> = Promise.resolve();

  constructor(private readonly engine: Engine) {
    this.#imports = new Imports(engine);
  }

  /** What a model's file holds. */
  describe(file: Blob, tell: Tell): Promise<ImportDescription> {
    return this.#alone(() => this.#imports.describe(file, tell));
  }

  /** Ends the reading of a file. */
  stop(): void {
    this.#imports.stop();
  }

  /** One file after the other. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#importing.then(work, work);
    this.#importing = done.catch(() => undefined);
    return done;
  }

  /** Whether the program that is kept is that of a source. */
  isKept(source: ProgramSource): boolean {
    return JSON.stringify(source) === this.#kept?.key;
  }

  /** The program of a source; one is kept, since a model's weights are tens of megabytes. */
  load(
    source: ProgramSource,
    files: ModelFiles | undefined,
    tell: Tell,
  ): MadeProgram | Promise<MadeProgram> {
    const key = JSON.stringify(source);
    if (source.kind !== "import") return this.#keep(key, () => this.make(source));
    return this.#alone(async () => {
      if (this.#kept?.key === key) return this.#kept;
      if (!files) throw new MissingFile(source.name);
      // Both programs need not be there at once.
      this.#free();
      const made = await this.#imports.import(source, files, tell);
      return this.#keep(key, () => made);
    });
  }

  /** A program that is not kept: who asks for it frees it. */
  make(source: Exclude<ProgramSource, { kind: "import" }>): MadeProgram {
    return source.kind === "model"
      ? this.engine.workload(source.name, source.options)
      : { mod: this.engine.parse(source.text, source.title), params: {} };
  }

  #keep(key: string, make: () => MadeProgram): MadeProgram {
    if (this.#kept?.key === key) return this.#kept;
    this.#free();
    this.#kept = { key, ...make() };
    return this.#kept;
  }

  #free(): void {
    if (this.#kept) freeProgram(this.#kept);
    this.#kept = undefined;
  }

  dispose(): void {
    this.#imports.dispose();
    this.#free();
  }
}

/** A program that was imported from a file which is not at hand. */
class MissingFile extends Error {
  override readonly name = "MissingFile";
  constructor(file: string) {
    super(`the program needs the file ${file}`);
  }
}
