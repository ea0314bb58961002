// Registers the matchers, the comparison of programs and arrays, and their texts in snapshots, with any `expect` that
// has the functions of Vitest's or Jest's:
//
//   import { register } from "passcope/matchers/register";
//   register(expect);

import * as matchers from "../matchers.js";
import { EngineObject } from "../handle.js";
import { IRModule } from "../ir.js";
import { Expr } from "../expr_base.js";
import { NDArray } from "../ndarray.js";

/** The functions of `expect` that `register` uses. A runner may lack the last two. */
export interface ExtensibleExpect {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  extend(matchers: any): void;
  addEqualityTesters?: (testers: EqualityTester[]) => void;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  addSnapshotSerializer?: (serializer: any) => void;
}

/** Returns whether two values are equal, or undefined if it cannot tell. */
export type EqualityTester = (a: unknown, b: unknown) => boolean | undefined;

/** Compares the package's objects without the text that the property `content` has for messages. */
export const equalObjects: EqualityTester = (a, b) => {
  if (!(a instanceof EngineObject) || !(b instanceof EngineObject)) return undefined;
  if (a.disposed || b.disposed) return a === b;
  if (a instanceof IRModule && b instanceof IRModule) return a.structuralEqual(b);
  if (typeof a === "function" || typeof b === "function") return a === b;
  return a.constructor === b.constructor && a.content === b.content;
};

/** The text of an object in a snapshot, if it is not printed as data: of a program its text, without weights. */
function textOf(object: EngineObject): string | undefined {
  if (object.disposed) return `${object.constructor.name} { disposed }`;
  if (object instanceof NDArray) return object.toString();
  if (object instanceof IRModule || object instanceof Expr) return object.toJSON().trimEnd();
  const data = object.toJSON();
  return typeof data === "string" ? `${object.constructor.name} ${data}` : undefined;
}

/** Writes the package's objects into snapshots. */
export const snapshotSerializer = {
  test: (value: unknown): boolean => value instanceof EngineObject,
  serialize: (
    value: unknown,
    config: unknown,
    indentation: string,
    depth: number,
    refs: unknown,
    printer: (...given: unknown[]) => string,
  ): string => {
    const object = value as EngineObject;
    const text = textOf(object);
    if (text !== undefined) return text.replaceAll("\n", `\n${indentation}`);
    return `${object.constructor.name} ${printer(object.toJSON(), config, indentation, depth, refs)}`;
  },
};

function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!/not implemented/i.test(String(error))) throw error;
  }
}

/** Adds the matchers, and the comparison and the snapshots of the package's objects where the runner has them. */
export function register(expect: ExtensibleExpect): void {
  expect.extend({ ...matchers });
  // Bun has both functions, and throws where they do nothing yet.
  attempt(() => expect.addEqualityTesters?.([equalObjects]));
  attempt(() => expect.addSnapshotSerializer?.(snapshotSerializer));
}
