// Models in files of other frameworks: `relay.frontend.…`.
//
//   const { mod, params } = relay.frontend.fromOnnx(await readFile("model.onnx"), { shape: { input: [1, 3, 224, 224] } });
//
// A file is written into the engine's memory piece by piece, where its weights stay: what is imported needs little
// more memory than its file.

import { engine, host, needFrontends, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { describe as sortOf, type Dim } from "./expr_base.js";
import { inflateSync } from "./fflate.js";
import type { ImportDescription } from "./generated/records.js";
import type { OnnxOptions, PytorchOptions } from "./generated/settings.js";
import { callableGiven, tableGiven, textGiven } from "./given.js";
import { EngineObject } from "./handle.js";
import { say } from "./messages.js";
import { NDArray, type DType } from "./ndarray.js";
import { optionsJson } from "./options.js";
import { currentScope, keep } from "./scope.js";
import type { Params } from "./ir.js";
import { workloadOf, type Workload } from "./workload.js";

/** A file that is at hand. */
export type FileBytes = ArrayBuffer | ArrayBufferView;
/** A file that comes piece by piece. Where its size is not known, it is there twice for a moment. */
export type FileStream = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Told the part of the work that is done, from 0 to 1. What it throws ends the work. */
export type OnProgress = (done: number) => void;

const viewOf = (bytes: FileBytes): Uint8Array =>
  bytes instanceof ArrayBuffer
    ? new Uint8Array(bytes)
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const isBytes = (source: unknown): source is FileBytes =>
  source instanceof ArrayBuffer || ArrayBuffer.isView(source);

/** The pieces of a file that comes, and its size if that is known. */
function piecesOf(
  source: unknown,
  name: string,
): { size?: number; pieces: AsyncIterable<Uint8Array> } {
  if (typeof Blob !== "undefined" && source instanceof Blob) {
    return { size: source.size, pieces: chunksOf(source.stream()) };
  }
  if (typeof ReadableStream !== "undefined" && source instanceof ReadableStream) {
    return { pieces: chunksOf(source as ReadableStream<Uint8Array>) };
  }
  if (typeof source === "object" && source !== null && Symbol.asyncIterator in source) {
    return { pieces: source as AsyncIterable<Uint8Array> };
  }
  throw usageError(
    say("{name} takes the bytes of a file, a Blob or an async iterable, not {value}", {
      name,
      value: sortOf(source),
    }),
  );
}

// Not every browser lets streams be iterated over.
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What is made ready before the engine reads a model; the other way does not block meanwhile. */
function prepare(): void {
  host.inflater ??= (from, to) => inflateSync(from, { out: to });
  needFrontends();
}
async function prepareLater(): Promise<void> {
  await engine.completeFrontends();
  prepare();
}

/**
 * A file in the engine's memory. Free it with `dispose()`; the weights of what was imported from it live as long as
 * they are used.
 */
export class ModelFile extends EngineObject {
  #imported = false;
  /** Its size in bytes. */
  readonly size: number;

  /** Copies the bytes of a file into the engine. */
  static from(bytes: FileBytes): ModelFile {
    if (!isBytes(bytes)) {
      const value = sortOf(bytes);
      throw usageError(say("ModelFile.from takes the bytes of a file, not {value}", { value }));
    }
    const view = viewOf(bytes);
    const file = new ModelFile(view.length);
    file.#write(0, view);
    return file;
  }

  /** Writes a file into the engine as it comes. */
  static async load(
    source: FileBytes | FileStream,
    options: { onProgress?: OnProgress; signal?: AbortSignal } = {},
  ): Promise<ModelFile> {
    const { onProgress, signal } = tableGiven("ModelFile.load", "options", options);
    if (isBytes(source)) return ModelFile.from(source);
    const { size, pieces } = piecesOf(source, "ModelFile.load");
    if (size === undefined) return ModelFile.from(await gather(pieces, signal));
    const file = keep(new ModelFile(size));
    try {
      let at = 0;
      for await (const piece of pieces) {
        signal?.throwIfAborted();
        file.#write(at, piece);
        at += piece.length;
        onProgress?.(at / size);
      }
      return file;
    } catch (error) {
      file.dispose();
      throw error;
    }
  }

  /** @internal Room for a file. */
  private constructor(size: number) {
    super(raw().makeFile(size), undefined, currentScope());
    this.size = size;
  }

  /** What the file holds, without converting it. */
  describe(): ImportDescription {
    this.#checkWhole();
    prepare();
    return JSON.parse(raw().describeFile(this.handle)) as ImportDescription;
  }

  /** @internal To be read as a model, which it is no more afterwards. */
  take(): number {
    this.#checkWhole();
    this.#imported = true;
    return this.handle;
  }

  #checkWhole(): void {
    if (!this.#imported) return;
    throw usageError(say("this file has been imported already: load it again"), [
      say("weights are moved within the file when they are not aligned"),
    ]);
  }

  #write(offset: number, piece: Uint8Array): void {
    raw().fileBytes(this.handle, offset, piece.length).set(piece);
  }
}

/** The bytes of a stream of unknown size. */
async function gather(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    all.push(piece);
    size += piece.length;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of all) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Uses a file, which is freed unless it is the caller's. */
function withFile<T>(source: FileBytes | ModelFile, use: (file: ModelFile) => T): T {
  // A wrong argument is told before anything is loaded.
  if (!(source instanceof ModelFile || isBytes(source))) return use(ModelFile.from(source));
  prepare();
  if (source instanceof ModelFile) return use(source);
  const file = ModelFile.from(source);
  try {
    return use(file);
  } finally {
    file.dispose();
  }
}

/** The same of what may come piece by piece; at once where it is at hand. */
function withSource<T>(
  name: string,
  source: FileBytes | FileStream | ModelFile,
  use: (file: ModelFile) => T,
): T | Promise<T> {
  if (source instanceof ModelFile || isBytes(source)) return withFile(source, use);
  // A wrong argument is told at once.
  piecesOf(source, name);
  return prepareLater()
    .then(() => ModelFile.load(source))
    .then((file) => {
      try {
        return use(file);
      } finally {
        file.dispose();
      }
    });
}

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

/**
 * The tensors of a file, by name: NumPy's .npz, .npy (whose one tensor has the name "") or ONNX's TensorProto.
 *
 * @param name the file's, for messages.
 */
export function readTensors(source: FileBytes, name = "the file"): Params {
  textGiven("relay.frontend.readTensors", "name", name);
  return withFile(source, (file) => {
    const read = JSON.parse(raw().readTensors(file.handle, name)) as [string, number][];
    return Object.fromEntries(read.map(([each, handle]) => [each, new NDArray(handle)]));
  });
}

/** The tensor of a file that has one: .npy or TensorProto. */
export function readTensor(source: FileBytes, name = "the file"): NDArray {
  const all = Object.values(readTensors(source, name));
  const [only] = all;
  if (only && all.length === 1) return only;
  for (const array of all) array.dispose();
  throw usageError(say("'{file}' has {count} tensors, not one", { file: name, count: all.length }));
}
