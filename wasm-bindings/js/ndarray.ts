// Tensors in the engine's memory.

import { elementsText, nestedElements, type Elements } from "./array_text.js";
import { raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import { toJson } from "./exact_json.js";
import { listGiven, numberGiven, refuse, tableGiven, textGiven } from "./given.js";
import { EngineObject, cloneHandle } from "./handle.js";
import type { InspectOptions } from "./inspect.js";
import { currentScope, keep } from "./scope.js";
import { say } from "./messages.js";
import { containers, type DType, type TypedArray } from "./tensor_types.js";

function defaultDType(data: TypedArray | readonly number[]): DType {
  if (data instanceof Float64Array) return "float64";
  if (data instanceof BigInt64Array) return "int64";
  if (data instanceof Int32Array) return "int32";
  if (data instanceof Int16Array) return "int16";
  if (data instanceof Int8Array) return "int8";
  if (data instanceof BigUint64Array) return "uint64";
  if (data instanceof Uint32Array) return "uint32";
  if (data instanceof Uint16Array) return "uint16";
  if (data instanceof Uint8Array || data instanceof Uint8ClampedArray) return "uint8";
  return "float32";
}

/** Numbers, nested by the dimensions of their tensor. */
export type NestedNumbers = number | boolean | readonly NestedNumbers[];

/** The shape of nested numbers. Throws if they are ragged. */
function nestedShape(value: NestedNumbers): number[] {
  if (!Array.isArray(value)) return [];
  const items = value as readonly NestedNumbers[];
  const shapes = items.map(nestedShape);
  const [first = []] = shapes;
  if (shapes.some((shape) => shape.join() !== first.join())) {
    throw usageError(
      say("kNestedNumbersRagged", "nested numbers must have the same length at each depth"),
    );
  }
  return [items.length, ...first];
}

/** @internal Nested numbers as a flat array, row-major. */
export function flatNumbers(value: NestedNumbers): number[] {
  const items: unknown[] = Array.isArray(value) ? value.flat(Infinity) : [value];
  return items.map((item) => {
    if (typeof item === "number" || typeof item === "boolean") return Number(item);
    throw usageError(
      say(
        "kTensorElementTypeImpossible",
        "the elements of a tensor must be numbers or booleans, not of type {type}",
        {
          type: typeof item,
        },
      ),
    );
  });
}

const isBoolean = (value: NestedNumbers): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isBoolean) : typeof value === "boolean";

/** Node's default for `maxArrayLength`. */
const kNodesDefault = 100;

/** Arrays with more elements are abbreviated, as in NumPy. */
const kWhole = 1000;

interface ArrayInfo {
  shape: number[];
  dtype: DType;
}

/** A dense tensor. Its elements never change. */
export class NDArray extends EngineObject {
  #info: ArrayInfo | undefined;

