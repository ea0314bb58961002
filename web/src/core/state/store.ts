// The store: one immutable state, and listeners that are called on changes.
import type { ReactiveController, ReactiveControllerHost } from "lit";

export class Store<S extends object> {
  #state: S;
  readonly #listeners = new Set<() => void>();

  constructor(initial: S) {
    this.#state = initial;
  }

  get state(): S {
    return this.#state;
  }

  /** Replaces some fields. Listeners are called if any of them has a new value. */
  update(patch: Partial<S>): void {
    const next = { ...this.#state, ...patch };
    const keys = Object.keys(patch) as (keyof S)[];
    if (keys.every((key) => Object.is(next[key], this.#state[key]))) return;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * Renders an element again when a field of the store changes that its last rendering read. The renderer must run in
 * `record` and read the state from `state`.
 */
export class Watch<S extends object> implements ReactiveController {
  #unsubscribe: (() => void) | undefined;
  #recording = false;
  /** The fields that the last rendering read, with their values at that time. */
  #read = new Map<keyof S, unknown>();
  readonly #recorder: S;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly store: Store<S>,
  ) {
    this.#recorder = new Proxy(store.state, {
      get: (_, key) => {
        const field = key as keyof S;
        const value = this.store.state[field];
        if (this.#recording) this.#read.set(field, value);
        return value;
      },
    });
    host.addController(this);
  }

  /** The store's state. During `record`, each field that is read is noted. */
  get state(): S {
    return this.#recording ? this.#recorder : this.store.state;
  }

  /** Runs a rendering and replaces the noted fields by those that it reads. */
  record(rendering: () => void): void {
    this.#read = new Map();
    this.#recording = true;
    try {
      rendering();
    } finally {
      this.#recording = false;
    }
  }

  hostConnected(): void {
    this.#unsubscribe = this.store.subscribe(() => this.#compare());
    // Something may have changed while the element was not in the page.
    this.#compare();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #compare(): void {
    const { state } = this.store;
    for (const [field, value] of this.#read) {
      if (Object.is(state[field], value)) continue;
      this.host.requestUpdate();
      return;
    }
  }
}
