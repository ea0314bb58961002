// The form of the import dialog: its values, and their errors.
import type { ImportDescription, ImportInput } from "../../core/protocol/messages";
import type { ImportChoice } from "./controller";

/** An input of an ONNX model in the form, with a text for each dimension that the file leaves open. */
export interface OpenInput {
  readonly kind: "known";
  readonly name: string;
  readonly dtype: string | undefined;
  readonly shape: readonly (number | string)[];
  /** The typed text of each dimension that is not a number in the file. */
  readonly dims: readonly string[];
}

/** An input that the file does not describe. */
export interface FreeInput {
  readonly kind: "free";
  readonly name: string;
  readonly shape: string;
  readonly dtype: string;
}

export interface Filled {
  readonly inputs: readonly (OpenInput | FreeInput)[];
  readonly freezeParams: boolean;
  readonly parserFriendlyNames: boolean;
}

export const FREE_INPUT: FreeInput = {
  kind: "free",
  name: "input",
  shape: "1, 3, 224, 224",
  dtype: "float32",
};

/** The dtypes that inputs of models can have. */
export const DTYPES: readonly string[] = [
  ...["float32", "float64", "float16", "int64", "int32", "int16", "int8"],
  ...["uint64", "uint32", "uint16", "uint8", "bool"],
];

/** An open first dimension is usually the batch size. */
const guess = (dim: number | string, index: number): string =>
  typeof dim === "string" && index === 0 ? "1" : "";

/** The initial values of the form. */
export function filledAtFirst({ format, inputs }: ImportDescription): Filled {
  const known = inputs.map(({ name, dtype, shape = [] }): OpenInput => ({
    kind: "known",
    name,
    dtype,
    shape,
    dims: shape.map(guess),
  }));
  return {
    inputs: format === "torchscript" ? [FREE_INPUT] : known,
    freezeParams: true,
    parserFriendlyNames: false,
  };
}

/** Parses a size. Undefined if the text is not one. */
function sizeOf(text: string): number | undefined {
  const size = /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(size) ? size : undefined;
}

export type Mistake = "badShape" | "badName" | "sameName" | "badDim";

/** The first error of an input. `dim` is the index of the wrong dimension, if the error is in one. */
export function mistakeIn(
  inputs: Filled["inputs"],
  index: number,
): { readonly what: Mistake; readonly dim?: number } | undefined {
  const input = inputs[index];
  if (!input) return undefined;
  if (input.kind === "known") {
    const dim = input.dims.findIndex((text) => text.trim() !== "" && sizeOf(text) === undefined);
    return dim < 0 ? undefined : { what: "badDim", dim };
  }
  const name = input.name.trim();
  if (name === "") return { what: "badName" };
  if (inputs.some((each, i) => i < index && each.name.trim() === name)) return { what: "sameName" };
  return dimsOf(input.shape) ? undefined : { what: "badShape" };
}

/** Parses "1, 3, 224". Undefined if the text is not a shape. An empty text is the shape of a scalar. */
function dimsOf(text: string): number[] | undefined {
  if (text.trim() === "") return [];
  const dims = text.split(/[,×x]/).map(sizeOf);
  return dims.every((dim) => dim !== undefined) ? dims : undefined;
}

/** The choice that the form describes. Undefined while it has errors. */
export function choiceOf({ inputs, ...how }: Filled): ImportChoice | undefined {
  if (inputs.some((_, i) => mistakeIn(inputs, i))) return undefined;
  const given = inputs.flatMap((input): ImportInput[] => {
    if (input.kind === "free") {
      return [{ name: input.name.trim(), shape: dimsOf(input.shape) ?? [], dtype: input.dtype }];
    }
    // An input whose shape the file gives in full is left out.
    if (input.dims.every((text) => text.trim() === "")) return [];
    const shape = input.shape.map((dim, i) => sizeOf(input.dims[i] ?? "") ?? dim);
    return [{ name: input.name, shape }];
  });
  return { inputs: given, ...how };
}
