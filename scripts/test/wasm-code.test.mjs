/** In the kernels' module with fused multiply-add, the instruction gets its final number, and nothing else changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkKernels, withFinalMultiplyAdd } from "../../wasm-bindings/scripts/kernels.mjs";
import { instructionsOf } from "../../wasm-bindings/scripts/wasm-code.mjs";

/** @param {number[]} code a function's instructions */
function moduleOf(code) {
  const body = [0, ...code, 0x0b];
  const section = [1, body.length, ...body];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00], // A type: () -> ().
    ...[0x03, 0x02, 0x01, 0x00],
    ...[0x05, 0x03, 0x01, 0x00, 0x01], // A memory.
    ...[0x0a, section.length, ...section],
  ]);
}

const splat = [0x41, 0x00, 0xfd, 0x0f];
const early = [0xfd, 0xaf, 0x01];
const final = [0xfd, 0x85, 0x02];
const multiplyAdd = (/** @type {number[]} */ number) => [
  ...splat,
  ...splat,
  ...splat,
  ...number,
  0x1a,
];

test("the instruction is replaced, bytes that only look like it are not", () => {
  const others = [
    // The bytes of the instruction in constants, in an offset, in a shuffle.
    ...[0x41, 0xfd, 0xaf, 0x01, 0x1a],
    ...[0x43, 0xfd, 0xaf, 0x01, 0x00, 0x1a],
    ...[0x44, 0x00, 0xfd, 0xaf, 0x01, 0xfd, 0xaf, 0x01, 0x00, 0x1a],
    ...[0xfd, 0x0c, ...early, ...early, ...early, ...early, ...early, 0x00, 0x1a],
    ...[0x41, 0x00, 0x28, 0x02, 0xfd, 0xaf, 0x01, 0x1a],
    ...[0x02, 0x40, 0x41, 0x00, 0x0e, 0x01, 0x00, 0x00, 0x0b],
  ];
  const before = moduleOf([...others, ...multiplyAdd(early)]);
  const { bytes, replaced } = withFinalMultiplyAdd(before);
  assert.equal(replaced, 1);
  assert.deepEqual(bytes, moduleOf([...others, ...multiplyAdd(final)]));
  // This environment may not know the instruction. Without it, all other bytes are valid.
  assert.ok(WebAssembly.validate(moduleOf(others)));
  assert.equal(withFinalMultiplyAdd(bytes).replaced, 0);
});

test("what is not known is an error, not skipped", () => {
  assert.throws(() => [...instructionsOf(moduleOf([0xfe, 0x00, 0x00, 0x00]))], /0xfe is not known/);
  assert.throws(() => [...instructionsOf(Uint8Array.of(1, 2, 3))], /no WebAssembly module/);
});

test("kernels with a memory or data of their own are refused", () => {
  assert.throws(() => checkKernels(moduleOf([])), /a memory of their own/);
  const data = Uint8Array.from([
    ...moduleOf([]),
    0x0b,
    0x07,
    0x01,
    0x00,
    0x41,
    0x00,
    0x0b,
    0x01,
    0x61,
  ]);
  assert.throws(() => checkKernels(data), /static data/);
});
