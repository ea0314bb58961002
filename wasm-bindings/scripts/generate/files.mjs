// All that is generated of the package: the files of js/generated.

import { readFileSync } from "node:fs";
import { functionFiles, readFunctions } from "./functions.mjs";
import { operatorFiles } from "./operators.mjs";
import { passFiles } from "./passes.mjs";

const folder = new URL("../../", import.meta.url);

/** The engine as it is in dist, before there is a package around it. */
async function loadEngine() {
  const { default: createModule } = await import(new URL("dist/passcope.js", folder));
  const wasm = readFileSync(new URL("dist/passcope.wasm", folder));
  return createModule({
    host: {},
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(wasm, imports).then(({ instance, module }) => done(instance, module));
      return {};
    },
  });
}

/** What the files are made from. */
export async function readTables() {
  const engine = await loadEngine();
  return {
    functions: readFunctions(
      readFileSync(new URL("../src/api/functions.def", folder), "utf8"),
    ),
    passes: JSON.parse(engine.passes()),
    ops: JSON.parse(engine.ops()),
  };
}

/** Names and texts of the files for such tables. */
export const generatedFiles = (tables) =>
  new Map([
    ...functionFiles(tables.functions),
    ...passFiles(tables.passes),
    ...operatorFiles(tables.ops),
  ]);