  /**
   * Copies elements, row-major, into the engine.
   *
   * @param shape the dimensions; their product is the number of elements.
   * @param dtype the data type; by default that of the typed array, or "float32" for numbers. Elements are converted if
   * it differs. For "float16" and "bfloat16", a Uint16Array holds the bits.
   */
  static from(
    data: TypedArray | readonly number[],
    shape: readonly number[],
    dtype: DType = defaultDType(data),
  ): NDArray {
    if (!ArrayBuffer.isView(data)) listGiven("NDArray.from", "data", data);
    listGiven("NDArray.from", "shape", shape);
    if (!Object.hasOwn(containers, textGiven("NDArray.from", "dtype", dtype)))
      throw usageError(
        say("kArrayDtypeUnknown", "unknown data type '{dtype}'", { dtype: String(dtype) }),
      );
    const bits = data instanceof Uint16Array && (dtype === "float16" || dtype === "bfloat16");
    let from: TypedArray;
    if (data instanceof containers[dtype] || bits) {
      from = data;
    } else if (Array.isArray(data)) {
      from = Float64Array.from(data as readonly number[]);
    } else {
      from = data as TypedArray;
    }
    const given = bits ? dtype : defaultDType(from);
    // `bool` and `uint8` have the same typed array.
    const stored = dtype === "bool" && given === "uint8" ? "uint8" : given;
    const array = new NDArray(raw().makeArray(toJson(shape), stored));
    const size = array.size;
    if (size !== from.length) {
      array.dispose();
      throw usageError(
        say(
          "kArrayDataCountMismatch",
          "the shape [{shape}] needs {expected} elements, but the data has {actual}",
          {
            shape: shape.map(String),
            expected: size,
            actual: from.length,
          },
        ),
      );
    }
    raw()
      .arrayBytes(array.handle)
      .set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength));
    if (stored === dtype) return array;
    try {
      return array.cast(dtype);
    } finally {
      array.dispose();
    }
  }

  /**
   * A tensor from numbers that are nested by its dimensions: `[[1, 2], [3, 4]]`. The default type is "float32", or
   * "bool" for booleans.
   */
  static of(value: NestedNumbers, dtype: DType = isBoolean(value) ? "bool" : "float32"): NDArray {
    return NDArray.from(flatNumbers(value), nestedShape(value), dtype);
  }

  /** A tensor of rank 0. */
  static scalar(value: number, dtype: DType = "float32"): NDArray {
    return NDArray.from([numberGiven("NDArray.scalar", "value", value)], [], dtype);
  }

  /** @internal */
  constructor(handle: number) {
    super(handle, undefined, currentScope());
  }

  /** Another object for the same elements, without a copy, which you keep and free separately. */
  clone(): NDArray {
    return keep(new NDArray(cloneHandle(this)));
  }

  get #description(): ArrayInfo {
    this.#info ??= JSON.parse(raw().arrayInfo(this.handle)) as ArrayInfo;
    return this.#info;
  }

  get shape(): number[] {
    return [...this.#description.shape];
  }

  get dtype(): DType {
    return this.#description.dtype;
  }

  /** The number of elements. */
  get size(): number {
    return this.#description.shape.reduce((product, dim) => product * dim, 1);
  }

  /** A copy with the elements converted to another data type. */
  cast(dtype: DType): NDArray {
    return new NDArray(raw().castArray(this.handle, textGiven("NDArray.cast", "dtype", dtype)));
  }

  /** A copy of the elements, row-major. */
  toTypedArray(): TypedArray {
    const view = raw().arrayBytes(this.handle);
    // A typed array must start at a multiple of its element size. The copy does; the view may not.
    return new containers[this.dtype](view.slice().buffer);
  }

  /** A copy of the elements as numbers. 64-bit integers are rounded to the nearest double. */
  toNumbers(): number[] {
    const wide = this.cast("float64");
    try {
      return Array.from(wide.toTypedArray() as Float64Array);
    } finally {
      wide.dispose();
    }
  }

  /** Views the elements in the engine's memory, until its next call. */
  get #elements(): Elements {
    const { shape, dtype } = this.#description;
    return { shape, dtype, bytes: raw().arrayBytes(this.handle) };
  }

  #text(most: number): string {
    const head = `NDArray ${this.dtype} [${this.shape.join(", ")}]`;
    const text = this.elementsText(most);
    return `${head}${text.includes("\n") || head.length + text.length > 76 ? "\n" : " "}${text}`;
  }

  /** @internal */
  override get memoryBytes(): number {
    return this.size * containers[this.dtype].BYTES_PER_ELEMENT;
  }

  /** @internal The elements in brackets, abbreviated if there are more than `most`. */
  elementsText(most: number): string {
    return elementsText(this.#elements, most);
  }

  /** Data type, shape and values. Large arrays are abbreviated, as NumPy does. */
  override toString(): string {
    return this.#text(kWhole);
  }

  /** Data type and shape; up to 1000 elements also as nested numbers, and of larger arrays a hash. */
  override toJSON(): unknown {
    const { shape, dtype } = this;
    if (this.size > kWhole) return { dtype, shape, hash: this.#hash };
    return { dtype, shape, data: nestedElements(this.#elements) };
  }

  /**
   * @internal Up to 24 elements are shown. The option `maxArrayLength` of `util.inspect` changes that, if it is not
   * Node's default. Within another object, an array that takes several lines shows its data type and shape only.
   */
  override show({ maxArrayLength = kNodesDefault, nested = false }: InspectOptions): string {
    const text = this.#text(maxArrayLength === kNodesDefault ? 24 : (maxArrayLength ?? Infinity));
    return nested ? text.replace(/\n[^]*/, " […]") : text;
  }

  /** 16 hexadecimal digits, which are the same for arrays of the same shape, data type and bytes. */
  get #hash(): string {
    const constant = raw().makeConstant(this.handle);
    try {
      return raw().structuralHash(constant, false);
    } finally {
      release(constant);
    }
  }

  protected override comparedContent(): string {
    return `${this.#text(kWhole)}\n// ${this.#hash}`;
  }
}

/** Values of parameters by name. */
export type Params = Record<string, NDArray>;

/** @internal */
export function arrayGiven(name: string, argument: string, value: unknown): NDArray {
  return value instanceof NDArray
    ? value
    : refuse(name, argument, say("kNDArrayValue", "an NDArray"), value);
}

/** @internal Checks arrays by name and returns their handles, as the engine takes them. */
export function paramsJson(name: string, params: Readonly<Record<string, NDArray>>): string {
  const entries = Object.entries(tableGiven(name, "params", params));
  return JSON.stringify(
    Object.fromEntries(entries.map(([key, array]) => [key, arrayGiven(name, key, array).handle])),
  );
}
