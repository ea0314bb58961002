// Writes js/generated from the engine's tables. It reads them from the engine itself (dist/passcope.js and
// dist/passcope.wasm), so names, options, types and defaults have one source.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { generatedFiles, readTables } from "./generate/files.mjs";

const out = new URL("../js/generated/", import.meta.url);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [name, text] of generatedFiles(await readTables())) {
  writeFileSync(new URL(name, out), text);
}
