// Evaluates programs with the built Node package. Reads requests from the standard input and writes answers to the
// standard output: a number of 4 bytes (little-endian), JSON of this length, then the elements of all arrays.
import { readSync, writeSync } from "node:fs";
import * as passcope from "../../wasm-bindings/dist/node.js";

const { IRModule, NDArray, relay, scope, transform } = passcope;

const containers = {
  bool: Uint8Array,
  bfloat16: Uint16Array,
  float16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
};

/** The next bytes of the input, or undefined at its end. */
function read(count) {
  const buffer = new Uint8Array(count);
  for (let at = 0; at < count;) {
    const got = readSync(0, buffer, at, count - at, null);
    if (got === 0) return undefined;
    at += got;
  }
  return buffer;
}

function write(bytes) {
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}

const product = (shape) => shape.reduce((a, b) => a * b, 1);

function evaluate({ mode, text }, inputs) {
  const module = IRModule.fromtext(text);
  if (mode === "evaluator") {
    const results = module.evaluate(inputs);
    return Array.isArray(results) ? results : [results];
  }
  const typed = transform.InferType()(module);
  const graph = relay.build(
    mode === "fused" ? transform.FuseOps({ fuseOptLevel: 2 })(typed) : typed,
  );
  graph.run(inputs);
  return graph.info.outputs.map((_, index) => graph.getOutput(index));
}

/** What happens to a program in each stage; `engines.py` describes the answer. */
function throughStages({ text, stages, level }, inputs) {
  const answer = { type: null, types: {}, counts: {}, errors: {} };
  const outputs = [];
  const typed = (module, stage) => {
    const result = transform.InferType()(module);
    const { retType } = result.get("main");
    if (stage) answer.types[stage] = retType;
    else answer.type = retType;
    return result;
  };
  const executed = (module, options) => {
    const graph = relay.build(module, options);
    graph.run(Object.fromEntries(graph.info.inputs.map(({ name }) => [name, inputs[name]])));
    return graph.info.outputs.map((_, index) => graph.getOutput(index));
  };
  const attempt = (stage, run) => {
    try {
      return run();
    } catch (error) {
      answer.errors[stage] = `${error?.name}: ${error?.message ?? error}`;
      return undefined;
    }
  };
  const run = {
    evaluator: (module) => module.evaluate(inputs),
    executor: (module) => executed(module),
    folded: (module) => {
      const bound = IRModule.fromExpr(passcope.bindParamsByName(module.get("main"), inputs));
      return typed(transform.FoldConstant()(typed(bound, "bound")), "folded").evaluate({});
    },
    optimized: (module) =>
      executed(
        new passcope.PassContext({ optLevel: level }).with(() =>
          typed(relay.optimize(module, { target: "llvm" }).mod, "optimized"),
        ),
      ),
  };
  const parsed = attempt("parser", () => IRModule.fromtext(text));
  const module = parsed && attempt("inference", () => typed(parsed));
  for (const stage of module ? stages : []) {
    const results = attempt(stage, () => flat(run[stage](module)));
    if (!results) continue;
    answer.counts[stage] = results.length;
    outputs.push(...results);
  }
  return [answer, outputs];
}

/** Arrays of a result, tuples flattened. */
const flat = (value) => (Array.isArray(value) ? value.flatMap(flat) : [value]);

for (let head = read(4); head; head = read(4)) {
  const length = new DataView(head.buffer).getUint32(0, true);
  const request = JSON.parse(new TextDecoder().decode(read(length)));
  scope(() => {
    const inputs = {};
    for (const { name, shape, dtype } of request.inputs) {
      const container = containers[dtype];
      const bytes = read(product(shape) * container.BYTES_PER_ELEMENT);
      inputs[name] = NDArray.from(new container(bytes.buffer), shape, dtype);
    }
    let answer = {};
    let arrays = [];
    if (request.mode === "operators") {
      answer = { operators: passcope.engine.ops() };
    } else if (request.mode === "stages") {
      [answer, arrays] = throughStages(request, inputs);
    } else {
      try {
        arrays = flat(evaluate(request, inputs));
      } catch (error) {
        answer = { error: String(error?.message ?? error) };
      }
    }
    answer.outputs = arrays.map(({ shape, dtype }) => ({ shape, dtype }));
    const json = new TextEncoder().encode(JSON.stringify(answer));
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, json.length, true);
    const parts = arrays.map((array) => {
      const { buffer, byteOffset, byteLength } = array.toTypedArray();
      return new Uint8Array(buffer, byteOffset, byteLength);
    });
    for (const part of [size, json, ...parts]) write(part);
  });
}
