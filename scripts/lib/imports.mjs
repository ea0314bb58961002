// `npm run bench -- --imports`: measures the time and memory of importing ResNet-50, from an ONNX file and a
// TorchScript archive with all weights, natively and as WebAssembly.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, run, step } from "./run.mjs";

const folder = path.join(root, "build/bench");
const shape = [1, 3, 224, 224];
const formats = [
  { format: "ONNX", file: path.join(folder, "resnet50.onnx"), args: [] },
  {
    format: "TorchScript",
    file: path.join(folder, "resnet50.pt"),
    args: ["--shape", `data=${shape.join(",")}`],
  },
];
const rounds = 5;

/** The limits of an import: milliseconds, and memory as a multiple of the file's size. */
const budgets = { native: 500, WebAssembly: 1000, times: 1.3 };

/** Writes the files with the package, whose ResNet-50 has random weights. */
async function write() {
  const { relay } = await import("../../wasm-bindings/dist/node.js");
  const { toOnnx } = await import("./peers/onnx.mjs");
  const { toTorchScript } = await import("./peers/torchscript.mjs");
  const { mod, params } = relay.testing.resnet.getWorkload({ numLayers: 50 });
  mkdirSync(folder, { recursive: true });
  const main = mod.get("main");
  const bytes = [toOnnx(main, params, shape, [1, 1000]), toTorchScript(main, params)];
  for (const [i, { file }] of formats.entries()) writeFileSync(file, bytes[i]);
}

/** The largest resident set of a running process, in bytes. If the system does not report it, returns `known`. */
function peakOf(pid, known) {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? known : Number(kib) * 1024;
  } catch {
    // The process has ended.
    return known;
  }
}

/** The import on the command line, including the start of the process and printing the program. */
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

async function native({ file, args }) {
  const runs = [];
  for (let i = 0; i < rounds; ++i) runs.push(await once(["print", file, ...args]));
  return {
    ms: median(runs.map(({ ms }) => ms)),
    peak: Math.max(...runs.map(({ peak }) => peak ?? NaN)),
  };
}

async function webAssembly({ file }) {
  const script = path.join(root, "scripts/lib/imports/in-node.mjs");
  const { stdout } = await run(process.execPath, [script, file, String(rounds), shape.join(",")]);
  return JSON.parse(stdout);
}

/**
 * Measures all imports.
 *
 * @returns {Promise<{ format: string, bytes: number, name: string, ms: number, peak: number, budget: number }[]>}
 *   the file's size; medians of milliseconds, with their limits; peak memory in bytes, of the process or of the engine
 */
export async function measureImports() {
  await step("Write ResNet-50 as ONNX and TorchScript", write);
  const places = [];
  for (const each of formats) {
    const bytes = statSync(each.file).size;
    for (const [name, measure] of Object.entries({ native, WebAssembly: webAssembly })) {
      const measured = await step(`Import ${each.format}, ${name}`, () => measure(each));
      places.push({ format: each.format, bytes, name, ...measured, budget: budgets[name] });
    }
  }
  return places;
}

/** True if time and memory are within the limits. */
export const withinBudget = ({ bytes, ms, peak, budget }) =>
  ms <= budget && peak <= budgets.times * bytes;

/** `ONNX, native: 180 ms of at most 500, 112.0 MiB, 1.15 of at most 1.3 times the file's 97.5 MiB` */
export function describeImport({ format, bytes, name, ms, peak, budget }) {
  const mib = (size) => `${(size / 2 ** 20).toFixed(1)} MiB`;
  const times = `${(peak / bytes).toFixed(2)} of at most ${budgets.times} times`;
  return `${format}, ${name}: ${ms.toFixed(0)} ms of at most ${budget}, ${mib(peak)}, ${times} the file's ${mib(bytes)}`;
}
