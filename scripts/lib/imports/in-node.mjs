// Imports a file several times with the package, each time anew, its input "data" of the given shape, and prints {ms, peak}
// as JSON: the median of the times of reading the file into the engine and converting it, and the size of the engine's
// memory after the first import.

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
  // It never shrinks, and a later import takes the room of an earlier one.
  peak ||= engine.memoryBytes();
}
times.sort((a, b) => a - b);
console.log(JSON.stringify({ ms: times[Math.floor(times.length / 2)], peak }));
