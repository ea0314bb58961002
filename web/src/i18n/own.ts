// Looks up names that come from links, files, elements or code.

/**
 * The table's own member with this name. A plain lookup would also find what each object inherits: `constructor`,
 * `toString`.
 */
export function own<T>(
  table: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  // eslint-disable-next-line passcope/names-from-outside -- This is the checked lookup.
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Sets the table's own member with this name. An assignment to `__proto__` would replace the prototype. */
export function setOwn<T>(table: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(table, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
