// Reads and writes the binary format of WebAssembly: numbers in LEB128, vectors, names, sections.

export const sectionIds = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
};

/** Kinds of imports and exports. */
export const externKinds = { func: 0, table: 1 };

/** A position in bytes, which moves on with each read. */
export class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }
  byte() {
    if (this.at >= this.end) throw new Error("the module ends too early");
    return this.bytes[this.at++];
  }
  /** An unsigned number. */
  number() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
  skip(count) {
    if (this.at + count > this.end) throw new Error("the module ends too early");
    this.at += count;
  }
  slice(length) {
    this.skip(length);
    return this.bytes.subarray(this.at - length, this.at);
  }
  name() {
    return new TextDecoder().decode(this.slice(this.number()));
  }
  vector(item) {
    return Array.from({ length: this.number() }, () => item(this));
  }
}

export const unsigned = (value) => {
  const bytes = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
};
/** Writes a number from 0 on in the signed encoding. */
export const signed = (value) => {
  const bytes = [];
  // Bit 6 of the last byte is the sign, so it must be 0.
  for (; value > 0x3f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
};
/** A vector of bytes, or of items that are already encoded. */
export const vector = (items) => [unsigned(items.length), ...items].flat();
export const name = (text) => vector([...new TextEncoder().encode(text)]);

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** The sections of a module: their ids, contents and offsets. */
export function readSections(bytes) {
  if (header.some((byte, i) => bytes[i] !== byte)) throw new Error("this is no WebAssembly module");
  const reader = new Reader(bytes, header.length);
  const sections = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const contents = reader.slice(reader.number());
    sections.push({ id, at: reader.at - contents.length, bytes: contents });
  }
  return sections;
}

/** Writes a module from its sections. */
export const writeSections = (sections) =>
  Buffer.concat([
    Buffer.from(header),
    ...sections.flatMap(({ id, bytes: content }) => [
      Buffer.from([id, ...unsigned(content.length)]),
      Buffer.from(content),
    ]),
  ]);

function limits(reader) {
  if (reader.byte() & 1) reader.number();
  reader.number();
}

/** Skips the description of an import after its kind. */
const skipImport = [
  (reader) => reader.number(),
  (reader) => (reader.byte(), limits(reader)),
  (reader) => limits(reader),
  (reader) => reader.slice(2),
  (reader) => (reader.byte(), reader.number()),
];

export function readImport(reader) {
  const begin = reader.at;
  const module = reader.name();
  const field = reader.name();
  const kind = reader.byte();
  const typeAt = reader.at;
  skipImport[kind](reader);
  const type = kind === externKinds.func ? new Reader(reader.bytes, typeAt).number() : undefined;
  const item = [...reader.bytes.subarray(begin, reader.at)];
  return { module, field, kind, type, at: typeAt - begin, bytes: item };
}

export function readType(reader) {
  if (reader.byte() !== 0x60) throw new Error("a type that is no function's");
  return { params: reader.vector((r) => r.byte()), results: reader.vector((r) => r.byte()) };
}

/** Reads an active segment of the first table: its offset and the functions' indices. */
export function readFunctionSegment(reader) {
  if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error("another kind of segment");
  const offset = reader.number();
  if (reader.byte() !== 0x0b) throw new Error("an offset that is computed");
  return { offset, functions: reader.vector((r) => r.number()) };
}
