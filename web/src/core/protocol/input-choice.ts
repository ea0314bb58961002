// The inputs of a model that the user chooses: random numbers from a seed, one number for all elements, or arrays of a
// file.
import type { Described } from "./schema";
import type * as records from "./records";

export type ModelInput = Described<typeof records.modelInput>;

/** An array as bytes: little-endian, row-major. */
export interface FileArray {
  /** The name in an archive; empty if the file is a single array. */
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

export type InputChoice =
  | { readonly kind: "random"; readonly seed: number }
  | { readonly kind: "constant"; readonly value: number }
  /** Arrays by the parameters' names. Parameters without an array are random, from seed 0. */
  | { readonly kind: "file"; readonly file: string; readonly arrays: readonly FileArray[] };

export const DEFAULT_INPUTS: InputChoice = { kind: "random", seed: 0 };

/** The largest seed. */
export const MAX_SEED = 2 ** 32 - 1;

/** The typed number as a seed: whole and within bounds; 0 if it is not finite. */
export const seedOf = (value: number): number =>
  Number.isFinite(value) ? Math.min(MAX_SEED, Math.max(0, Math.floor(value))) : 0;

const keys = new WeakMap<InputChoice, string>();
let files = 0;

/** A key that is equal for choices with the same inputs. Each opened file has a key of its own. */
export function inputKey(choice: InputChoice): string {
  if (choice.kind === "random") return `random ${choice.seed}`;
  if (choice.kind === "constant") return `constant ${choice.value}`;
  let key = keys.get(choice);
  if (key === undefined) {
    files += 1;
    key = `file ${files}`;
    keys.set(choice, key);
  }
  return key;
}
