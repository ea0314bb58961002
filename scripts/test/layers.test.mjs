/**
 * The folders of src are layers: a file includes headers of its own layer and of those below, so
 * that nothing lower knows anything higher. ARCHITECTURE.md tells what each of them is.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../../src", import.meta.url));

/** From the lowest to the highest; folders in one row may include each other. */
const layers = [
  ["support"],
  // Freestanding loops.
  ["kernels"],
  // How records are described and written; nothing of programs.
  ["schema"],
  // A diagnostic points at an expression, and making a node may end in a diagnostic.
  ["ir", "diagnostics"],
  ["op"],
  ["text"],
  ["analysis"],
  // What it needs of type inference is implemented above, in transforms/type_inference/infer_for_patterns.cc.
  ["dataflow_pattern"],
  ["runtime"],
  // What runs programs by a plan; the evaluator below it runs all of them.
  ["executor"],
  ["pass"],
  // What instruments compare values with, and drivers over passes that know the passes by their table only.
  ["checking"],
  ["instrument"],
  ["transforms"],
  // Several pipelines side by side, with all that is measured of them.
  ["compare"],
  // Readers of other frameworks' files; converters ask passes (type inference, folding).
  ["frontend"],
  ["models"],
  ["api"],
  ["tools"],
];

/** The engine reads and writes JSON with `engine`; the command line, outside of it, uses `library`. */
const json = { library: "nlohmann/json.hpp", engine: "api/json.h" };

/** @param {string} folder */
const levelOf = (folder) => layers.findIndex((layer) => layer.includes(folder));

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(cc|h|def)$/.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  // Those in src itself are lists of headers for the compiler.
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
