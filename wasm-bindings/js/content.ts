// The property `content` of programs and arrays, by which comparisons of test runners tell them apart.
//
// `assert.deepStrictEqual`, `toEqual` of Vitest, Jest and Bun, and similar functions compare the own enumerable
// properties of two objects. Those of a handle would say nothing about the object in the engine. So each object has an
// enumerable getter `content`: a text that two objects share if and only if they are equal. It is computed when a
// comparison reads it, and it shows what differs where the comparison fails.

/** An object whose content can be compared. */
interface Comparable {
  readonly disposed: boolean;
}

interface Known {
  readonly object: WeakRef<Comparable>;
  readonly text: string;
  readonly content: string;
}

/** The contents that were read lately, by their hashes. */
const known = new Map<string, readonly Known[]>();
const kKept = 256;

/**
 * The content of a program. Equal programs may print differently, because names of bound variables do not count. They
 * get the text of the one that was read first. Different programs may print alike, because constants are not printed.
 * They differ in the hash, or in a number if even the hash is the same.
 *
 * @internal
 * @param hash the same for equal programs.
 * @param same true if another program with this hash is equal.
 */
export function contentOf<T extends Comparable>(
  object: T,
  hash: string,
  text: string,
  same: (other: T) => boolean,
): string {
  const alive = (known.get(hash) ?? []).filter((each) => each.object.deref()?.disposed === false);
  for (const each of alive) {
    const other = each.object.deref() as T | undefined;
    if (other && (other === object || same(other))) return each.content;
  }
  const alike = alive.filter((each) => each.text === text).length;
  const content = `${text.trimEnd()}\n// ${hash.slice(0, 16)}${alike > 0 ? ` (${alike + 1})` : ""}`;
  known.delete(hash);
  known.set(hash, [...alive, { object: new WeakRef(object), text, content }]);
  for (const oldest of known.keys()) {
    if (known.size <= kKept) break;
    known.delete(oldest);
  }
  return content;
}

let lastNumber = 0;
const numbers = new WeakMap<object, number>();

/** @internal A text that no other object has, for objects that are equal only to themselves. */
export function ownContent(object: object, name: string): string {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = ++lastNumber));
  return `${name} ${number}`;
}

/** @internal An object with a getter of its content on its class. */
export interface WithContent {
  readOwnContent(): string;
}

/** One function for all objects, so that they keep their common shape. */
const property: PropertyDescriptor & ThisType<WithContent> = {
  get() {
    return this.readOwnContent();
  },
  enumerable: true,
  configurable: true,
};

/** @internal Gives an object the enumerable getter `content`. */
export const defineContent = (object: WithContent): void => {
  Object.defineProperty(object, "content", property);
};
