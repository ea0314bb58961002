// Models in files of other frameworks: `relay.frontend.…`.
//
//   const { mod, params } = relay.frontend.fromOnnx(await readFile("model.onnx"), { shape: { input: [1, 3, 224, 224] } });
//
// A file is written into the engine's memory piece by piece, and its weights stay there. So an import needs little more
// memory than the file itself.

import { describe as sortOf } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { toJson } from "./exact_json.js";
import type { ImportDescription } from "./generated/records.js";
import type { OnnxOptions, PytorchOptions } from "./generated/settings.js";
import { callableGiven, optionsGiven, tableGiven } from "./given.js";
import { say } from "./messages.js";
import {
  ModelFile,
  withSource,
  type FileBytes,
  type FileStream,
  type OnProgress,
} from "./model_file.js";
import { optionsJson } from "./options.js";
import type { Dim, DType } from "./tensor_types.js";
import { workloadOf, type Workload } from "./workload.js";

export {
  ModelFile,
  readTensor,
  readTensors,
  type FileBytes,
  type FileStream,
  type OnProgress,
} from "./model_file.js";
import { own } from "./own.js";

/**
 * Describes a file without importing it: its format, inputs with the shapes and types that it has, the size of its
 * weights, and its operators. For each operator it has the count, and whether it can be converted.
 */
export function describe(source: FileBytes | ModelFile): ImportDescription;
export function describe(source: FileStream): Promise<ImportDescription>;
export function describe(
  source: FileBytes | FileStream | ModelFile,
): ImportDescription | Promise<ImportDescription> {
  return withSource("relay.frontend.describe", source, (file) => file.describe());
}

export interface FromOnnxOptions extends Omit<OnnxOptions, "dtype"> {
  /** Shapes of inputs by name. Other inputs have the shapes of the file. "?" or a name is an unknown dimension. */
  shape?: Readonly<Record<string, readonly Dim[]>>;
  /** Types of inputs by name, or one type for all inputs without a known type; "float32" by default. */
  dtype?: DType | Readonly<Record<string, DType>>;
  /** Files of external data, by the paths that the model has for them. */
  externalData?: Readonly<Record<string, FileBytes | ModelFile>>;
  onProgress?: OnProgress;
}

/** Runs `use` with the number of a sink for progress, or 0 without `onProgress`. */
const withProgress = <T>(onProgress: OnProgress | undefined, use: (sink: number) => T): T =>
  host.lend(({ sink }) => use(onProgress ? sink((_file, done) => onProgress(Number(done))) : 0));

function progressGiven(name: string, onProgress: OnProgress | undefined): void {
  if (onProgress !== undefined) callableGiven(name, "onProgress", onProgress);
}

type NamedInput = readonly [name: string, shape: InputShape | null, dtype: string | null];

/**
 * TVM's `relay.frontend.from_onnx`: the program of an ONNX model. With `freezeParams: false`, weights are parameters,
 * and the result has their values. For a Blob, a stream or an async iterable, returns a promise.
 *
 * @throws DiagnosticError with all operators that are not supported, or with the node, the operator and its version
 * that cannot be converted.
 */
export function fromOnnx(source: FileBytes | ModelFile, options?: FromOnnxOptions): Workload;
export function fromOnnx(source: FileStream, options?: FromOnnxOptions): Promise<Workload>;
export function fromOnnx(
  source: FileBytes | FileStream | ModelFile,
  given: FromOnnxOptions = {},
): Workload | Promise<Workload> {
  const name = "relay.frontend.fromOnnx";
  const {
    shape = {},
    dtype,
    externalData = {},
    onProgress,
    ...settings
  } = tableGiven(name, "options", given);
  tableGiven(name, "shape", shape);
  tableGiven(name, "externalData", externalData);
  progressGiven(name, onProgress);
  const dtypes = typeof dtype === "object" ? dtype : {};
  const inputs = [...new Set([...Object.keys(shape), ...Object.keys(dtypes)])].map(
    (input): NamedInput => [input, own(shape, input) ?? null, own(dtypes, input) ?? null],
  );
  const options = (): string =>
    optionsJson({ ...settings, ...(typeof dtype === "string" ? { dtype } : {}) }, name, [
      "onProgress",
    ]);
  options();
  return withSource(name, source, (file) => {
    const own: ModelFile[] = [];
    try {
      const external = Object.entries(externalData).map(([path, data]) => {
        if (data instanceof ModelFile) return [path, data.take()] as const;
        const made = ModelFile.from(data);
        own.push(made);
        return [path, made.take()] as const;
      });
      const named = toJson(inputs);
      const files = JSON.stringify(Object.fromEntries(external));
      return withProgress(onProgress, (progress) =>
        workloadOf(raw().fromOnnx(file.take(), named, options(), files, progress)),
      );
    } finally {
      for (const made of own) made.dispose();
    }
  });
}

