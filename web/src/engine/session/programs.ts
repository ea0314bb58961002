// Makes programs from sources in a worker: from texts, the engine's models and other frameworks' files. It keeps the
// latest one.
import type { ImportDescription, ModelFiles, ProgramSource } from "../../core/protocol/messages";
import type { Engine, ModuleHandle, Params } from "./engine-api";
import { Imports, type Tell } from "./imports";

/** A program with the values of its parameters. */
export interface MadeProgram {
  readonly mod: ModuleHandle;
  readonly params: Params;
}

interface KeptProgram extends MadeProgram {
  /** The source as JSON, for comparing sources. */
  readonly key: string;
}

export function freeProgram({ mod, params }: MadeProgram): void {
  mod.dispose();
  Object.values(params).forEach((param) => param.dispose());
}

export class Programs {
  #kept: KeptProgram | undefined;
  readonly #imports: Imports;
  /** The latest import. Imports run one after the other, because each needs memory for a file. */
  #importing: Promise<unknown> = Promise.resolve();

  constructor(private readonly engine: Engine) {
    this.#imports = new Imports(engine);
  }

  /** Describes the contents of a model's file. */
  describe(file: Blob, tell: Tell): Promise<ImportDescription> {
    return this.#alone(() => this.#imports.describe(file, tell));
  }

  /** Ends the reading of a file. */
  stop(): void {
    this.#imports.stop();
  }

  /** Runs `work` after all earlier imports. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#importing.then(work, work);
    this.#importing = done.catch(() => undefined);
    return done;
  }

  /** Whether the kept program is that of a source. */
  isKept(source: ProgramSource): boolean {
    return JSON.stringify(source) === this.#kept?.key;
  }

  /** The program of a source. The latest one is kept, because a model's weights are tens of megabytes. */
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
      // The old program is freed first to save memory.
      this.#free();
      const made = await this.#imports.import(source, files, tell);
      return this.#keep(key, () => made);
    });
  }

  /** Makes a program that is not kept. The caller frees it. */
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

/** The file of an imported program is missing. */
class MissingFile extends Error {
  override readonly name = "MissingFile";
  constructor(file: string) {
    super(`the program needs the file ${file}`);
  }
}
