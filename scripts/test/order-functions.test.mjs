/** After the functions of a module were ordered, calls, the table, exports and imports still name the same functions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderFunctions } from "../../wasm-bindings/scripts/order-functions.mjs";
import {
  Reader,
  name,
  readSections,
  sectionIds,
  signed,
  unsigned,
  vector,
  writeSections,
} from "../../wasm-bindings/scripts/wasm-format.mjs";

const i32 = 0x7f;
const call = (index) => [0x10, ...unsigned(index)];
const constant = (value) => [0x41, ...signed(value)];

/** So many functions that some indices take two bytes. */
const kCount = 300;

/**
 * A module with an imported function, `twice`, and the functions 1 to kCount. Those with odd indices have a parameter
 * and return it plus their index. The others return what the next function returns for 1000; the last returns
 * `twice(7)`.
 */
function example() {
  const body = (index) => {
    if (index % 2 === 1) return [0x20, 0, ...constant(index), 0x6a];
    return index === kCount
      ? [...constant(7), ...call(0)]
      : [...constant(1000), ...call(index + 1)];
  };
  const indices = Array.from({ length: kCount }, (_, i) => i + 1);
  const section = (kind, items) => ({ id: sectionIds[kind], bytes: vector(items) });
  return writeSections([
    section("type", [
      [0x60, 1, i32, 1, i32],
      [0x60, 0, 1, i32],
    ]),
    section("import", [[...name("host"), ...name("twice"), 0, 0]]),
    section(
      "function",
      indices.map((index) => unsigned(index % 2 === 1 ? 0 : 1)),
    ),
    { id: 4, bytes: [1, 0x70, 0, ...unsigned(kCount)] },
    section("export", [
      [...name("table"), 1, 0],
      [...name("f5"), 0, 5],
      [...name("f200"), 0, ...unsigned(200)],
      [...name("twice"), 0, 0],
    ]),
    section("element", [
      [0, ...constant(0), 0x0b, ...vector(indices.map((index) => unsigned(index)))],
    ]),
    section(
      "code",
      indices.map((index) => vector([0, ...body(index), 0x0b])),
    ),
  ]);
}

async function answersOf(bytes) {
  const host = { twice: (/** @type {number} */ value) => 2 * value };
  const { instance } = await WebAssembly.instantiate(bytes, { host });
  const { table, f5, f200, twice } = instance.exports;
  const inTable = Array.from({ length: kCount }, (_, i) => table.get(i)(1));
  return { inTable, exported: [f5(1), f200(), twice(21)] };
}

test("each function does what it did, and those of a type are neighbours", async () => {
  const before = example();
  const after = orderFunctions(before);
  const answers = await answersOf(after);
  assert.deepEqual(answers, await answersOf(before));
  assert.deepEqual(answers.exported, [6, 1201, 42]);
  assert.deepEqual([answers.inTable[0], answers.inTable[kCount - 1]], [2, 14]);

  const typesOf = (module) => {
    const section = readSections(module).find(({ id }) => id === sectionIds.function);
    return new Reader(section.bytes).vector((reader) => reader.number());
  };
  const changes = (types) => types.filter((type, i) => i > 0 && type !== types[i - 1]).length;
  assert.equal(changes(typesOf(before)), kCount - 1);
  assert.ok(changes(typesOf(after)) <= 3);
});

test("a section that names functions in another way is an error", () => {
  const names = { id: sectionIds.custom, bytes: name("name") };
  const module = writeSections([...readSections(example()), names]);
  assert.throws(() => orderFunctions(module), /a section with other indices/);
});
