// The comparison in Node: prints its result as JSON. Arguments: the network, the number of rounds.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";
import { race, watchMemories } from "./race.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const [name, rounds] = process.argv.slice(2);
const passcope = await import(pathToFileURL(path.join(root, "wasm-bindings/dist/node.js")).href);
const peerMemory = watchMemories();
const require = createRequire(path.join(root, "tests/peers/package.json"));
const ort = require("onnxruntime-web");
ort.env.wasm.numThreads = 1;
console.log(
  JSON.stringify(await race(passcope, ort, peerMemory, { name, rounds: Number(rounds) })),
);
