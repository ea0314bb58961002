// Divides the engine's module, dist/passcope.wasm, for those who want a first result before all of it is there:
// dist/passcope.first.wasm has the functions that the playground's first result takes, passcope.deferred.wasm all
// others. js/deferred.ts puts them together again.
//
// Which functions that are is measured: wasm-split (of Binaryen, which comes with Emscripten) makes the module note
// what is called, the package, already compiled, produces that result with it (first-result.mjs), and by these
// notes, the profile, wasm-split divides. So the division follows from the sources alone.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as passcope from "../dist/index.js";
import { findWasmSplit } from "../../scripts/lib/requirements.mjs";
import { load } from "../dist/load.js";
import { firstResult } from "./first-result.mjs";
import { ownPlaceholders } from "./placeholders.mjs";

const dist = path.resolve(import.meta.dirname, "../dist");

/** What of WebAssembly the engine is built with; the module itself does not tell. */
const features = [
  "--enable-simd",
  "--enable-exception-handling",
  "--enable-mutable-globals",
  "--enable-sign-ext",
  "--enable-nontrapping-float-to-int",
  "--enable-bulk-memory",
];

function wasmSplit(...args) {
  const program = findWasmSplit();
  if (!program) throw new Error("wasm-split was not found: it is part of Binaryen");
  execFileSync(program, [...args, ...features], { stdio: "inherit" });
}

/** Has the first result made by an instrumented module; returns wasm-split's profile. */
async function profileOf(bytes) {
  let exports;
  await load(async (imports) => {
    const source = await WebAssembly.instantiate(bytes, imports);
    exports = source.instance.exports;
    return source;
  });
  firstResult(passcope);
  const memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
  const profile = memory.buffer.byteLength;
  const room = 16 * 65536;
  memory.grow(room / 65536);
  const length = exports.__write_profile(profile, room);
  if (length > room) throw new Error("the profile is too long");
  return new Uint8Array(memory.buffer, profile, length);
}

const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-split-"));
try {
  const whole = path.join(dist, "passcope.wasm");
  const instrumented = path.join(folder, "instrumented.wasm");
  const profile = path.join(folder, "profile");
  wasmSplit("--instrument", whole, "-o", instrumented);
  writeFileSync(profile, await profileOf(readFileSync(instrumented)));
  const first = path.join(folder, "first.wasm");
  const deferred = path.join(dist, "passcope.deferred.wasm");
  wasmSplit("--split", whole, `--profile=${profile}`, "-o1", first, "-o2", deferred);
  writeFileSync(path.join(dist, "passcope.first.wasm"), ownPlaceholders(readFileSync(first)));
} finally {
  rmSync(folder, { recursive: true });
}
