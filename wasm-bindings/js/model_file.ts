// Files of other frameworks in the engine's memory: models, and tensors.

import { ownContent } from "./content.js";
import { describe } from "./describe.js";
import { engine, host, needFrontends, raw } from "./engine.js";
import { usageError } from "./errors.js";
import { inflateSync } from "./fflate.js";
import type { ImportDescription } from "./generated/records.js";
import { optionsGiven, textGiven } from "./given.js";
import { EngineObject } from "./handle.js";
import { say } from "./messages.js";
import { NDArray, type Params } from "./ndarray.js";
import { currentScope, keep } from "./scope.js";

/** A file whose bytes are in memory. */
export type FileBytes = ArrayBuffer | ArrayBufferView;
/** A file that arrives in pieces. If its size is unknown, memory briefly holds it twice. */
export type FileStream = Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Called with the completed part of the work, from 0 to 1. An exception of it ends the work. */
export type OnProgress = (done: number) => void;

const viewOf = (bytes: FileBytes): Uint8Array =>
  bytes instanceof ArrayBuffer
    ? new Uint8Array(bytes)
    : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const isBytes = (source: unknown): source is FileBytes =>
  source instanceof ArrayBuffer || ArrayBuffer.isView(source);

/** The pieces of a file, and its size if known. */
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
    say(
      "kFileSourceRequired",
      "{name} takes the bytes of a file, a Blob or an async iterable, not {value}",
      {
        name,
        value: describe(source),
      },
    ),
  );
}

// Some browsers cannot iterate over streams.
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Prepares the engine for reading a model. `prepareLater` does the same without blocking. */
function prepare(): void {
  host.inflater ??= (from, to) => inflateSync(from, { out: to });
  needFrontends();
}
async function prepareLater(): Promise<void> {
  await engine.completeFrontends();
  prepare();
}

/**
 * A file in the engine's memory. Free it with `dispose()`. Weights that were imported from it live as long as they are
 * used.
 */
export class ModelFile extends EngineObject {
  #imported = false;
  /** Its size in bytes. */
  readonly size: number;

  /** Copies the bytes of a file into the engine. */
  static from(bytes: FileBytes): ModelFile {
    if (!isBytes(bytes)) {
      const value = describe(bytes);
      throw usageError(
        say("kModelFileBytesRequired", "ModelFile.from takes the bytes of a file, not {value}", {
          value,
        }),
      );
    }
    const view = viewOf(bytes);
    const file = new ModelFile(view.length);
    file.#write(0, view);
    return file;
  }

  /** Writes a file into the engine while it arrives. */
  static async load(
    source: FileBytes | FileStream,
    options: { onProgress?: OnProgress; signal?: AbortSignal } = {},
  ): Promise<ModelFile> {
    const { onProgress, signal } = optionsGiven("ModelFile.load", options, {
      onProgress: "function",
      signal: "any",
    });
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

  /** @internal Allocates memory for a file. */
  private constructor(size: number) {
    super(raw().makeFile(size), undefined, currentScope());
    this.size = size;
  }

  /** Describes the file without converting it. */
  describe(): ImportDescription {
    this.#checkWhole();
    prepare();
    return JSON.parse(raw().describeFile(this.handle)) as ImportDescription;
  }

  override toJSON(): { size: number } {
    return { size: this.size };
  }

  override toString(): string {
    return `ModelFile(${this.size} bytes)`;
  }

  protected override comparedContent(): string {
    return ownContent(this, this.sort);
  }

  /** @internal Returns the handle for an import. Afterwards the file cannot be imported again. */
  take(): number {
    this.#checkWhole();
    this.#imported = true;
    return this.handle;
  }

  #checkWhole(): void {
    if (!this.#imported) return;
    throw usageError(
      say("kModelFileConsumed", "this file has been imported already: load it again"),
      [say("kModelFileConsumedNote", "an import can move unaligned weights within the file")],
    );
  }

  #write(offset: number, piece: Uint8Array): void {
    raw().fileBytes(this.handle, offset, piece.length).set(piece);
  }
}

/** Collects the bytes of a stream of unknown size. */
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

/** Calls `use` with a file. A file that is made here is freed afterwards. */
function withFile<T>(source: FileBytes | ModelFile, use: (file: ModelFile) => T): T {
  // Reports a wrong argument before anything is loaded.
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

/** @internal As `withFile`, but also takes streams. Returns a promise only for a stream. */
export function withSource<T>(
  name: string,
  source: FileBytes | FileStream | ModelFile,
  use: (file: ModelFile) => T,
): T | Promise<T> {
  if (source instanceof ModelFile || isBytes(source)) return withFile(source, use);
  // Reports a wrong argument at once.
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
 * The tensors of a file, by name. It reads NumPy's .npz and .npy, whose only tensor has the name "", and ONNX's
 * TensorProto.
 *
 * @param name the name of the file in messages.
 */
export function readTensors(source: FileBytes, name = "the file"): Params {
  textGiven("relay.frontend.readTensors", "name", name);
  return withFile(source, (file) => {
    const read = JSON.parse(raw().readTensors(file.handle, name)) as [string, number][];
    return Object.fromEntries(read.map(([each, handle]) => [each, new NDArray(handle)]));
  });
}

/** The tensor of a file with one tensor: .npy or TensorProto. */
export function readTensor(source: FileBytes, name = "the file"): NDArray {
  const all = Object.values(readTensors(source, name));
  const [only] = all;
  if (only && all.length === 1) return only;
  for (const array of all) array.dispose();
  throw usageError(
    say("kFileTensorCountNotOne", "'{file}' has {count} tensors, not one", {
      file: name,
      count: all.length,
    }),
  );
}
