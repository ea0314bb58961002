// Reads NumPy arrays from a .npy file, or from a .npz archive with several.
// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html)
import { t } from "./texts";
import type { FileArray } from "../../core/protocol/input-choice";
import { own } from "../../i18n/own";

/** A file that cannot be an input. The message is for the user. */
export class NotAnInput extends Error {
  override readonly name = "NotAnInput";
}

/** Comes after the byte 0x93. */
const MAGIC = "NUMPY";
const isNpy = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x93 && ASCII.decode(bytes.subarray(1, 6)) === MAGIC;
/** The greatest total size of an archive's arrays, in bytes. */
export const MAX_INPUT_BYTES = 512 * 1024 * 1024;

const ASCII = new TextDecoder("latin1");

const DTYPES: Readonly<Record<string, string>> = {
  f2: "float16",
  f4: "float32",
  f8: "float64",
  i1: "int8",
  i2: "int16",
  i4: "int32",
  i8: "int64",
  u1: "uint8",
  u2: "uint16",
  u4: "uint32",
  u8: "uint64",
  b1: "bool",
};

/** The arrays of a file. Throws NotAnInput. */
export async function readArrays(bytes: Uint8Array<ArrayBuffer>): Promise<FileArray[]> {
  if (isNpy(bytes)) return [readNpy(bytes, "")];
  if (ASCII.decode(bytes.subarray(0, 2)) !== "PK") throw new NotAnInput(t("input.noArray"));
  const { unzipSync } = await import("fflate");
  let size = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!name.endsWith(".npy")) return false;
        size += originalSize;
        if (size > MAX_INPUT_BYTES) throw new NotAnInput(t("input.tooLarge"));
        return true;
      },
    });
  } catch (error) {
    if (error instanceof NotAnInput) throw error;
    throw new NotAnInput(t("input.damaged"));
  }
  const arrays = Object.entries(files).map(([name, file]) =>
    readNpy(new Uint8Array(file), name.slice(0, -".npy".length)),
  );
  if (arrays.length === 0) throw new NotAnInput(t("input.noArray"));
  return arrays;
}

/** One .npy file. Throws NotAnInput. */
export function readNpy(bytes: Uint8Array<ArrayBuffer>, name: string): FileArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || !isNpy(bytes)) {
    throw new NotAnInput(t("input.noArray"));
  }
  const long = view.getUint8(6) > 1;
  const start = long ? 12 : 10;
  const length = long ? view.getUint32(8, true) : view.getUint16(8, true);
  const header = ASCII.decode(bytes.subarray(start, start + length));
  const descr = /'descr':\s*'([<>|=]?)(\w+)'/.exec(header);
  const order = /'fortran_order':\s*(True|False)/.exec(header);
  const dims = /'shape':\s*\(([\d\s,]*)\)/.exec(header);
  const [, endian = "", code = ""] = descr ?? [];
  const dtype = own(DTYPES, code);
  if (!order || !dims) throw new NotAnInput(t("input.damaged"));
  if (dtype === undefined) throw new NotAnInput(t("input.noDtype", { dtype: code || header }));
  const shape = (dims[1] ?? "").split(",").flatMap((dim) => (dim.trim() ? [Number(dim)] : []));
  const itemBytes = Number(code.slice(1));
  const elements = shape.reduce((product, dim) => product * dim, 1);
  const size = elements * itemBytes;
  // A copy, because it is transferred to the worker.
  const data = bytes.slice(start + length, start + length + size);
  if (!Number.isSafeInteger(size) || data.length !== size) throw new NotAnInput(t("input.damaged"));
  if (endian === ">") swapBytes(data, itemBytes);
  const isColumnMajor = order[1] === "True" && shape.length > 1;
  return { name, shape, dtype, data: isColumnMajor ? rowMajor(data, shape, itemBytes) : data };
}

function swapBytes(data: Uint8Array, itemBytes: number): void {
  for (let at = 0; at < data.length; at += itemBytes) {
    data.subarray(at, at + itemBytes).reverse();
  }
}

/** Converts elements from column-major to row-major order. */
function rowMajor(
  data: Uint8Array<ArrayBuffer>,
  shape: readonly number[],
  itemBytes: number,
): Uint8Array<ArrayBuffer> {
  const strides = shape.map((_, i) => shape.slice(0, i).reduce((product, dim) => product * dim, 1));
  const out = new Uint8Array(data.length);
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < data.length; to += itemBytes) {
    out.set(data.subarray(from * itemBytes, (from + 1) * itemBytes), to);
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      index[axis] = (index[axis] ?? 0) + 1;
      from += strides[axis] ?? 0;
      if ((index[axis] ?? 0) < (shape[axis] ?? 0)) break;
      from -= (strides[axis] ?? 0) * (shape[axis] ?? 0);
      index[axis] = 0;
    }
  }
  return out;
}
