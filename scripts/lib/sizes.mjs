// Measures download sizes: the engine and the page's first load after Brotli.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { filesBelow } from "./files.mjs";
import { UserError, root } from "./run.mjs";

const kib = 1024;

/**
 * Budgets in bytes. `engine` is the engine in one file, for Node and bundlers, and `firstPart` its first module.
 * `frontends` reads other frameworks' models and is fetched with the first of them. The kernels are fetched when a
 * model runs. The page's budget is for its first load, and that of embedded elements for the files before the engine.
 * Python is fetched when it is first used.
 */
const budgets = {
  engine: 776 * kib,
  firstPart: 221 * kib,
  frontends: 218 * kib,
  kernels: 48 * kib,
  page: 500 * kib,
  embed: 60 * kib,
  python: 5 * 1000 * 1000,
};

/** The folder of known sizes: a file for each compressed content, named by the content's hash. */
const knownSizes = path.join(root, "build", "brotli-sizes");

/**
 * The bytes of a file (relative to the root) after Brotli at its highest quality. Each content is compressed only once,
 * because that takes seconds per megabyte and most files do not change between runs of the tests.
 */
function brotliSize(file) {
  const bytes = readFileSync(path.join(root, file));
  const known = path.join(knownSizes, createHash("sha256").update(bytes).digest("hex"));
  if (existsSync(known)) {
    const text = readFileSync(known, "utf8");
    // Without the line's end, the process that wrote it was stopped too early.
    if (text.endsWith("\n")) return Number(text);
  }
  const size = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;
  mkdirSync(knownSizes, { recursive: true });
  writeFileSync(known, `${size}\n`);
  return size;
}

/** The views that the page shows and fetches at the start. Others are loaded on demand. */
const early = ["program-panel", "timing-tree", "diff-tab", "diff-preview"];

/**
 * The files of the built site that the first load fetches, relative to the root. They are the files in index.html, the
 * engine's worker and its first module, the early chunks, and the imports of all these.
 *
 * @returns {string[]}
 */
export function firstLoad() {
  // Skips the embedded element, the tutorials and the documents. Some of their pages have the same names as the
  // playground.
  const site = filesBelow("web/dist").filter(
    (file) => !file.endsWith(".map") && !/^web\/dist\/(?:docs|embed|learn)\//.test(file),
  );
  const byName = new Map(site.map((file) => [path.basename(file), file]));
  const found = new Set();
  const visit = (name) => {
    const file = byName.get(name);
    if (!file || found.has(file)) return;
    found.add(file);
    if (!/\.(?:html|js|css)$/.test(name)) return;
    const text = readFileSync(path.join(root, file), "utf8");
    const names = name.endsWith(".html")
      ? text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)
      : text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g);
    for (const [, target] of names) visit(path.basename(target));
  };
  visit("index.html");
  for (const name of byName.keys()) {
    const stem = name.replace(/-[\w-]{8}\.\w+$/, "");
    const worker = stem === "main" || stem === "passcope.first";
    if (worker || early.includes(stem)) visit(name);
  }
  return [...found].sort();
}

/**
 * The files that a page with an embedded element fetches before it needs the engine, relative to the root: its script
 * and the script's imports. Later files are loaded by `import()`.
 *
 * @returns {string[]}
 */
function embedLoad() {
  const found = new Set();
  const visit = (name) => {
    const file = `web/dist/embed/${name}`;
    if (found.has(file) || !existsSync(path.join(root, file))) return;
    found.add(file);
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [, target] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)) visit(target);
  };
  visit("passcope-demo.js");
  return [...found].sort();
}

/** The files of the built site for Python: the interpreter, the library, and the scripts of the workers that run it. */
const pythonLoad = () =>
  filesBelow("web/dist/assets").filter((file) =>
    /\/(?:pyodide|library|python-cells-main|python-code-main)[\w.-]*\.(?:mjs|wasm|zip|js)$/.test(
      file,
    ),
  );

/**
 * Measures the engine's module and its parts, the embedded element, and the page with all files of its first load.
 *
 * @returns {{name: string, bytes: number, budget: number}[]}
 */
export function measureSizes() {
  const engine = (name) => {
    const file = `wasm-bindings/dist/${name}`;
    if (!existsSync(path.join(root, file))) throw new UserError(`${file} is missing`);
    return brotliSize(file);
  };
  const files = firstLoad();
  if (files.length === 0) throw new UserError("web/dist is missing");
  const embedded = embedLoad();
  if (embedded.length === 0) throw new UserError("web/dist/embed is missing");
  const python = pythonLoad();
  if (python.length < 6) throw new UserError("web/dist has no Python");
  const sum = (of) => of.reduce((bytes, file) => bytes + brotliSize(file), 0);
  return [
    { name: "engine, in one file", bytes: engine("passcope.wasm"), budget: budgets.engine },
    {
      name: "engine, its part for the first result",
      bytes: engine("passcope.first.wasm"),
      budget: budgets.firstPart,
    },
    {
      name: "what reads models",
      bytes: engine("passcope.frontends.wasm"),
      budget: budgets.frontends,
    },
    { name: "kernels", bytes: engine("passcope.kernels.wasm"), budget: budgets.kernels },
    {
      name: "kernels with relaxed SIMD",
      bytes: engine("passcope.kernels.relaxed.wasm"),
      budget: budgets.kernels,
    },
    { name: "page, first load", bytes: sum(files), budget: budgets.page },
    { name: "embedded element, before the engine", bytes: sum(embedded), budget: budgets.embed },
    { name: "Python, when it is chosen", bytes: sum(python), budget: budgets.python },
  ];
}

/** One line per size: `engine, in one file: 462.3 KiB of at most 470 KiB (Brotli)`. */
export const describeSize = ({ name, bytes, budget }) =>
  `${name}: ${(bytes / kib).toFixed(1)} KiB of at most ${Math.round(budget / kib)} KiB (Brotli)`;
