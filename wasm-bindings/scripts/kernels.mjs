// Finishes the kernels' modules, dist/passcope.kernels.wasm and passcope.kernels.relaxed.wasm, and checks the
// conditions of js/kernels.ts.
//
// LLVM 14 encodes the fused multiply-add with a number of an early proposal of relaxed SIMD. Browsers use a later
// number (f32x4.relaxed_madd). Both take two bytes after the prefix, so the instruction can be replaced in place.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { instructionsOf } from "./wasm-code.mjs";
import { readSections, sectionIds } from "./wasm-format.mjs";

/** `f32x4.fma` of the early proposal and `f32x4.relaxed_madd`, as bytes after the prefix 0xfd. */
const kEarly = [0xaf, 0x01];
const kFinal = [0x85, 0x02];

/**
 * Replaces the early number of the instruction by the final one. The order of the operands is the business of the
 * source code.
 *
 * @param {Uint8Array} module
 * @returns {{bytes: Uint8Array, replaced: number}}
 */
export function withFinalMultiplyAdd(module) {
  const bytes = Uint8Array.from(module);
  let replaced = 0;
  for (const { prefix, code, at } of instructionsOf(bytes)) {
    if (prefix !== 0xfd || code !== 0xaf) continue;
    if (bytes[at + 1] !== kEarly[0] || bytes[at + 2] !== kEarly[1]) {
      throw new Error("an instruction's number is longer than it need be");
    }
    bytes.set(kFinal, at + 1);
    replaced += 1;
  }
  return { bytes, replaced };
}

/**
 * Throws unless the kernels can share the memory of any engine: they must not have data, and import only the memory.
 */
export function checkKernels(bytes) {
  const sections = new Set(readSections(bytes).map(({ id }) => id));
  if (sections.has(sectionIds.data)) {
    throw new Error("the kernels have static data, for which there is no memory");
  }
  if (!sections.has(sectionIds.import)) throw new Error("the kernels have a memory of their own");
}

if (process.argv[1] === import.meta.filename) {
  const dist = path.resolve(import.meta.dirname, "../dist");
  const plain = path.join(dist, "passcope.kernels.wasm");
  const relaxed = path.join(dist, "passcope.kernels.relaxed.wasm");
  const { bytes } = withFinalMultiplyAdd(readFileSync(relaxed));
  writeFileSync(relaxed, bytes);
  for (const file of [plain, relaxed]) checkKernels(readFileSync(file));
  const { imports, exports } = WebAssembly.Module;
  const module = new WebAssembly.Module(readFileSync(plain));
  const names = [...imports(module), ...exports(module)].map(({ name }) => name).sort();
  if (names.join() !== "__stack_pointer,call,memory") {
    throw new Error(`the kernels import and export ${names.join(", ")}`);
  }
}
