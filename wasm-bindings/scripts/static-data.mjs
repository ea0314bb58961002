// Divides the engine's static data among its parts, as its functions are divided.
//
// A text or a table belongs to the first part if a function of the first part contains its address, or if data of the
// first part does. So a message of a deferred pass is deferred, too. All parts share one memory. The data of a later
// part keep their addresses, which hold zeros until the part is loaded. The linker's map tells where tables begin.
// Texts are in one pool of the linker, and each ends with a zero. Only constant data are moved.

import {
  Reader,
  readSections,
  sectionIds,
  signed,
  unsigned,
  writeSections,
} from "./wasm-format.mjs";
import { instructionsOf } from "./wasm-code.mjs";

/**
 * Compilers fold `table[i - 5]` into an address before the table. So an address in a function also refers to an object
 * that begins up to this many bytes after it. Such an address is rarely that of another object, so only near ones
 * count.
 */
const kBefore = 256;
const kNear = 64;
/** A gap of this length is worth a new segment, because a segment has as many bytes besides its data. */
const kGap = 8;

/**
 * The constant data of a module, from the map of wasm-ld.
 *
 * @param {string} map
 * @returns {{begin: number, end: number, isConstant: boolean, isPool: boolean, isPacked: boolean, isVirtual:
 * boolean}[]}
 *   in order. `isPool`: zero-terminated texts. `isPacked`: addresses can be at any offset; in other objects they are
 *   aligned. `isVirtual`: a table of virtual functions; functions contain an address inside of it.
 */
function objectsOf(map) {
  const objects = [];
  // Address, file offset and size in hexadecimal digits, the object file and its section.
  for (const [, at, size, file, section] of map.matchAll(
    /^ *([\da-f]+) +[\da-f]+ +([\da-f]+) {9}(\S.*):\((\.\S+)\)$/gm,
  )) {
    if (!/^\.(?:rodata|data|bss)/.test(section)) continue;
    const begin = parseInt(at, 16);
    objects.push({
      begin,
      end: begin + parseInt(size, 16),
      isConstant: section.startsWith(".rodata"),
      isPool: file === "<internal>",
      isPacked: section === ".rodata.gcc_except_table",
      isVirtual: section.startsWith(".rodata._ZTV"),
    });
  }
  if (!objects.some(({ isPool }) => isPool)) throw new Error("the linker's map has no texts");
  return objects.sort((a, b) => a.begin - b.begin);
}

