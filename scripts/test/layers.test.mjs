/**
 * The folders of src are layers. A file includes headers of its own layer and of those below, so lower layers do not
 * depend on higher ones. ARCHITECTURE.md describes each layer.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../../src", import.meta.url));

/** From the lowest to the highest layer. Folders in one row may include each other. */
const layers = [
  ["support"],
  // Logs of other compilers, independent of programs in Relay.
  ["recording"],
  // Freestanding loops.
  ["kernels"],
  // Descriptions of records and their JSON, independent of programs.
  ["schema"],
  // A diagnostic points at an expression, and making a node may end in a diagnostic.
  ["ir", "diagnostics"],
  ["op"],
  ["text"],
  ["analysis"],
  // Type inference for patterns is implemented above, in transforms/type_inference/infer_for_patterns.cc.
  ["dataflow_pattern"],
  ["runtime"],
  // Runs programs by a plan. The evaluator, in runtime, interprets all programs.
  ["executor"],
  ["pass"],
  // Compares values for instruments, and drives passes by their table only.
  ["checking"],
  ["instrument"],
  ["transforms"],
  // Runs several pipelines and measures them.
  ["compare"],
  // Reads other frameworks' files. Converters use passes, such as type inference and folding.
  ["frontend"],
  ["models"],
  ["api"],
  // Part of the command line, not of the page's module.
  ["gate"],
  ["tools"],
];

/** The engine uses `engine` for JSON; the command line, outside of it, uses `library`. */
const json = { library: "nlohmann/json.hpp", engine: "api/json.h" };

/** @param {string} folder */
const levelOf = (folder) => layers.findIndex((layer) => layer.includes(folder));

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(cc|h|def)$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  // Files in src itself are lists of headers for the compiler.
  .filter((path) => path.slice(src.length + 1).includes("/"))
  .map((path) => ({
    name: path.slice(src.length + 1),
    includes: [...readFileSync(path, "utf8").matchAll(/^#include ["<](\w[\w/.]*)[">]/gm)].map(
      (match) => match[1] ?? "",
    ),
  }));

/** @param {string} path */
const folderOf = (path) => path.split("/")[0] ?? "";

test("every folder of src has its place among the layers", () => {
  assert.ok(files.length > 100);
  for (const { name } of files) {
    assert.ok(levelOf(folderOf(name)) >= 0, `src/${name} is in a folder of no layer`);
  }
});

test("nothing includes a header of a higher layer", () => {
  const wrong = files.flatMap(({ name, includes }) =>
    includes
      .filter((header) => levelOf(folderOf(header)) > levelOf(folderOf(name)))
      .map((header) => `src/${name} includes ${header}`),
  );
  assert.deepEqual(wrong, []);
});

test("the engine has its own JSON and the command line the library, neither has both", () => {
  const wrong = files
    .filter(({ name, includes }) =>
      includes.includes(folderOf(name) === "tools" ? json.engine : json.library),
    )
    .map(({ name }) => `src/${name}`);
  assert.deepEqual(wrong, []);
});
