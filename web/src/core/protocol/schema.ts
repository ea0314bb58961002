// Descriptions of data, which give both types and checks. A check copies: the copy has only the described fields. Other
// fields, accessors and prototypes are not copied.

import { own } from "../../i18n/own";

/** Returns a copy of a value that fits the description; throws a Mismatch for any other. */
export type Schema<T> = (value: unknown) => T;

/** The type that a schema describes. */
export type Described<S extends Schema<unknown>> = ReturnType<S>;

export class Mismatch extends Error {
  override name = "Mismatch";
}

/** The bounds of a whole value, besides those that its schema sets for each part. */
export interface Budget {
  /** Values of any kind, down to single numbers. */
  readonly values: number;
  /** Characters of all texts together, including the keys of tables. */
  readonly characters: number;
  /** The greatest nesting depth of objects and lists. */
  readonly depth: number;
}

/** The rest of the budget of the value that is being checked. */
let left: { values: number; characters: number; depth: number } | undefined;

/** Takes one value with `characters` characters from the budget. */
function spend(characters = 0): void {
  if (!left) return;
  left.values -= 1;
  left.characters -= characters;
  if (left.values < 0 || left.characters < 0) throw new Mismatch("too large");
}

/** Checks the contents of an object or a list. */
function inside<T>(check: () => T): T {
  if (!left) return check();
  spend();
  left.depth -= 1;
  if (left.depth < 0) throw new Mismatch("too deep");
  const result = check();
  left.depth += 1;
  return result;
}

/** The schema within a budget. `charge` gets the amounts that a value has used. */
export const within =
  <T>(
    budget: Budget,
    of: Schema<T>,
    charge: (values: number, characters: number) => void = () => undefined,
  ): Schema<T> =>
  (value) => {
    const before = left;
    left = { ...budget };
    try {
      const copy = of(value);
      charge(budget.values - left.values, budget.characters - left.characters);
      return copy;
    } finally {
      left = before;
    }
  };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const number: Schema<number> = (value) => {
  if (typeof value !== "number") throw new Mismatch("not a number");
  spend();
  return value;
};

/** Neither infinite nor NaN. */
export const finite: Schema<number> = (value) => {
  if (!Number.isFinite(value)) throw new Mismatch("not a finite number");
  return number(value);
};

/** A finite number that is not negative: a time, a size, a count. */
export const amount: Schema<number> = (value) => {
  if (finite(value) < 0) throw new Mismatch("less than nothing");
  return value as number;
};

export const integer: Schema<number> = (value) => {
  if (!Number.isSafeInteger(value)) throw new Mismatch("not an integer");
  return number(value);
};

/** Integers of 32 bits, in one typed array. */
export const integers: Schema<Int32Array> = (value) => {
  if (!(value instanceof Int32Array) || value.length > 10_000_000)
    throw new Mismatch("not numbers");
  spend(value.length);
  return Int32Array.from(value);
};

export const boolean: Schema<boolean> = (value) => {
  if (typeof value !== "boolean") throw new Mismatch("not a boolean");
  spend();
  return value;
};

/** A text of at most `length` characters. */
export const string =
  (length = 10_000): Schema<string> =>
  (value) => {
    if (typeof value !== "string" || value.length > length) throw new Mismatch("not a text");
    spend(value.length);
    return value;
  };

export const literal =
  <const T extends string | number | undefined>(...values: readonly T[]): Schema<T> =>
  (value) => {
    if (!values.includes(value as T)) throw new Mismatch("not one of the values");
    spend();
    return value as T;
  };

/** The schema with a check of the whole value; `wrong` returns the mistake or false. */
export const refined =
  <T>(of: Schema<T>, wrong: (copy: T) => string | false): Schema<T> =>
  (value) => {
    const copy = of(value);
    const why = wrong(copy);
    if (why !== false) throw new Mismatch(why);
    return copy;
  };

/** A number, a text or a boolean. */
export const scalar: Schema<number | string | boolean> = (value) =>
  typeof value === "number"
    ? finite(value)
    : typeof value === "boolean"
      ? boolean(value)
      : string()(value);

export const array =
  <T>(of: Schema<T>, length = 100_000): Schema<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > length) throw new Mismatch("not an array");
    // A hole reads as undefined, even if code has added elements to the prototype of arrays.
    return inside(() =>
      Array.from({ length: value.length }, (_, i) =>
        of(Object.hasOwn(value, i) ? (value as unknown[])[i] : undefined),
      ),
    );
  };

export const tuple =
  <T extends readonly unknown[]>(...of: { [I in keyof T]: Schema<T[I]> }): Schema<Readonly<T>> =>
  (value) => {
    if (!Array.isArray(value) || value.length !== of.length) throw new Mismatch("not a tuple");
    return inside(() =>
      of.map((schema, i) => schema((value as unknown[])[i])),
    ) as unknown as Readonly<T>;
  };

/** A table from arbitrary names to values of one schema. */
export const record =
  <T>(of: Schema<T>, size = 100_000): Schema<Readonly<Record<string, T>>> =>
  (value) => {
    if (!isRecord(value)) throw new Mismatch("not a table");
    const keys = Object.keys(value);
    if (keys.length > size) throw new Mismatch("too large a table");
    const name = string(1000);
    return inside(() =>
      Object.fromEntries(
        keys.filter((key) => key !== "__proto__").map((key) => [name(key), of(own(value, key))]),
      ),
    );
  };

const optional: unique symbol = Symbol("optional");
interface Optional {
  readonly [optional]: true;
}

/** The schema of a field that may be absent. */
export const maybe = <T>(of: Schema<T>): Schema<T | undefined> & Optional =>
  Object.assign((value: unknown) => (value === undefined ? undefined : of(value)), {
    [optional]: true as const,
  });

type Fields = Readonly<Record<string, Schema<unknown> & Partial<Optional>>>;
type ObjectOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Optional ? never : K]: ReturnType<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Optional ? K : never]?: Exclude<
    ReturnType<F[K]>,
    undefined
  >;
};

/** An object with these fields. Absent optional fields are absent in the copy too. */
export const object =
  <F extends Fields>(fields: F, entries = Object.entries(fields)): Schema<ObjectOf<F>> =>
  (value) => {
    if (!isRecord(value)) throw new Mismatch("not an object");
    return inside(() => {
      const copy: [string, unknown][] = [];
      for (const [name, of] of entries) {
        let field: unknown;
        try {
          field = of(own(value, name));
        } catch (error) {
          throw error instanceof Mismatch ? new Mismatch(`${name}: ${error.message}`) : error;
        }
        if (field !== undefined || !of[optional]) copy.push([name, field]);
      }
      return Object.fromEntries(copy) as ObjectOf<F>;
    });
  };

/** One of several kinds of objects, told apart by a field. */
export const oneOf =
  <K extends string, S extends Readonly<Record<string, Schema<unknown>>>>(
    field: K,
    sorts: S,
  ): Schema<ReturnType<S[keyof S]>> =>
  (value) => {
    const name = isRecord(value) ? own(value, field) : undefined;
    const sort = typeof name === "string" ? own(sorts, name) : undefined;
    if (!sort) throw new Mismatch(`${field}: not one of the sorts`);
    return sort(value) as ReturnType<S[keyof S]>;
  };
