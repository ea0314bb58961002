// Reads and writes the binary format of WebAssembly: numbers in LEB128, vectors, names, sections.

export const sectionIds = {
  type: 1,
  import: 2,
  function: 3,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
};

/** A place in bytes that moves on as they are read. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
  slice(length) {
    this.at += length;
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
/** A number from 0 on where one may be negative. */
export const signed = (value) => {
  const bytes = [];
  // The last byte must not look like that of a negative one.
  for (; value > 0x3f; value >>>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
};
/** A vector of bytes, or of items that are already written. */
export const vector = (items) => [unsigned(items.length), ...items].flat();
export const name = (text) => vector([...new TextEncoder().encode(text)]);

/** The sections of a module: what they are, and their contents. */
export function readSections(bytes) {
  const reader = new Reader(bytes, 8);
  const sections = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    sections.push({ id, bytes: reader.slice(reader.number()) });
  }
  return sections;
}

/** The module with other sections; `bytes` is one that begins alike. */
export const writeSections = (bytes, sections) =>
  Buffer.concat([
    bytes.subarray(0, 8),
    ...sections.flatMap(({ id, bytes: content }) => [
      Buffer.from([id, ...unsigned(content.length)]),
      Buffer.from(content),
    ]),
  ]);
