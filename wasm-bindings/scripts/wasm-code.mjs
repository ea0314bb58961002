// Reads the instructions of a WebAssembly module's functions. It knows the instructions that compilers make from C++
// without threads and garbage collection. Any other instruction is an error.

import { Reader, readSections, sectionIds } from "./wasm-format.mjs";

/** A reader at a place in the code of a function. */
class CodeReader extends Reader {
  /** Skips a number of any kind. */
  skipNumber() {
    while (this.byte() >= 128);
  }
  skipNumbers(count) {
    for (let i = 0; i < count; ++i) this.skipNumber();
  }
  /** A signed 32-bit number, returned as unsigned. */
  constant() {
    let value = 0;
    let shift = 0;
    let byte;
    do {
      byte = this.byte();
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte >= 128);
    if (byte & 64 && shift < 32) value |= -1 << shift;
    return value >>> 0;
  }
  /** Reads the alignment and offset of a memory instruction; returns the offset. */
  offset() {
    this.skipNumber();
    return this.number();
  }
}

const isBetween = (value, low, high) => value >= low && value <= high;

/** Skips the operands of an instruction of one byte; returns a possible address. */
function skipPlain(reader, code) {
  // unreachable, nop, else, end, return, drop, select; comparisons, arithmetic, conversions; catch_all
  if ([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1].includes(code)) return undefined;
  if (isBetween(code, 0x45, 0xc4)) return undefined;
  // block, loop, if: a type; br, br_if, call; variables and tables; memory.size, memory.grow; constants; references;
  // try, catch, throw, rethrow, delegate
  if (isBetween(code, 0x02, 0x04) || [0x0c, 0x0d, 0x10, 0xd0, 0xd2].includes(code)) {
    reader.skipNumber();
  } else if (isBetween(code, 0x06, 0x09) || code === 0x18) {
    reader.skipNumber();
  } else if (code === 0x41) {
    return reader.constant();
  } else if (isBetween(code, 0x20, 0x26) || isBetween(code, 0x3f, 0x42)) {
    reader.skipNumber();
  } else if (isBetween(code, 0x28, 0x3e)) {
    return reader.offset();
  } else if (code === 0x11) {
    reader.skipNumbers(2); // Type and table.
  } else if (code === 0x0e) {
    reader.skipNumbers(reader.number() + 1);
  } else if (code === 0x1c) {
    reader.skipNumbers(reader.number());
  } else if (code === 0x43) {
    reader.skip(4);
  } else if (code === 0x44) {
    reader.skip(8);
  } else {
    throw new Error(`instruction 0x${code.toString(16)} is not known`);
  }
  return undefined;
}

/**
 * The count of operands of each instruction with the prefix 0xfc: saturating truncation, then bulk memory and tables.
 */
const kBulk = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

function skipVector(reader, code) {
  if (isBetween(code, 0, 11) || isBetween(code, 92, 93)) {
    return reader.offset(); // Loads and stores.
  } else if (code === 12 || code === 13) {
    reader.skip(16); // A constant, a shuffle.
  } else if (isBetween(code, 21, 34)) {
    reader.skip(1); // A lane.
  } else if (isBetween(code, 84, 91)) {
    const offset = reader.offset();
    reader.skip(1);
    return offset;
  }
  return undefined;
}

/**
 * Yields the instructions of all functions, in order.
 *
 * @param {Uint8Array} bytes
 * @returns {Generator<{prefix: number, code: number, at: number, address: number | undefined}>} `prefix`: 0, 0xfc or
 * 0xfd. `at`: the offset of the instruction. `address`: the number of `i32.const`, or the offset of a load or store.
 */
export function* instructionsOf(bytes) {
  const section = readSections(bytes).find(({ id }) => id === sectionIds.code);
  if (!section) return;
  const reader = new Reader(bytes, section.at, section.at + section.bytes.length);
  for (let left = reader.number(); left > 0; --left) {
    const size = reader.number();
    const body = new CodeReader(bytes, reader.at, reader.at + size);
    reader.skip(size);
    for (let groups = body.number(); groups > 0; --groups) body.skipNumbers(2);
    while (body.at < body.end) {
      const at = body.at;
      const first = body.byte();
      const prefix = first === 0xfc || first === 0xfd ? first : 0;
      const code = prefix ? body.number() : first;
      let address;
      if (prefix === 0xfd) {
        address = skipVector(body, code);
      } else if (prefix === 0xfc) {
        if (code >= kBulk.length) throw new Error(`instruction 0xfc ${code} is not known`);
        body.skipNumbers(kBulk[code]);
      } else {
        address = skipPlain(body, code);
      }
      yield { prefix, code, at, address };
    }
  }
}
