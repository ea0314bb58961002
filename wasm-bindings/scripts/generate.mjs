// Writes js/generated: all that the engine's tables say about the package. It asks the engine itself
// (dist/passcope.js and dist/passcope.wasm), so names, options, types and defaults have one source.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { generatedFiles, readTables } from "./generate/files.mjs";

const out = new URL("../js/generated/", import.meta.url);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [name, text] of generatedFiles(await readTables())) {
  writeFileSync(new URL(name, out), text);
}
