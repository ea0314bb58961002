// Sizes over the network: what the engine and the page's first load weigh after Brotli.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { filesBelow } from "./files.mjs";
import { UserError, root } from "./run.mjs";

const kib = 1024;

/** Budgets in bytes. The first load, of which the engine is a part, must hold; the engine's is an aim. */
export const budgets = { engine: 250 * kib, page: 500 * kib };

/** Bytes of a file (relative to the root) after Brotli at its highest quality. */
export function brotliSize(file) {
  const bytes = readFileSync(path.join(root, file));
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;
}

/**
 * The engine's module and everything in the built site. The site has nothing that a first Run does not
 * load, so its sum is the first load.
 *
 * @returns {{name: string, bytes: number, budget: number, aim?: boolean}[]}
 */
export function measureSizes() {
  const engine = "build/wasm/passcope.wasm";
  const site = filesBelow("web/dist").filter((file) => !file.endsWith(".map"));
  if (!existsSync(path.join(root, engine))) throw new UserError(`${engine} is missing`);
  if (site.length === 0) throw new UserError("web/dist is missing");
  const page = site.reduce((sum, file) => sum + brotliSize(file), 0);
  return [
    { name: "engine (.wasm)", bytes: brotliSize(engine), budget: budgets.engine, aim: true },
    { name: "page, first load", bytes: page, budget: budgets.page },
  ];
}

/** One line per size: `engine (.wasm): 65.0 KiB of at most 250 KiB (Brotli)`. */
export const describeSize = ({ name, bytes, budget, aim }) =>
  `${name}: ${(bytes / kib).toFixed(1)} KiB ${aim ? "(aim:" : "of at most"} ${budget / kib} KiB${aim ? ")" : ""} (Brotli)`;
