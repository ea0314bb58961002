// The types of tensors, and the typed arrays for their elements.

/** @internal */
export const containers = {
  float64: Float64Array,
  float32: Float32Array,
  // JavaScript has no arrays of these types. A Uint16Array holds their bits.
  float16: Uint16Array,
  bfloat16: Uint16Array,
  int64: BigInt64Array,
  int32: Int32Array,
  int16: Int16Array,
  int8: Int8Array,
  uint64: BigUint64Array,
  uint32: Uint32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
  // One byte for each element, 0 or 1.
  bool: Uint8Array,
} as const;

/** The data types of tensors. */
export type DType = keyof typeof containers;

export type TypedArray =
  | Float64Array
  | Float32Array
  | BigInt64Array
  | Int32Array
  | Int16Array
  | Int8Array
  | BigUint64Array
  | Uint32Array
  | Uint16Array
  | Uint8Array
  | Uint8ClampedArray;

/** A dimension: a size, "?" for a size that is known only at run time, or the name of a symbol. */
export type Dim = number | string;

/** A tensor's type as data, or any type in Relay's notation: "(int32, Tensor[(2, ?), float32])". */
export type TypeSpec = string | { shape: readonly Dim[]; dtype?: DType };
