// Scopes, which free the objects from inside of them at their end.

import { synchronous, synchronousGiven } from "./given.js";

/** @internal The part of an object that a scope uses. */
export interface Scoped {
  /** Moves the object from one scope to another, or to none. */
  moveScope(from: Scope, to: Scope | undefined): void;
  /** Frees the object if it still belongs to the scope. */
  leaveScope(scope: Scope): void;
}

/** @internal */
export class Scope {
  readonly #objects: Scoped[] = [];

  constructor(readonly outer: Scope | undefined) {}

  add(object: Scoped): void {
    this.#objects.push(object);
  }

  release(): void {
    for (const object of this.#objects) object.leaveScope(this);
  }
}

let current: Scope | undefined;

/** @internal The innermost open scope. */
export const currentScope = (): Scope | undefined => current;

/** Calls `use` with the objects in a value: the value itself, and objects in arrays, maps and plain objects. */
function forEachObject(value: unknown, use: (object: Scoped) => void, seen: Set<unknown>): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return;
  if ("moveScope" in value) {
    use(value as Scoped);
    return;
  }
  if (typeof value === "function" || seen.has(value)) return;
  seen.add(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === Object.prototype || prototype === null;
  if (Array.isArray(value) || value instanceof Set) {
    for (const item of value as Iterable<unknown>) forEachObject(item, use, seen);
  } else if (value instanceof Map || plain) {
    const items = value instanceof Map ? value.values() : Object.values(value);
    for (const item of items as Iterable<unknown>) forEachObject(item, use, seen);
  }
}

/**
 * Runs `body`, which must not be asynchronous. Then frees the expressions, modules and arrays that were made or looked
 * at in it. It keeps those in the result, also in arrays, maps and plain objects, and those that `keep` or `clone` was
 * called for. Hooks, passes and visitors in JavaScript run in scopes of their own.
 */
export function scope<T>(body: () => T): T {
  synchronousGiven("scope", "body", body);
  const mine = new Scope(current);
  current = mine;
  try {
    const result = synchronous("scope", "body", body());
    forEachObject(result, (object) => object.moveScope(mine, mine.outer), new Set());
    return result;
  } finally {
    current = mine.outer;
    mine.release();
  }
}

/** @internal Runs `body` in the open scope, or in a new scope if none is open. */
export const inSomeScope = <T>(body: () => T): T => (current ? body() : scope(body));

/** Removes an object from the open scopes. It then lives until `dispose` or its collection. */
export function keep<T>(value: T): T {
  forEachObject(
    value,
    (object) => {
      for (let from = current; from; from = from.outer) object.moveScope(from, undefined);
    },
    new Set(),
  );
  return value;
}
