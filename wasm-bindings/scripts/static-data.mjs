// Divides the engine's static data among its parts, as its functions are divided.
//
// A text or a table belongs to the first part when a function of that names its address, or something does that belongs to
// it; so a message of a pass that comes later comes later, too. All parts have one memory: what a later part has
// stands in it as data for the same addresses, which are empty until then. Where a table begins, the linker's map
// tells; texts, which the linker makes one pool of, end with a zero. Only constant data are moved.

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
 * Compilers fold `table[i - 5]` into an address before the table. Whatever begins up to so many bytes behind an address in a
 * function counts as named by that. The address of something else is hardly ever one of these, so only what is near counts.
 */
const kBefore = 256;
const kNear = 64;
/** A gap that is as long as what a segment has besides its bytes is worth another segment. */
const kGap = 8;

/**
 * The constant data of a module, by the map that wasm-ld wrote of it.
 *
 * @param {string} map
 * @returns {{begin: number, end: number, isConstant: boolean, isPool: boolean, isPacked: boolean, isVirtual: boolean}[]}
 *   in order; `isPool`: zero-terminated texts; `isPacked`: with addresses at any place, others have them where they are
 *   aligned; `isVirtual`: a table of virtual functions, whose address in functions is one inside of it
 */
function objectsOf(map) {
  const objects = [];
  // Address, place in the file and size in hexadecimal digits, the file that it is from and its section.
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

/** The last item that begins at an address or before; items are in order. */
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

/** The memory as a module's data leave it, up to the end of the last. */
function imageOf(module) {
  const section = readSections(module).find(({ id }) => id === sectionIds.data);
  const segments = new Reader(section.bytes).vector(readSegment);
  const image = new Uint8Array(
    Math.max(...segments.map(({ begin, bytes }) => begin + bytes.length)),
  );
  for (const { begin, bytes } of segments) image.set(bytes, begin);
  return image;
}

/** The module with the bytes of a memory that are marked as its data. */
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
  // Behind the code there are custom sections at most.
  const code = sections.findIndex(({ id }) => id === sectionIds.code);
  sections.splice(code + 1, 0, { id: sectionIds.data, bytes: data });
  return writeSections(sections);
}

/** Which bytes of a memory the functions of these modules name, directly or by what stands there. */
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
  const name = (address) => {
    const object = objects[upTo(address)];
    // The address behind the last byte stands for the object, too.
    if (!object || address > object.end) return;
    if (!object.isPool) take(object);
    else if (address < object.end) marks.fill(1, address, image.indexOf(0, address) + 1);
  };
  // In data an address is one where something begins, but for those in texts and in tables of virtual functions; other
  // numbers are numbers, which lie between the addresses of something by chance.
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
 * Gives each part the constant data that only its functions name.
 *
 * @param {Uint8Array} engine the module with all data, without the functions of the last part
 * @param {string} map of the linker
 * @param {Uint8Array} first the parts of the engine …
 * @param {Uint8Array} deferred
 * @param {Uint8Array} frontends … and what was taken out before
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
  // What nobody is seen to name stays with what is there first.
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