/** The shape of a tensor. For a tuple or a list, the shapes of its items; each can be [shape, dtype]. */
export type InputShape =
  readonly Dim[] | readonly (InputShape | readonly [shape: InputShape, dtype: DType])[];

/** An input in TVM's form, (name, shape) or (name, (shape, dtype)), or as an object. */
export type InputInfo =
  | readonly [name: string, shape: InputShape]
  | readonly [name: string, type: readonly [shape: InputShape, dtype: DType]]
  | { readonly name: string; readonly shape: InputShape; readonly dtype?: DType };

export interface FromPytorchOptions extends PytorchOptions {
  onProgress?: OnProgress;
}

function namedInput(info: InputInfo, index: number): NamedInput {
  if (Array.isArray(info)) {
    const [name, type] = info as readonly [unknown, unknown];
    if (typeof name === "string" && Array.isArray(type)) {
      const [first, second] = type as readonly unknown[];
      if (Array.isArray(first) && typeof second === "string")
        return [name, first as InputShape, second];
      return [name, type as InputShape, null];
    }
  } else if (typeof info === "object" && info !== null) {
    const {
      name,
      shape,
      dtype = null,
    } = optionsGiven("relay.frontend.fromPytorch", info as Exclude<InputInfo, readonly unknown[]>, {
      name: "any",
      shape: "any",
      dtype: "string",
    });
    if (typeof name === "string" && Array.isArray(shape)) return [name, shape as InputShape, dtype];
  }
  throw usageError(
    say(
      "kPytorchInputMalformed",
      "input {index} must be [name, shape] or [name, [shape, dtype]], not {value}",
      {
        index,
        value: sortOf(info),
      },
    ),
  );
}

/**
 * TVM's `relay.frontend.from_pytorch`: the program of a TorchScript archive, as `torch.jit.trace(…).save` writes it,
 * and the values of its parameters. For a Blob, a stream or an async iterable, returns a promise.
 *
 * @param inputInfos the inputs in the model's order, with the names that they get in the program.
 * @throws DiagnosticError in the cases of fromOnnx.
 */
export function fromPytorch(
  source: FileBytes | ModelFile,
  inputInfos: readonly InputInfo[],
  options?: FromPytorchOptions,
): Workload;
export function fromPytorch(
  source: FileStream,
  inputInfos: readonly InputInfo[],
  options?: FromPytorchOptions,
): Promise<Workload>;
export function fromPytorch(
  source: FileBytes | FileStream | ModelFile,
  inputInfos: readonly InputInfo[],
  given: FromPytorchOptions = {},
): Workload | Promise<Workload> {
  const { onProgress, ...settings } = tableGiven("relay.frontend.fromPytorch", "options", given);
  progressGiven("relay.frontend.fromPytorch", onProgress);
  if (!Array.isArray(inputInfos)) {
    const value = sortOf(inputInfos);
    throw usageError(
      say(
        "kPytorchInputsNotArray",
        "relay.frontend.fromPytorch takes an array of inputs, not {value}",
        { value },
      ),
    );
  }
  const inputs = toJson(inputInfos.map(namedInput));
  const options = (): string => optionsJson(settings, "relay.frontend.fromPytorch", ["onProgress"]);
  options();
  return withSource("relay.frontend.fromPytorch", source, (file) =>
    withProgress(onProgress, (progress) =>
      workloadOf(raw().fromPytorch(file.take(), inputs, options(), progress)),
    ),
  );
}
