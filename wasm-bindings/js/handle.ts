// Objects that the engine holds and JavaScript names.

import "./symbols.js";

import { raw, release } from "./engine.js";
import { usageError } from "./errors.js";

// A net for what nobody disposes. It may be cast late or never: the engine's memory does not count
// as the collector's.
const finalizers = new FinalizationRegistry<number>(release);

/** Lets a class give its instances another body, such as a function, before fields are added. */
class Body {
  constructor(body?: object) {
    if (body) return body;
  }
}

/**
 * Base of everything that lives in the engine. Free it with `dispose()`, with `using`, or leave it to
 * the garbage collector, which does not know how large it is.
 */
export abstract class EngineObject extends Body implements Disposable {
  #handle: number;

  /** @internal */
  constructor(handle: number, body?: object) {
    super(body);
    this.#handle = handle;
    finalizers.register(this, handle, this);
  }

  /** @internal The engine's number of this object. */
  get handle(): number {
    if (this.#handle === 0) {
      throw usageError(`this ${this.constructor.name} has been disposed`, this.disposedNotes());
    }
    return this.#handle;
  }

  /** Whether `dispose` was called. */
  get disposed(): boolean {
    return this.#handle === 0;
  }

  /** Frees the object in the engine. Using it afterwards is an error; disposing it again is not. */
  dispose(): void {
    if (this.#handle === 0) return;
    finalizers.unregister(this);
    release(this.#handle);
    this.#handle = 0;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** What to add to the message when this is used after `dispose`. */
  protected disposedNotes(): string[] {
    return [];
  }
}

/** @internal Another handle to the same object of the engine. */
export function cloneHandle(object: EngineObject): number {
  return raw().clone(object.handle);
}
