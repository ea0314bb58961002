// A program that is another framework's model: what is kept of it besides its file. Documents and links have it, so this
// comes with the page.
import { array, boolean, integer, literal, maybe, object, string, type Schema } from "./schema";

/** A dimension: a size, or what stands for one that is not known: a name, or "?". */
export const dim: Schema<number | string> = (value) =>
  typeof value === "number" ? integer(value) : string(1000)(value);

const dims = array(dim, 100);

/** An input of another framework's model as it is to be imported. */
export const importInput = object({ name: string(), shape: dims, dtype: maybe(string(100)) });

const modelFormat = literal("onnx", "torchscript");

/** What another framework's model is, and how it becomes a program. The bytes of its file are kept apart. */
export const importSource = object({
  kind: literal("import"),
  /** The file's. */
  name: string(1000),
  size: integer,
  /** Tells files apart; see `fingerprint` in core/state/model-files.ts. */
  fingerprint: string(100),
  format: modelFormat,
  /** Of ONNX those that differ from what the file says, of TorchScript all in its order. */
  inputs: array(importInput, 1000),
  /** Of ONNX: whether weights become constants. */
  freezeParams: boolean,
  /** Of TorchScript: whether names have no dots. */
  parserFriendlyNames: boolean,
  /** Files of external data, by the paths that the model names. */
  external: array(object({ path: string(), size: integer, fingerprint: string(100) }), 1000),
});
