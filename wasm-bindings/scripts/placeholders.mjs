// Turns the placeholders of a divided module into WebAssembly functions.
//
// For each function of the later part that the first part refers to, wasm-split adds an import to the first part, such
// as ("deferred" "17"). It puts this placeholder into the entry 17 of the function table. Thousands of imports that are
// JavaScript functions, with hundreds of signatures, take longer than the rest of the instantiation. So this script
// makes each of them a function of the module:
//
//     (func (param …) (result …)
//       (call $load)                                       ;; the remaining import: loads the later part into the table
//       (call_indirect (type …) (local.get 0) … (i32.const 17)))
//
// The indices of other functions do not change. The placeholders are the last imported functions, and their
// replacements become the first functions of the module. Only the index of the first placeholder goes to "load"; its
// function moves to the end.

import {
  Reader,
  externKinds,
  name,
  readFunctionSegment,
  readImport,
  readSections,
  readType,
  sectionIds,
  signed,
  unsigned,
  vector,
  writeSections,
} from "./wasm-format.mjs";

/**
 * Lets a later part accept a function table of any size. If the rest of the engine is divided again, the table grows
 * after this part was made.
 *
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function withAnyTable(bytes) {
  const sections = readSections(bytes);
  const section = sections.find(({ id }) => id === sectionIds.import);
  const written = new Reader(section.bytes).vector(readImport).map(({ kind, at, bytes: item }) => {
    if (kind !== externKinds.table) return item;
    // The type of the elements, the kind of the limits, and the minimum. The maximum is dropped.
    const reader = new Reader(Uint8Array.from(item), at);
    const type = reader.byte();
    reader.byte();
    return [...item.slice(0, at), type, 0, ...unsigned(reader.number())];
  });
  section.bytes = vector(written);
  return writeSections(sections);
}

/**
 * Replaces all placeholders of a module by functions and one import, such as "deferred" "load".
 *
 * @param {Uint8Array} bytes the first part as wasm-split writes it
 * @param {string} part the later part: the module that placeholders are imported from
 * @returns {Uint8Array}
 */
export function ownPlaceholders(bytes, part) {
  const sections = readSections(bytes);
  const section = (kind) => sections.find(({ id }) => id === sectionIds[kind]);
  const read = (kind, item) => new Reader(section(kind).bytes).vector(item);

  const types = read("type", readType);
  const imports = read("import", readImport);
  const functions = imports.filter(({ kind }) => kind === externKinds.func);
  const first = functions.findIndex(({ module }) => module === part);
  const placeholders = functions.slice(first);
  if (first < 0 || placeholders.some(({ module }) => module !== part)) {
    throw new Error("the placeholders are not the last of the imported functions");
  }
  const plain = types.findIndex(({ params, results }) => params.length + results.length === 0);
  if (plain < 0) throw new Error("no function has neither parameters nor results");
  const load = [...name(part), ...name("load"), externKinds.func, ...unsigned(plain)];
  const kept = imports.filter(({ module }) => module !== part);
  section("import").bytes = vector([...kept.map((item) => item.bytes), load]);

  const [moved, ...others] = placeholders;
  const own = read("function", (r) => unsigned(r.number()));
  const declared = [...others.map(({ type }) => unsigned(type)), ...own, unsigned(moved.type)];
  section("function").bytes = vector(declared);

  const body = ({ field, type }) => {
    const args = types[type].params.flatMap((_, i) => [0x20, ...unsigned(i)]);
    const call = [0x41, ...signed(Number(field)), 0x11, ...unsigned(type), 0];
    return vector([0, 0x10, ...unsigned(first), ...args, ...call, 0x0b]);
  };
  const bodies = read("code", (r) => r.slice(r.number()));
  const written = bodies.map((code) => Buffer.concat([Buffer.from(unsigned(code.length)), code]));
  section("code").bytes = Buffer.concat([
    Buffer.from(unsigned(placeholders.length + bodies.length)),
    Buffer.from(others.flatMap(body)),
    ...written,
    Buffer.from(body(moved)),
  ]);

  const last = first + placeholders.length + own.length;
  const segments = read("element", readFunctionSegment).map(({ offset, functions: indices }) => [
    ...[0, 0x41, ...signed(offset), 0x0b],
    ...vector(indices.map((index) => unsigned(index === first ? last : index))),
  ]);
  section("element").bytes = vector(segments);

  return writeSections(sections);
}
