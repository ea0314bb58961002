// `npm run bench -- --imports`: how long importing ResNet-50 takes from an ONNX file with all its weights, and how much
// memory, natively and as WebAssembly.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, run, step } from "./run.mjs";

const folder = path.join(root, "build/bench");
const file = path.join(folder, "resnet50.onnx");
const rounds = 5;

/** Writes the file by the package, whose ResNet-50 has random weights. */
async function write() {
  const { relay } = await import("../../wasm-bindings/dist/node.js");
  const { toOnnx } = await import("./peers/onnx.mjs");
  const { mod, params } = relay.testing.resnet.getWorkload({ numLayers: 50 });
  mkdirSync(folder, { recursive: true });
  const bytes = toOnnx(mod.get("main"), params, [1, 3, 224, 224], [1, 1000]);
  writeFileSync(file, bytes);
}

/** The largest resident set of a process while it runs, in bytes; where the system does not tell, undefined. */
function peakOf(pid, known) {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? known : Number(kib) * 1024;
  } catch {
    // It has ended.
    return known;
  }
}

/** The command line's import, with the start of the process and the printing of the program. */
function once(args) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn(path.join(root, "build/native/passcope"), args, {
      stdio: ["ignore", "ignore", "inherit"],
    });
    let peak;
    const timer = setInterval(() => (peak = peakOf(child.pid, peak)), 1);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ ms: performance.now() - begin, peak });
      else reject(new Error(`passcope ended with code ${code}`));
    });
  });
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function native() {
  const runs = [];
  for (let i = 0; i < rounds; ++i) runs.push(await once(["print", file]));
  return {
    ms: median(runs.map(({ ms }) => ms)),
    peak: Math.max(...runs.map(({ peak }) => peak ?? NaN)),
  };
}

async function webAssembly() {
  const script = path.join(root, "scripts/lib/imports/in-node.mjs");
  const { stdout } = await run(process.execPath, [script, file, String(rounds)]);
  return JSON.parse(stdout);
}

/**
 * Measures both.
 *
 * @returns {Promise<{ bytes: number, places: { name: string, ms: number, peak: number }[] }>} medians of milliseconds;
 *   peak memory in bytes: of the process, and of the engine's memory
 */
export async function measureImports() {
  await step("Write ResNet-50 as ONNX", write);
  const places = [
    { name: "native", ...(await step("Import natively", native)) },
    { name: "WebAssembly", ...(await step("Import as WebAssembly", webAssembly)) },
  ];
  return { bytes: statSync(file).size, places };
}

/** Lines like `native: 180 ms, 112 MiB at most, 1.15 times the file's 97.5 MiB`. */
export const describeImports = ({ bytes, places }) =>
  places
    .map(({ name, ms, peak }) => {
      const mib = (size) => `${(size / 2 ** 20).toFixed(1)} MiB`;
      const times = (peak / bytes).toFixed(2);
      return `${name}: ${ms.toFixed(0)} ms, ${mib(peak)} at most, ${times} times the file's ${mib(bytes)}`;
    })
    .join("\n");
