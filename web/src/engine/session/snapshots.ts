// The modules that a run keeps for later requests of their text.
import type { ModuleHandle } from "./engine-api";

/** Modules by their `diffId`: passes that change nothing add none. */
export class Snapshots {
  readonly #modules = new Map<number, ModuleHandle>();

  /** Takes ownership of the handle and returns the module's number. A second handle to a known module is freed. */
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

/** The module that passes hand on. Each is freed when the next one replaces it. */
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
