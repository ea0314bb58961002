// Models in files of other frameworks: `relay.frontend.…`.
//
//   const { mod, params } = relay.frontend.fromOnnx(await readFile("model.onnx"), { shape: { input: [1, 3, 224, 224] } });
//
// A file is written into the engine's memory piece by piece, where its weights stay: what is imported needs little
// more memory than its file.

import { describe as sortOf } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import type { ImportDescription } from "./generated/records.js";
import type { OnnxOptions, PytorchOptions } from "./generated/settings.js";
import { callableGiven, tableGiven } from "./given.js";
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

/**
 * What a file holds: its format, inputs with shapes and types as far as it tells them, operators with their counts and
 * whether they can be converted, the size of its weights.
 */
export function describe(source: FileBytes | ModelFile): ImportDescription;
export function describe(source: FileStream): Promise<ImportDescription>;
export function describe(
  source: FileBytes | FileStream | ModelFile,
): ImportDescription | Promise<ImportDescription> {
  return withSource("relay.frontend.describe", source, (file) => file.describe());
}

export interface FromOnnxOptions extends Omit<OnnxOptions, "dtype"> {
  /** Shapes of inputs by name; others keep what the file says. "?" or a name stands for what is not known. */
  shape?: Readonly<Record<string, readonly Dim[]>>;
  /** The types of inputs by name, or the type of those whose type nothing else tells; "float32" by default. */
  dtype?: DType | Readonly<Record<string, DType>>;
  /** Files of external data by the paths that the model names. */
  externalData?: Readonly<Record<string, FileBytes | ModelFile>>;
  onProgress?: OnProgress;
}

/** Runs `use` with the number of what is told how far the work is, or 0. */
const withProgress = <T>(onProgress: OnProgress | undefined, use: (sink: number) => T): T =>
  host.lend(({ sink }) => use(onProgress ? sink((_file, done) => onProgress(Number(done))) : 0));

function progressGiven(name: string, onProgress: OnProgress | undefined): void {
  if (onProgress !== undefined) callableGiven(name, "onProgress", onProgress);
}

type NamedInput = readonly [name: string, shape: InputShape | null, dtype: string | null];

/**
 * TVM's `relay.frontend.from_onnx`: the program of an ONNX model, and the values of its parameters if weights are not to
 * be constants (`freezeParams: false`). Of a Blob or an async iterable the answer is a promise.
 *
 * @throws DiagnosticError with the node, the operator and its version for what cannot be converted, or with all
 * operators that are not supported.
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
    (input): NamedInput => [input, shape[input] ?? null, dtypes[input] ?? null],
  );
  const options = optionsJson({ ...settings, ...(typeof dtype === "string" ? { dtype } : {}) });
  return withSource(name, source, (file) => {
    const own: ModelFile[] = [];
    try {
      const external = Object.entries(externalData).map(([path, data]) => {
        if (data instanceof ModelFile) return [path, data.take()] as const;
        const made = ModelFile.from(data);
        own.push(made);
        return [path, made.take()] as const;
      });
      const named = JSON.stringify(inputs);
      const files = JSON.stringify(Object.fromEntries(external));
      return withProgress(onProgress, (progress) =>
        workloadOf(raw().fromOnnx(file.take(), named, options, files, progress)),
      );
    } finally {
      for (const made of own) made.dispose();
    }
  });
}

/**
 * The shape of a tensor; of a tuple or a list of tensors the shapes of what is in it, of which each may be [shape, dtype].
 */
export type InputShape =
  readonly Dim[] | readonly (InputShape | readonly [shape: InputShape, dtype: DType])[];

/** An input as TVM takes it, (name, shape) or (name, (shape, dtype)), or as an object. */
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
    const { name, shape, dtype = null } = info as Exclude<InputInfo, readonly unknown[]>;
    if (typeof name === "string" && Array.isArray(shape)) return [name, shape as InputShape, dtype];
  }
  throw usageError(
    say("input {index} must be [name, shape] or [name, [shape, dtype]], not {value}", {
      index,
      value: sortOf(info),
    }),
  );
}

/**
 * TVM's `relay.frontend.from_pytorch`: the program of a TorchScript archive, as `torch.jit.trace(…).save` writes it, and
 * the values of its parameters. Of a Blob or an async iterable the answer is a promise.
 *
 * @param inputInfos the inputs in the order in which the model takes them, by the names that they shall have.
 * @throws DiagnosticError as fromOnnx.
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
      say("relay.frontend.fromPytorch takes an array of inputs, not {value}", { value }),
    );
  }
  const inputs = JSON.stringify(inputInfos.map(namedInput));
  const options = optionsJson(settings);
  return withSource("relay.frontend.fromPytorch", source, (file) =>
    withProgress(onProgress, (progress) =>
      workloadOf(raw().fromPytorch(file.take(), inputs, options, progress)),
    ),
  );
}
