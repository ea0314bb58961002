// Objects of the engine, with a handle in JavaScript.

import "./symbols.js";

import { raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import type { Scope, Scoped } from "./scope.js";
import { say } from "./messages.js";
import type { Message } from "./errors.js";

// Frees objects that nobody disposes of. It may run late or never, because the collector does not see the engine's
// memory.
const finalizers = new FinalizationRegistry<number>(release);

/** Lets a class give its instances another body, such as a function, before fields are added. */
class Body {
  constructor(body?: object) {
    if (body) return body;
  }
}

/**
 * Base of all objects in the engine. Free an object with `dispose()` or `using`, or leave it to the garbage collector,
 * which does not know how large it is. At the end of a `scope` or a callback, the expressions, modules and arrays from
 * inside of it are freed.
 */
export abstract class EngineObject extends Body implements Disposable, Scoped {
  #handle: number;
  #scope: Scope | undefined;
  #freedByScope = false;

  /** @internal A scope holds its objects strongly, so they need no finalizer. */
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

  /** @internal The engine's number of this object. Throws if the object has been disposed. */
  get handle(): number {
    if (this.#handle === 0) {
      throw usageError(
        say("kObjectDisposed", "this {object} has been disposed", { object: this.sort }),
        this.disposedNotes(),
      );
    }
    return this.#handle;
  }

  /** True if the object was freed, by `dispose` or at the end of its scope. */
  get disposed(): boolean {
    return this.#handle === 0;
  }

  /** Frees the object in the engine. Using it afterwards throws; disposing it again does nothing. */
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

  /** @internal True if a scope holds this object. */
  protected get scoped(): boolean {
    return this.#scope !== undefined;
  }

  /** The name of this kind of object in messages. */
  protected get sort(): string {
    return this.constructor.name;
  }

  /** Notes for the message that appears when a freed object is used. */
  protected disposedNotes(): Message[] {
    if (!this.#freedByScope) return [];
    return [
      say(
        "kScopeObjectFreedHint",
        "an object of a callback or a scope is freed at its end: return it, or keep() or clone() it",
      ),
    ];
  }
}

/** @internal Makes another handle to the same object of the engine. */
export function cloneHandle(object: EngineObject): number {
  return raw().clone(object.handle);
}
