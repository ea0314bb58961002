// Modules that a run keeps, so that their text can be asked for later.
import type { ModuleHandle } from "./engine-api";

/** Modules by their `diffId`: passes that change nothing add none. */
export class Snapshots {
  readonly #modules = new Map<number, ModuleHandle>();

  /** Takes the handle over and returns the module's number; a second handle to it is freed. */
  keep(mod: ModuleHandle): number {
    const id = mod.diffId();
    if (this.#modules.has(id)) mod.dispose();
    else this.#modules.set(id, mod);
    return id;
  }

  module(id: number): ModuleHandle | undefined {
    return this.#modules.get(id);
  }

  dispose(): void {
    for (const mod of this.#modules.values()) mod.dispose();
    this.#modules.clear();
  }
}

/** The module that goes from pass to pass; frees each when the next takes its place. */
export class Chain {
  #module: ModuleHandle;

  constructor(private readonly start: ModuleHandle) {
    this.#module = start;
  }

  get module(): ModuleHandle {
    return this.#module;
  }

  advance(next: ModuleHandle): void {
    if (this.#module !== this.start && this.#module !== next) this.#module.dispose();
    this.#module = next;
  }

  dispose(): void {
    this.advance(this.start);
  }
}
