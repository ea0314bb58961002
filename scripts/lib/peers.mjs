// `npm run bench -- --peers`: runs the same networks, weights and input in Passcope and in onnxruntime-web, both as
// WebAssembly with one thread, in Node and in Chromium.

import { existsSync } from "node:fs";
import path from "node:path";
import { openPages } from "./in-browser.mjs";
import { networks } from "./peers/networks.mjs";
import { root, run, step } from "./run.mjs";

const folder = "tests/peers";
const kMiB = 2 ** 20;

/** Installs onnxruntime-web if it is missing. */
async function install() {
  if (existsSync(path.join(root, folder, "node_modules/onnxruntime-web"))) return;
  await step("Install onnxruntime-web", () =>
    run("npm", ["ci", "--no-audit", "--no-fund", "--prefix", folder]),
  );
}

async function inNode(name, rounds) {
  const script = path.join(root, "scripts/lib/peers/in-node.mjs");
  const { stdout } = await run(process.execPath, [script, name, String(rounds)]);
  return JSON.parse(stdout);
}

async function inChromium(name, rounds) {
  const query = new URLSearchParams({ name, rounds: String(rounds) });
  let text = "";
  const [problem] = await openPages(root, [`scripts/lib/peers/in-page.html?${query}`], {
    timeout: 300_000,
    done: async (page) => {
      text = await page.textContent("body");
    },
  });
  if (problem) throw new Error(problem);
  return JSON.parse(text);
}

const places = { "Node.js": inNode, Chromium: inChromium };

/**
 * @param {{filter?: string, rounds?: number}} options `filter`: a part of the networks' names
 * @returns {Promise<object[]>} one row per network and place; times in ms
 */
export async function comparePeers({ filter = "", rounds = 20 } = {}) {
  await install();
  const rows = [];
  for (const name of Object.keys(networks).filter((item) => item.includes(filter))) {
    for (const [place, measure] of Object.entries(places)) {
      await step(`Compare ${name} in ${place}`, async () => {
        rows.push({ place, ...(await measure(name, rounds)) });
      });
    }
  }
  return rows;
}

/** One line per row. */
export const describePeers = (row) =>
  `${row.name}, ${row.place}: ${row.passcope.toFixed(1)} ms, onnxruntime-web ${row.peer.toFixed(1)} ms: ` +
  `${(row.peer / row.passcope).toFixed(2)} times as fast ` +
  `(fastest runs ${row.passcopeFastest.toFixed(1)} and ${row.peerFastest.toFixed(1)} ms); ` +
  `memory ${(row.passcopeBytes / kMiB).toFixed(0)} and ${(row.peerBytes / kMiB).toFixed(0)} MiB; ` +
  `results differ by ${row.difference.toExponential(1)} of the largest`;
