// The elements of tensors as text, abbreviated as NumPy does.

import type { DType } from "./tensor_types.js";

/** The value of half precision with these bits. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const word = new DataView(new ArrayBuffer(4));
function bfloat(bits: number): number {
  word.setUint16(0, bits);
  return word.getFloat32(0);
}

type Read = (view: DataView, at: number) => number | bigint | boolean;

/** Reads an element of each data type, little-endian, and the bytes that it takes. */
const readers: Readonly<Record<DType, readonly [bytes: number, read: Read]>> = {
  float64: [8, (view, at) => view.getFloat64(at, true)],
  float32: [4, (view, at) => view.getFloat32(at, true)],
  float16: [2, (view, at) => half(view.getUint16(at, true))],
  bfloat16: [2, (view, at) => bfloat(view.getUint16(at, true))],
  int64: [8, (view, at) => view.getBigInt64(at, true)],
  int32: [4, (view, at) => view.getInt32(at, true)],
  int16: [2, (view, at) => view.getInt16(at, true)],
  int8: [1, (view, at) => view.getInt8(at)],
  uint64: [8, (view, at) => view.getBigUint64(at, true)],
  uint32: [4, (view, at) => view.getUint32(at, true)],
  uint16: [2, (view, at) => view.getUint16(at, true)],
  uint8: [1, (view, at) => view.getUint8(at)],
  bool: [1, (view, at) => view.getUint8(at) !== 0],
};

/** The bits of the fractions of the types that have fewer than JavaScript's numbers. */
const precisions: Partial<Record<DType, number>> = { float32: 24, float16: 11, bfloat16: 8 };

/** A decimal number with few digits that is nearest to a value of the type, as 0.1 for float32's 0.10000000149. */
function shortest(value: number, dtype: DType): number {
  const bits = precisions[dtype];
  if (bits === undefined || Number.isSafeInteger(value)) return value;
  const isNear = (rounded: number): boolean =>
    dtype === "float32"
      ? Math.fround(rounded) === value
      : Math.abs(rounded - value) < Math.abs(value) * 2 ** (-bits - 1);
  for (let digits = 2; digits < 10; ++digits) {
    const rounded = Number(value.toPrecision(digits));
    if (isNear(rounded)) return rounded;
  }
  return value;
}

/** The tensor whose elements are shown. */
export interface Elements {
  readonly bytes: Uint8Array;
  readonly shape: readonly number[];
  readonly dtype: DType;
}

/** An element by its index: a number, a bigint if a number cannot hold it, or a boolean. */
function elementAt({ bytes, dtype }: Elements, index: number): number | bigint | boolean {
  const [size, read] = readers[dtype];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = read(view, index * size);
  if (typeof value === "number" && dtype.includes("float")) return shortest(value, dtype);
  return typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

type Nested<T> = T | readonly Nested<T>[];

/** All elements, nested by the dimensions, as values of JSON. */
export function nestedElements(of: Elements): Nested<number | string | boolean> {
  let next = 0;
  const at = (axis: number): Nested<number | string | boolean> => {
    if (axis < of.shape.length) {
      return Array.from({ length: of.shape[axis] as number }, () => at(axis + 1));
    }
    const value = elementAt(of, next++);
    return typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))
      ? String(value)
      : Object.is(value, -0)
        ? "-0"
        : value;
  };
  return at(0);
}

/** The items at each end of an abbreviated axis; of all axes but the last two, one item. */
const kEdge = 3;
const kColumns = 76;

/**
 * The elements in brackets. If there are more than `most`, only the first and last items of each axis are shown, with
 * "..." between them.
 */
export function elementsText(of: Elements, most: number): string {
  const { shape } = of;
  const size = shape.reduce((product, dim) => product * dim, 1);
  const abbreviated = size > most;
  const at = (axis: number, offset: number, indent: number): string => {
    if (axis === shape.length) {
      const value = elementAt(of, offset);
      return Object.is(value, -0) ? "-0" : String(value);
    }
    const length = shape[axis] as number;
    const stride = shape.slice(axis + 1).reduce((product, dim) => product * dim, 1);
    const parts: string[] = [];
    const edge = axis < shape.length - 2 ? 1 : kEdge;
    const leave = abbreviated && length > 2 * edge;
    for (let i = 0; i < length; ++i) {
      if (leave && i === edge) {
        parts.push("...");
        i = length - edge;
      }
      parts.push(at(axis + 1, offset + i * stride, indent + 1));
    }
    const line = `[${parts.join(", ")}]`;
    if (line.length + indent <= kColumns && !line.includes("\n")) return line;
    const inside = " ".repeat(indent + 1);
    if (axis < shape.length - 1) return `[${parts.join(`,\n${inside}`)}]`;
    const lines: string[] = [];
    for (const part of parts) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + part.length + indent + 4 <= kColumns) {
        lines[lines.length - 1] = `${last}, ${part}`;
      } else lines.push(part);
    }
    return `[${lines.join(`,\n${inside}`)}]`;
  };
  return at(0, 0, 0);
}
