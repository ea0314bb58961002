// Divides the engine's module, dist/passcope.wasm from the compiler. js/later_part.ts joins the parts at run time.
//
// First, the readers of other frameworks' models become passcope.frontends.wasm (see frontends.mjs), because few
// programs need them. The rest is passcope.wasm. A copy of it is divided again, for a fast first result:
// dist/passcope.first.wasm has the functions that the playground's first result needs, and passcope.deferred.wasm has
// all others.
//
// These functions are measured. wasm-split, a tool of Binaryen, makes the module record its calls. The compiled package
// then produces the first result with this module (first-result.mjs). wasm-split divides the module by the record,
// which is called a profile. So the division follows from the sources alone. At the end, each part gets the static data
// that only its functions need (static-data.mjs). The linker's map, dist/passcope.map, has the addresses. The functions
// of each part are then ordered (order-functions.mjs).

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as passcope from "../dist/index.js";
import { findBinaryen } from "../../scripts/lib/requirements.mjs";
import { load } from "../dist/load.js";
import { firstResult } from "./first-result.mjs";
import { frontendFunctions } from "./frontends.mjs";
import { orderFunctions } from "./order-functions.mjs";
import { divideData } from "./static-data.mjs";
import { ownPlaceholders, withAnyTable } from "./placeholders.mjs";

const dist = path.resolve(import.meta.dirname, "../dist");

/** The features of WebAssembly that the engine is built with. The module does not list them. */
const features = [
  "--enable-simd",
  "--enable-exception-handling",
  "--enable-mutable-globals",
  "--enable-sign-ext",
  "--enable-nontrapping-float-to-int",
  "--enable-bulk-memory",
];

function wasmSplit(...args) {
  const program = findBinaryen("wasm-split");
  if (!program) throw new Error("wasm-split was not found: it is part of Binaryen");
  execFileSync(program, [...args, ...features], { stdio: "inherit" });
}

/** Produces the first result with an instrumented module; returns wasm-split's profile. */
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

/** Writes names of functions to a file, and returns the argument for it. */
function namesFile(names) {
  const file = path.join(folder, "functions");
  writeFileSync(file, names.join("\n"));
  return `@${file}`;
}

/** Moves some functions of a module into a later part. The rest of the module is written to `rest`. */
function divide(module, part, rest, which) {
  const written = path.join(folder, "rest.wasm");
  const later = path.join(dist, `passcope.${part}.wasm`);
  // The prefix keeps the names of exports between the parts apart from the existing exports.
  const names = [`--placeholder-namespace=${part}`, `--export-prefix=%${part[0]}`];
  wasmSplit("--split", module, ...which, ...names, "-o1", written, "-o2", later);
  writeFileSync(rest, ownPlaceholders(readFileSync(written), part));
}

const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-split-"));
try {
  const whole = path.join(folder, "whole.wasm");
  const engine = path.join(dist, "passcope.wasm");
  copyFileSync(engine, whole);
  divide(whole, "frontends", engine, ["--split-funcs", namesFile(frontendFunctions(whole))]);
  const frontends = path.join(dist, "passcope.frontends.wasm");
  writeFileSync(frontends, withAnyTable(readFileSync(frontends)));

  const instrumented = path.join(folder, "instrumented.wasm");
  const profile = path.join(folder, "profile");
  wasmSplit("--instrument", engine, "-o", instrumented);
  writeFileSync(profile, await profileOf(readFileSync(instrumented)));
  divide(engine, "deferred", path.join(dist, "passcope.first.wasm"), [`--profile=${profile}`]);

  const map = path.join(dist, "passcope.map");
  const files = ["first", "deferred", "frontends"].map((part) => [
    part,
    path.join(dist, `passcope.${part}.wasm`),
  ]);
  const parts = Object.fromEntries(files.map(([part, file]) => [part, readFileSync(file)]));
  const divided = divideData(readFileSync(engine), readFileSync(map, "utf8"), parts);
  for (const [part, file] of [...files, ["engine", engine]]) {
    writeFileSync(file, orderFunctions(divided[part]));
  }
  rmSync(map);
} finally {
  rmSync(folder, { recursive: true });
}
