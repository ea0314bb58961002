// Converts a file's array to the typed array that the package takes for its dtype.
import type { TypedArray } from "passcope";

const CONTAINERS: ReadonlyMap<string, new (buffer: ArrayBuffer) => TypedArray> = new Map<
  string,
  new (buffer: ArrayBuffer) => TypedArray
>(
  Object.entries({
    float64: Float64Array,
    float32: Float32Array,
    float16: Uint16Array,
    int64: BigInt64Array,
    int32: Int32Array,
    int16: Int16Array,
    int8: Int8Array,
    uint64: BigUint64Array,
    uint32: Uint32Array,
    uint16: Uint16Array,
    uint8: Uint8Array,
    bool: Uint8Array,
  }),
);

/** The elements of little-endian bytes, the byte order of WebAssembly. Throws TypeError for an unknown dtype. */
export function elementsOf({ buffer }: Uint8Array<ArrayBuffer>, dtype: string): TypedArray {
  const container = CONTAINERS.get(dtype);
  if (!container) throw new TypeError(`no elements of type ${dtype}`);
  return new container(buffer);
}
