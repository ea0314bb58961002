// Objects of the engine, with a handle in JavaScript.

import "./symbols.js";

import { defineContent, ownContent } from "./content.js";
import { raw, release, uses } from "./engine.js";
import { usageError } from "./errors.js";
import { fields, inspectKey, inspected, type Inspect, type InspectOptions } from "./inspect.js";
import type { Scope, Scoped } from "./scope.js";
import { count, finish, forget, track, type Tracked } from "./memory.js";
import { say } from "./messages.js";
import type { Message } from "./errors.js";

// Frees objects that nobody disposes of. It may run late or never, because the collector does not see the engine's
// memory.
const finalizers = new FinalizationRegistry<number | Tracked>((held) => {
  if (typeof held === "number") release(held);
  else finish(held);
});

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
  /**
   * What deep comparisons compare, such as `assert.deepStrictEqual` and `toEqual`: a text that two objects share if
   * they are equal. It is an enumerable property of the object. It is computed whenever it is read.
   *
   * Modules and expressions are equal if they are structurally equal. Their free variables are compared by name and
   * type. Arrays are equal if they have the same shape, data type and bytes. Passes and patterns are functions, which
   * are equal only to themselves, and so is a GraphModule. Other objects are equal if `toJSON()` returns the same.
   */
  declare readonly content: string;

  #handle: number;
  #scope: Scope | undefined;
  #tracked: Tracked | undefined;
  #freedByScope = false;

  /** @internal A scope holds its objects strongly, so they need no finalizer. */
  constructor(handle: number, body?: object, scope?: Scope) {
    super(body);
    if (!Number.isSafeInteger(handle) || handle < 0) {
      throw new TypeError("objects of the engine are made by its functions, not by `new`");
    }
    this.#handle = handle;
    this.#scope = scope;
    if (typeof this !== "function") defineContent(this);
    uses.begun = true;
    count();
    if (scope) scope.add(this);
    else this.#letCollect();
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
    if (this.#tracked) forget(this.#tracked);
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
    else this.#letCollect();
  }

  /** Frees the object when it is collected. */
  #letCollect(): void {
    this.#tracked = track(this, this.#handle);
    finalizers.register(this, this.#tracked ?? this.#handle, this);
  }

  /** @internal */
  leaveScope(scope: Scope): void {
    if (this.#scope !== scope || this.#handle === 0) return;
    this.#freedByScope = true;
    this.dispose();
  }

  /** Plain data about the object, for `JSON.stringify`. It does not contain weights. */
  toJSON(): unknown {
    return { class: this.sort };
  }

  override toString(): string {
    return `[object ${this.sort}]`;
  }

  /** @internal */
  [inspectKey](depth?: number | null, options?: InspectOptions, inspect?: Inspect): string {
    if (this.disposed)
      return inspected(
        { show: () => `${this.sort} { disposed }` },
        this.sort,
        depth,
        options,
        inspect,
      );
    return inspected(this, this.sort, depth, options, inspect);
  }

  /** @internal The text that is shown by `console.log`. */
  show(options: InspectOptions, inspect?: Inspect): string {
    return fields(this.sort, this.toJSON(), options, inspect);
  }

  /** @internal */
  readOwnContent(): string {
    return this.disposed ? ownContent(this, `disposed ${this.sort}`) : this.comparedContent();
  }

  /** @internal The content of an object that is not disposed. */
  protected comparedContent(): string {
    return `${this.sort} ${JSON.stringify(this.toJSON())}`;
  }

  /** @internal The name of the class in the warning about used memory. */
  get memoryClass(): string {
    return this.sort;
  }

  /** @internal The size of the object's elements, if it is known. */
  get memoryBytes(): number {
    return 0;
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
