// Makes all generated files of the package, those of js/generated.

import { readFileSync, readdirSync } from "node:fs";
import { functionFiles, readFunctions } from "./functions.mjs";
import { hookFiles } from "./hooks.mjs";
import { instrumentFiles } from "./instruments.mjs";
import { modelFiles } from "./models.mjs";
import { operatorFiles } from "./operators.mjs";
import { passFiles } from "./passes.mjs";
import { recordFiles } from "./records.mjs";
import { settingsFiles } from "./settings.mjs";

const folder = new URL("../../", import.meta.url);

/** Loads the engine in dist without the package, which does not exist yet. */
export async function loadEngine() {
  const { default: createModule } = await import(new URL("dist/passcope.js", folder));
  const wasm = readFileSync(new URL("dist/passcope.wasm", folder));
  return createModule({
    host: {},
    locateFile: (name) => name,
    instantiateWasm: (imports, done) => {
      // No model is read here.
      const all = { ...imports, frontends: { load: () => undefined } };
      WebAssembly.instantiate(wasm, all).then(({ instance, module }) => done(instance, module));
      return {};
    },
  });
}

/** Reads the tables that the files are made from. */
export async function readTables() {
  const engine = await loadEngine();
  return {
    functions: readFunctions(readFileSync(new URL("../src/api/functions.def", folder), "utf8")),
    schema: JSON.parse(engine.schema()),
    ops: JSON.parse(engine.ops()),
  };
}

/** The instruments with a handwritten class, by their files' names. */
const writtenInstruments = () =>
  new Set(readdirSync(new URL("js/instruments/", folder)).map((file) => file.replace(/\.ts$/, "")));

/** The names and texts of the files for these tables. */
export const generatedFiles = ({ functions, schema, ops }) =>
  new Map([
    ...functionFiles(functions),
    ...recordFiles(schema),
    ...hookFiles(schema.hooks),
    ...instrumentFiles(schema.instruments, writtenInstruments()),
    ...passFiles(schema.passes),
    ...modelFiles(schema.models),
    ...settingsFiles(schema.settings, schema.configKeys),
    ...operatorFiles(ops),
  ]);
