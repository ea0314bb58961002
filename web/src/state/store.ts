// A store small enough to read in one sitting: one immutable state, and listeners told of changes.
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

  /** Replaces some fields. Listeners hear of it when any of them is another value than before. */
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
 * Ties an element to some fields of the store: it is rendered again only when one of them changed.
 */
export class Watch<S extends object, K extends keyof S> implements ReactiveController {
  #unsubscribe: (() => void) | undefined;
  #seen: readonly S[K][] = [];

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly store: Store<S>,
    private readonly keys: readonly K[],
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#seen = this.#values();
    this.#unsubscribe = this.store.subscribe(() => {
      const values = this.#values();
      if (values.every((value, i) => Object.is(value, this.#seen[i]))) return;
      this.#seen = values;
      this.host.requestUpdate();
    });
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #values(): S[K][] {
    const { state } = this.store;
    return this.keys.map((key) => state[key]);
  }
}
