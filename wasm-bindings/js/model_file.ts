// Files of other frameworks in the engine's memory: models, and tensors.

import { describe } from "./describe.js";
import { engine, host, needFrontends, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { inflateSync } from "./fflate.js";
import type { ImportDescription } from "./generated/records.js";
import { tableGiven, textGiven } from "./given.js";
import { EngineObject } from "./handle.js";
import { say } from "./messages.js";
import { NDArray, type Params } from "./ndarray.js";
import { currentScope, keep } from "./scope.js";

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
      value: describe(source),
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
      const value = describe(bytes);
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

/** @internal The same of what may come piece by piece; at once where it is at hand. */
export function withSource<T>(
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
