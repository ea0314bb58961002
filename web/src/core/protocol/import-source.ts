// A program that is another framework's model: the data about it besides its file. Documents and links contain this
// data, so the module loads with the page.
import { array, boolean, integer, literal, maybe, object, string, type Schema } from "./schema";

/** A dimension: a size, a name for an unknown size, or "?". */
export const dim: Schema<number | string> = (value) =>
  typeof value === "number" ? integer(value) : string(1000)(value);

const dims = array(dim, 100);

/** An input of another framework's model, with the shape and dtype to import it with. */
export const importInput = object({ name: string(), shape: dims, dtype: maybe(string(100)) });

const modelFormat = literal("onnx", "torchscript");

/** Another framework's model, and how it becomes a program. The bytes of its file are stored apart. */
export const importSource = object({
  kind: literal("import"),
  /** The name of the file. */
  name: string(1000),
  size: integer,
  /** Tells files apart; see `fingerprint` in core/state/model-files.ts. */
  fingerprint: string(100),
  format: modelFormat,
  /** For ONNX, the inputs that differ from the file. For TorchScript, all inputs in its order. */
  inputs: array(importInput, 1000),
  /** For ONNX: whether weights become constants. */
  freezeParams: boolean,
  /** For TorchScript: whether names have no dots. */
  parserFriendlyNames: boolean,
  /** Files of external data, with the paths that the model names. */
  external: array(object({ path: string(), size: integer, fingerprint: string(100) }), 1000),
});
