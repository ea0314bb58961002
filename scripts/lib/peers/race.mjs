// Runs a network in Passcope and in onnxruntime-web by turns, in Node or in a page.
import { networks, randomNumbers } from "./networks.mjs";
import { toOnnx } from "./onnx.mjs";

const inputShape = [1, 3, 224, 224];
const outputShape = [1, 1000];

const sorted = (times) => [...times].sort((a, b) => a - b);
const median = (times) => sorted(times)[times.length >> 1];

/** The usual optimisations before a program runs. */
function optimized({ transform, Sequential, PassContext }, mod) {
  const { SimplifyInference, FoldConstant, FoldScaleAxis, FuseOps } = transform;
  const passes = [SimplifyInference(), FoldConstant(), FoldScaleAxis(), FoldConstant(), FuseOps()];
  return new PassContext({ optLevel: 3 }).with(() => new Sequential(passes)(mod));
}

/**
 * @param {object} passcope the package
 * @param {object} ort onnxruntime-web, set to one thread
 * @param {() => number} peerMemory bytes of the peer's memory
 * @param {{name: string, rounds: number}} options
 */
export async function race(passcope, ort, peerMemory, { name, rounds }) {
  // In a scope, so that both keep only the program that they run.
  const { program, model } = passcope.scope(() => {
    const { mod, params } = networks[name](passcope);
    const main = passcope.transform.InferType()(mod).get("main");
    const bound = passcope.IRModule.fromExpr(passcope.bindParamsByName(main, params));
    return { program: bound, model: toOnnx(main, params, inputShape, outputShape) };
  });
  const graph = passcope.scope(() => {
    const better = optimized(passcope, program);
    program.dispose();
    return passcope.relay.build(better);
  });
  const session = await ort.InferenceSession.create(model, {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
  });
  const input = randomNumbers(
    inputShape.reduce((a, b) => a * b),
    12345,
  );
  const feeds = { data: new ort.Tensor("float32", input, inputShape) };
  graph.setInput(0, input);

  const times = { passcope: [], peer: [] };
  let theirs;
  for (let i = 0; i < rounds + 2; ++i) {
    let start = performance.now();
    graph.run();
    const own = performance.now() - start;
    start = performance.now();
    const results = await session.run(feeds);
    const peer = performance.now() - start;
    theirs = results[session.outputNames[0]].data;
    // The first runs compile.
    if (i >= 2) {
      times.passcope.push(own);
      times.peer.push(peer);
    }
  }
  const ours = graph.getOutput(0).toTypedArray();
  let largest = 0;
  let difference = 0;
  for (let i = 0; i < ours.length; ++i) {
    largest = Math.max(largest, Math.abs(theirs[i]));
    difference = Math.max(difference, Math.abs(ours[i] - theirs[i]));
  }
  const result = {
    name,
    passcope: median(times.passcope),
    peer: median(times.peer),
    passcopeFastest: sorted(times.passcope)[0],
    peerFastest: sorted(times.peer)[0],
    // As a share of the result's largest value.
    difference: difference / largest,
    passcopeBytes: passcope.engine.memoryBytes(),
    peerBytes: peerMemory(),
    activationBytes: graph.info.activationBytes,
  };
  graph.dispose();
  await session.release();
  return result;
}

/** Records the memories that are created from now on. Returns a function that tells their total size. */
export function watchMemories() {
  const memories = [];
  const Memory = WebAssembly.Memory;
  WebAssembly.Memory = class extends Memory {
    constructor(...args) {
      super(...args);
      memories.push(this);
    }
  };
  return () => memories.reduce((bytes, memory) => bytes + memory.buffer.byteLength, 0);
}