/** The last item that begins at or before an address. The items are in order. */
function lastUpTo(items, beginOf, address) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (beginOf(items[middle]) <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function readSegment(reader) {
  if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error("another kind of data");
  const begin = reader.number();
  if (reader.byte() !== 0x0b) throw new Error("an address that is computed");
  return { begin, bytes: reader.slice(reader.number()) };
}

/** The memory after a module's data were written, up to the end of the last segment. */
function imageOf(module) {
  const section = readSections(module).find(({ id }) => id === sectionIds.data);
  const segments = new Reader(section.bytes).vector(readSegment);
  const image = new Uint8Array(
    Math.max(...segments.map(({ begin, bytes }) => begin + bytes.length)),
  );
  for (const { begin, bytes } of segments) image.set(bytes, begin);
  return image;
}

/** Replaces the data of a module by the marked bytes of a memory. */
function withData(module, image, marks) {
  const segments = [];
  const isWanted = (at) => marks[at] !== 0 && image[at] !== 0;
  for (let at = 0; at < image.length; ++at) {
    if (!isWanted(at)) continue;
    const last = segments.at(-1);
    if (last && at - last.end < kGap) last.end = at + 1;
    else segments.push({ begin: at, end: at + 1 });
  }
  const written = segments.map(({ begin, end }) =>
    Buffer.from([
      0,
      0x41,
      ...signed(begin),
      0x0b,
      ...unsigned(end - begin),
      ...image.subarray(begin, end),
    ]),
  );
  const data = Buffer.concat([Buffer.from(unsigned(segments.length)), ...written]);
  const sections = readSections(module).filter(({ id }) => id !== sectionIds.data);
  for (const section of sections) {
    if (section.id === sectionIds.dataCount) section.bytes = Buffer.from(unsigned(segments.length));
  }
  // Only custom sections can follow the code.
  const code = sections.findIndex(({ id }) => id === sectionIds.code);
  sections.splice(code + 1, 0, { id: sectionIds.data, bytes: data });
  return writeSections(sections);
}

/** Marks the bytes of a memory that the functions of these modules refer to, directly or through other data. */
function namedBy(modules, image, objects) {
  const marks = new Uint8Array(image.length);
  const view = new DataView(image.buffer);
  const seen = new Set();
  const waiting = [];
  const take = (object) => {
    if (seen.has(object)) return;
    seen.add(object);
    marks.fill(1, object.begin, object.end);
    waiting.push(object);
  };
  const upTo = (address) => lastUpTo(objects, ({ begin }) => begin, address);
  // A table of texts has an address and a length for each. No field of it is at an address that is not a multiple of 4.
  const isTextTable = ({ begin, end, isConstant, isPool }) => {
    if (!isConstant || isPool || begin % 4 !== 0 || (end - begin) % 8 !== 0 || end > image.length)
      return false;
    for (let at = begin; at < end; at += 8) {
      const text = view.getUint32(at, true);
      const size = view.getUint32(at + 4, true);
      if (!objects[upTo(text)]?.isPool || image[text + size] !== 0) return false;
    }
    return true;
  };
  const name = (address) => {
    const object = objects[upTo(address)];
    // The address after the last byte refers to the object, too.
    if (!object || address > object.end) return;
    // Numbers of a program are equal to addresses by chance, the more often the larger an object is.
    if (address % 4 !== 0 && isTextTable(object)) return;
    if (!object.isPool) take(object);
    else if (address < object.end) marks.fill(1, address, image.indexOf(0, address) + 1);
  };
  // In data, a number is an address only if an object begins there. Texts and tables of virtual functions are
  // exceptions: any place in them counts. Other numbers are equal to addresses only by chance.
  const nameInData = (address) => {
    const object = objects[upTo(address)];
    if (object && (object.isPool || object.isVirtual || object.begin === address)) name(address);
  };
  for (const module of modules) {
    for (const { address } of instructionsOf(module)) {
      if (address === undefined || address >= image.length) continue;
      name(address);
      const at = upTo(address);
      const isKnown = objects[at]?.begin === address || objects[at]?.isVirtual;
      const reach = isKnown ? kNear : kBefore;
      for (let i = at + 1; objects[i]?.begin <= address + reach; ++i) {
        if (!objects[i].isPool) take(objects[i]);
      }
    }
  }
  while (waiting.length > 0) {
    const { begin, end, isPacked } = waiting.pop();
    const last = Math.min(end, image.length) - 4;
    const [from, step] = isPacked ? [begin, 1] : [Math.ceil(begin / 4) * 4, 4];
    for (let at = from; at <= last; at += step) nameInData(view.getUint32(at, true));
  }
  return marks;
}

/**
 * Gives each part the constant data that only its functions refer to.
 *
 * @param {Uint8Array} engine the module with all data, without the functions of the last part
 * @param {string} map the linker's map
 * @param {{first: Uint8Array, deferred: Uint8Array, frontends: Uint8Array}} parts the two parts of the engine, and the
 * part that was removed before
 * @returns {Record<"engine" | "first" | "deferred" | "frontends", Uint8Array>}
 */
export function divideData(engine, map, { first, deferred, frontends }) {
  const image = imageOf(engine);
  const objects = objectsOf(map);
  const ofFirst = namedBy([first], image, objects);
  const ofEngine = namedBy([first, deferred], image, objects);
  const ofAll = namedBy([first, deferred, frontends], image, objects);
  for (const { begin, end, isConstant } of objects) {
    if (!isConstant) for (const marks of [ofFirst, ofEngine]) marks.fill(1, begin, end);
  }
  const where = (isThere) => Uint8Array.from(image, (_, at) => (isThere(at) ? 1 : 0));
  // Data that no function visibly refers to stay in the part that is loaded first.
  return {
    engine: withData(
      engine,
      image,
      where((at) => ofEngine[at] || !ofAll[at]),
    ),
    first: withData(
      first,
      image,
      where((at) => ofFirst[at] || !ofAll[at]),
    ),
    deferred: withData(
      deferred,
      image,
      where((at) => ofEngine[at] && !ofFirst[at]),
    ),
    frontends: withData(
      frontends,
      image,
      where((at) => ofAll[at] && !ofEngine[at]),
    ),
  };
}
