// Objects that the engine holds and JavaScript names.

import "./symbols.js";

import { raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import type { Scope, Scoped } from "./scope.js";
import { say } from "./messages.js";
import type { Message } from "./errors.js";

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
 * the garbage collector, which does not know how large it is. Expressions, modules and arrays that are
 * obtained in a `scope` or in a callback are freed at its end.
 */
export abstract class EngineObject extends Body implements Disposable, Scoped {
  #handle: number;
  #scope: Scope | undefined;
  #freedByScope = false;

  /** @internal A scope holds its objects strongly: they need no finalizer. */
  constructor(handle: number, body?: object, scope?: Scope) {
    super(body);
    if (!Number.isSafeInteger(handle) || handle < 0) {
      throw new TypeError("objects of the engine are made by its functions, not by `new`");
    }
    this.#handle = handle;
    this.#scope = scope;
    if (scope) scope.add(this);
    else finalizers.register(this, handle, this);
  }

  /** @internal The engine's number of this object. */
  get handle(): number {
    if (this.#handle === 0) {
      throw usageError(
        say("this {object} has been disposed", { object: this.sort }),
        this.disposedNotes(),
      );
    }
    return this.#handle;
  }

  /** Whether the object was freed, by `dispose` or at the end of its scope. */
  get disposed(): boolean {
    return this.#handle === 0;
  }

  /** Frees the object in the engine. Using it afterwards is an error; disposing it again is not. */
  dispose(): void {
    if (this.#handle === 0) return;
    if (!this.#scope) finalizers.unregister(this);
    release(this.#handle);
    this.#handle = 0;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  moveScope(from: Scope, to: Scope | undefined): void {
    if (this.#scope !== from || this.#handle === 0) return;
    this.#scope = to;
    if (to) to.add(this);
    else finalizers.register(this, this.#handle, this);
  }

  /** @internal */
  leaveScope(scope: Scope): void {
    if (this.#scope !== scope || this.#handle === 0) return;
    this.#freedByScope = true;
    this.dispose();
  }

  /** @internal Whether a scope holds this. */
  protected get scoped(): boolean {
    return this.#scope !== undefined;
  }

  /** What this is called in messages. */
  protected get sort(): string {
    return this.constructor.name;
  }

  /** What to add to the message when this is used after it was freed. */
  protected disposedNotes(): Message[] {
    if (!this.#freedByScope) return [];
    return [
      say(
        "an object of a callback or a scope is freed at its end: return it, or keep() or clone() it",
      ),
    ];
  }
}

/** @internal Another handle to the same object of the engine. */
export function cloneHandle(object: EngineObject): number {
  return raw().clone(object.handle);
}
