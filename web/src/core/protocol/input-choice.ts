// What a model is run on, as the user chooses it: random numbers of a seed, one number everywhere, or arrays of a
// file.
import type { Described } from "./schema";
import type * as records from "./records";

export type ModelInput = Described<typeof records.modelInput>;

/** An array as bytes: little-endian, row-major. */
export interface FileArray {
  /** In an archive; a file by itself has no name for what is in it. */
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

export type InputChoice =
  | { readonly kind: "random"; readonly seed: number }
  | { readonly kind: "constant"; readonly value: number }
  /** Arrays by the parameters' names; what a file does not have is random, of seed 0. */
  | { readonly kind: "file"; readonly file: string; readonly arrays: readonly FileArray[] };

export const DEFAULT_INPUTS: InputChoice = { kind: "random", seed: 0 };

/** The largest seed that is taken. */
export const MAX_SEED = 2 ** 32 - 1;

/** Of a number that somebody typed: whole and within bounds. */
export const seedOf = (value: number): number =>
  Number.isFinite(value) ? Math.min(MAX_SEED, Math.max(0, Math.floor(value))) : 0;

const keys = new WeakMap<InputChoice, string>();
let files = 0;

/** Equal for choices that give the same inputs. Each file that was opened is one of its own. */
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
