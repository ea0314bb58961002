// Imports a file several times with the package, with an input "data" of the given shape. Prints {ms, peak} as JSON:
// the median time of reading the file into the engine and converting it, and the size of the engine's memory after the
// first import.

import { openAsBlob } from "node:fs";
import { engine, relay } from "../../../wasm-bindings/dist/node.js";

const [file, rounds, shape] = process.argv.slice(2);
const inputs = [["data", shape.split(",").map(Number)]];
await engine.completeFrontends();
const times = [];
let peak = 0;
for (let i = 0; i < Number(rounds); ++i) {
  const begin = performance.now();
  const blob = await openAsBlob(file);
  const imported = await (file.endsWith(".onnx")
    ? relay.frontend.fromOnnx(blob)
    : relay.frontend.fromPytorch(blob, inputs));
  times.push(performance.now() - begin);
  imported.dispose();
  // The engine's memory never shrinks, and a later import reuses the memory of an earlier one.
  peak ||= engine.memoryBytes();
}
times.sort((a, b) => a - b);
console.log(JSON.stringify({ ms: times[Math.floor(times.length / 2)], peak }));
