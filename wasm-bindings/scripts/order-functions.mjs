// Orders the functions of a module so that the file compresses better.
//
// Functions of the same type come one after the other, and among them those whose code begins alike. The compressor
// then finds equal code nearby, and the list of the functions' types repeats itself. The functions that most calls name
// come first, because the smallest indices take one byte.

import { instructionsOf } from "./wasm-code.mjs";
import {
  Reader,
  externKinds,
  readFunctionSegment,
  readImport,
  readSections,
  sectionIds,
  signed,
  unsigned,
  vector,
  writeSections,
} from "./wasm-format.mjs";

/** The count of indices that take one byte. */
const kShort = 128;

/** Instructions whose operand is the index of a function: call, return_call, ref.func. */
const kNaming = [0x10, 0x12, 0xd2];

/** The functions of a module: the type, the code, and the places in the code that name functions. */
function functionsOf(bytes, types) {
  const { at, bytes: content } = readSections(bytes).find(({ id }) => id === sectionIds.code);
  const reader = new Reader(bytes, at, at + content.length);
  const functions = reader.vector(() => {
    const code = reader.slice(reader.number());
    return { begin: reader.at - code.length, end: reader.at, code, names: [] };
  });
  let [next, current] = [0, undefined];
  for (const { prefix, code, at: place } of instructionsOf(bytes)) {
    while (!current || place >= current.end) {
      current = functions[next];
      current.type = types[next];
      next += 1;
    }
    if (prefix !== 0 || !kNaming.includes(code)) continue;
    const operand = new Reader(bytes, place + 1);
    current.names.push({ begin: operand.at, index: operand.number(), end: operand.at });
  }
  return functions;
}

/** The code of a function with other indices of functions, after its length. */
function rewritten({ begin, code, names }, indexOf) {
  const pieces = [];
  let at = 0;
  for (const name of names) {
    pieces.push(code.subarray(at, name.begin - begin), Buffer.from(unsigned(indexOf(name.index))));
    at = name.end - begin;
  }
  const written = Buffer.concat([...pieces, code.subarray(at)]);
  return [Buffer.from(unsigned(written.length)), written];
}

/**
 * @param {Uint8Array} bytes a module without names of functions
 * @returns {Uint8Array}
 */
export function orderFunctions(bytes) {
  const sections = readSections(bytes);
  const section = (kind) => sections.find(({ id }) => id === sectionIds[kind]);
  if (section("custom") || section("start")) throw new Error("a section with other indices");
  const read = (kind, item) => new Reader(section(kind)?.bytes ?? [0]).vector(item);

  const typeTexts = read("type", (reader) => {
    const begin = reader.at;
    reader.byte();
    reader.slice(reader.number()); // Parameters.
    reader.slice(reader.number()); // Results.
    return Buffer.from(reader.bytes.subarray(begin, reader.at));
  });
  const imports = read("import", readImport).filter(({ kind }) => kind === externKinds.func).length;
  const functions = functionsOf(
    bytes,
    read("function", (reader) => reader.number()),
  );

  const counts = functions.map(() => 0);
  for (const { index } of functions.flatMap(({ names }) => names)) {
    if (index >= imports) counts[index - imports] += 1;
  }
  const byCount = [...functions.keys()].sort((a, b) => counts[b] - counts[a]);
  const first = byCount.slice(0, Math.max(kShort - imports, 0));
  const alike = (a, b) =>
    Buffer.compare(typeTexts[functions[a].type], typeTexts[functions[b].type]) ||
    Buffer.compare(functions[a].code, functions[b].code);
  const order = [...first, ...byCount.slice(first.length).sort(alike)];

  const indices = new Map(order.map((old, i) => [old + imports, i + imports]));
  const indexOf = (old) => indices.get(old) ?? old;
  const ordered = order.map((old) => functions[old]);
  section("function").bytes = vector(ordered.map(({ type }) => unsigned(type)));
  section("code").bytes = Buffer.concat([
    Buffer.from(unsigned(ordered.length)),
    ...ordered.flatMap((each) => rewritten(each, indexOf)),
  ]);
  if (section("element")) {
    const segments = read("element", readFunctionSegment).map(({ offset, functions: named }) => [
      ...[0, 0x41, ...signed(offset), 0x0b],
      ...vector(named.map((old) => unsigned(indexOf(old)))),
    ]);
    section("element").bytes = vector(segments);
  }
  if (section("export")) {
    const exported = read("export", (reader) => {
      const begin = reader.at;
      reader.name();
      const kind = reader.byte();
      const head = reader.bytes.subarray(begin, reader.at);
      const index = reader.number();
      return [...head, ...unsigned(kind === externKinds.func ? indexOf(index) : index)];
    });
    section("export").bytes = vector(exported);
  }
  return writeSections(sections);
}
