// All that is generated of the package: the files of js/generated.

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

/** The engine as it is in dist, before there is a package around it. */
export async function loadEngine() {
  const { default: createModule } = await import(new URL("dist/passcope.js", folder));
  const wasm = readFileSync(new URL("dist/passcope.wasm", folder));
  return createModule({
    host: {},
    locateFile: (name) => name,
    instantiateWasm: (imports, done) => {
      // Nothing reads a model here.
      const all = { ...imports, frontends: { load: () => undefined } };
      WebAssembly.instantiate(wasm, all).then(({ instance, module }) => done(instance, module));
      return {};
    },
  });
}

/** What the files are made from. */
export async function readTables() {
  const engine = await loadEngine();
  return {
    functions: readFunctions(readFileSync(new URL("../src/api/functions.def", folder), "utf8")),
    schema: JSON.parse(engine.schema()),
    ops: JSON.parse(engine.ops()),
  };
}

/** The classes of instruments that are written by hand, by their files' names. */
const writtenInstruments = () =>
  new Set(readdirSync(new URL("js/instruments/", folder)).map((file) => file.replace(/\.ts$/, "")));

/** Names and texts of the files for such tables. */
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
