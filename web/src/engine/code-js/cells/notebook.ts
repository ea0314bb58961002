// Runs cells one after the other. Each cell becomes a module, is imported natively, and gets the names of earlier
// cells.
import type { CodePlace } from "../../../core/protocol/code";
import type { CellFiles } from "../../../core/protocol/notebook";
import { setPlaces } from "../../session/code-place";
import { checkLength } from "../code-length";
import type { Namespace } from "../../session/package-parts";
import { rewriteCell } from "./rewrite";

export interface Cell {
  readonly name: string;
  readonly code: string;
}

/** The place in a cell where an error was thrown. */
export interface CellPlace {
  readonly cell: string;
  readonly line: number;
}

interface LoadedCell {
  readonly cell: string;
  readonly names: readonly string[];
  readonly origin: (place: CodePlace) => CodePlace;
}

type CellFunction = (shared: object, passcope: Namespace) => Promise<unknown>;

/** How modules are made and imported: browsers and Node differ in that. */
export interface Modules {
  /** Returns a URL for the text of a module. */
  readonly urlOf: (text: string) => string;
  readonly load: (url: string) => Promise<unknown>;
}

const blobs: Modules = {
  urlOf: (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" })),
  load: (url) => import(/* @vite-ignore */ url),
};

export class Notebook {
  readonly #values = new Map<string, unknown>();
  readonly #names = new Map<string, "variable" | "constant">();
  readonly #files = Object.create(null) as Record<string, ArrayBuffer>;
  /** The modules of all cells, for stack traces: a cell's functions may be called much later. */
  readonly #loaded: LoadedCell[] = [];
  /** The variables as the cells see them. */
  readonly #shared = new Proxy<object>(Object.create(null) as object, {
    has: (_, name) => typeof name === "string" && this.#values.has(name),
    get: (_, name) => {
      if (typeof name === "symbol") return undefined;
      if (!this.#values.has(name)) throw new ReferenceError(`${name} is not defined`);
      return this.#values.get(name);
    },
    set: (_, name, value) => {
      if (typeof name === "symbol") return false;
      if (!this.#values.has(name)) throw new ReferenceError(`${name} is not defined`);
      this.#values.set(name, value);
      return true;
    },
  });

  constructor(
    private readonly passcope: Namespace,
    private readonly modules: Modules = blobs,
  ) {
    // Cells read files as files["name"].
    this.#names.set("files", "constant");
    this.#values.set("files", this.#files);
  }

  /** Adds files for the cells. */
  give(files: CellFiles): void {
    Object.assign(this.#files, files);
  }

  /**
   * Runs a cell. Resolves with the value of its last statement if that is an expression. Throws a CodeError for
   * mistakes found before it runs, and any error that the cell throws.
   */
  async run({ name, code }: Cell): Promise<unknown> {
    checkLength(code);
    const { text, names, origin } = rewriteCell(code, {
      names: this.#names,
      isGlobal: (global) => Reflect.has(globalThis, global),
      exports: new Set(Object.keys(this.passcope)),
    });
    const module = `cell-${this.#loaded.length + 1}.js`;
    const url = this.modules.urlOf(`${text}\n//# sourceURL=${module}\n`);
    this.#loaded.push({ cell: name, names: [module, url], origin });
    setPlaces({ url, origin, name: module });
    try {
      const { default: run } = (await this.modules.load(url)) as { default: CellFunction };
      for (const [declared, sort] of names) {
        this.#names.set(declared, sort);
        if (!this.#values.has(declared)) this.#values.set(declared, undefined);
      }
      return await run(this.#shared, this.passcope);
    } finally {
      if (url.startsWith("blob:")) URL.revokeObjectURL(url);
    }
  }

  /** The innermost place of any cell in the stack trace of an error. */
  placeOf(error: unknown): CellPlace | undefined {
    if (!(error instanceof Error) || typeof error.stack !== "string") return undefined;
    const head = `${error.name}: ${error.message}`;
    const stack = error.stack.startsWith(head) ? error.stack.slice(head.length) : error.stack;
    for (const frame of stack.split("\n")) {
      for (const { cell, names, origin } of this.#loaded) {
        const name = names.find((known) => frame.includes(`${known}:`));
        const place = name && /:(\d+):(\d+)\)?$/.exec(frame);
        if (!place) continue;
        return { cell, line: origin({ line: Number(place[1]), column: Number(place[2]) }).line };
      }
    }
    return undefined;
  }
}
