// The comparison in a page. The page's address contains the network and the number of rounds. The result becomes the
// document's text.
import { race, watchMemories } from "./race.mjs";

const options = new URLSearchParams(globalThis.location.search);
const passcope = await import("/wasm-bindings/dist/browser.js");
const peerMemory = watchMemories();
const folder = "/tests/peers/node_modules/onnxruntime-web/dist";
const ort = await import(`${folder}/ort.wasm.min.mjs`);
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = `${folder}/`;
const settings = { name: options.get("name"), rounds: Number(options.get("rounds")) };
const result = await race(passcope, ort, peerMemory, settings);
globalThis.document.body.textContent = JSON.stringify(result);
globalThis.document.title = "done";
