// Writes the example networks beside this file: an MLP, a small CNN, an LSTM and a block of a transformer, with random
// weights from a seed. `node examples/onnx/make.mjs` writes the same bytes each time.

import { writeFileSync } from "node:fs";
import { model, node, tensor, value } from "../../scripts/lib/onnx.mjs";
import { makeRandom } from "../../scripts/lib/random.mjs";

/** A network that is being written down, call by call. */
class Network {
  #nodes = [];
  #weights = [];
  #random;
  #count = 0;

  constructor(name, seed) {
    this.name = name;
    this.#random = makeRandom(seed);
  }

  /** A weight of uniform random numbers, the smaller the more of them are summed up. */
  weight(name, shape, summed = shape.slice(1).reduce((a, b) => a * b, 1)) {
    const bound = Math.sqrt(3 / summed);
    const size = shape.reduce((a, b) => a * b, 1);
    const values = Float32Array.from({ length: size }, () => (2 * this.#random() - 1) * bound);
    return this.constant(name, shape, values);
  }

  constant(name, shape, values) {
    this.#weights.push(tensor(name, shape, values));
    return name;
  }

  filled(name, length, number) {
    return this.constant(name, [length], new Float32Array(length).fill(number));
  }

  /** A call with one result, whose name is returned. */
  call(op, inputs, attributes = {}, output = `${op.toLowerCase()}_${this.#count++}`) {
    this.#nodes.push(node({ op, inputs, outputs: [output], name: `/${output}/${op}`, attributes }));
    return output;
  }

  /** A call with several results, of which unused ones are "". */
  calls(op, inputs, attributes, outputs) {
    this.#nodes.push(node({ op, inputs, outputs, name: `/${outputs[0]}/${op}`, attributes }));
  }

  write(inputs, outputs) {
    const file = `${this.name}.onnx`;
    const bytes = model({
      name: this.name,
      opset: 13,
      inputs,
      outputs,
      nodes: this.#nodes,
      weights: this.#weights,
      producer: "passcope-examples",
      producerVersion: "1",
    });
    return { file, bytes };
  }
}

/** Three dense layers: 64 features, 10 classes, any number of rows. */
function mlp() {
  const net = new Network("mlp", 1);
  let x = "input";
  for (const [i, [from, to]] of [
    [64, 96],
    [96, 48],
    [48, 10],
  ].entries()) {
    const layer = `fc${i + 1}`;
    const weight = net.weight(`${layer}.weight`, [to, from]);
    x = net.call("Gemm", [x, weight, net.filled(`${layer}.bias`, to, 0.01)], { transB: 1 });
    if (i < 2) x = net.call("Relu", [x]);
  }
  net.call("Softmax", [x], { axis: -1 }, "probabilities");
  return net.write([value("input", ["batch", 64])], [value("probabilities", ["batch", 10])]);
}

/** Three convolutions over images of 28×28 in one channel, as for digits. */
function cnn() {
  const net = new Network("cnn", 2);
  let x = "image";
  for (const [i, [from, to]] of [
    [1, 8],
    [8, 16],
    [16, 32],
  ].entries()) {
    const layer = `conv${i + 1}`;
    const weight = net.weight(`${layer}.weight`, [to, from, 3, 3]);
    x = net.call("Conv", [x, weight], { kernel_shape: [3, 3], pads: [1, 1, 1, 1] });
    const norm = ["scale", "bias", "mean", "var"].map((part) =>
      net.filled(`bn${i + 1}.${part}`, to, part === "scale" || part === "var" ? 1 : 0.05),
    );
    x = net.call("BatchNormalization", [x, ...norm], { epsilon: { float: 1e-5 } });
    x = net.call("Relu", [x]);
    if (i < 2) x = net.call("MaxPool", [x], { kernel_shape: [2, 2], strides: [2, 2] });
  }
  x = net.call("GlobalAveragePool", [x]);
  x = net.call("Flatten", [x], { axis: 1 });
  const weight = net.weight("fc.weight", [10, 32]);
  net.call("Gemm", [x, weight, net.filled("fc.bias", 10, 0)], { transB: 1 }, "scores");
  return net.write([value("image", ["batch", 1, 28, 28])], [value("scores", ["batch", 10])]);
}

/** An LSTM over 12 steps of 16 features, and a dense layer on its last state. */
function lstm() {
  const net = new Network("lstm", 3);
  const hidden = 32;
  const inputs = [
    "steps",
    net.weight("lstm.weight_ih", [1, 4 * hidden, 16], hidden),
    net.weight("lstm.weight_hh", [1, 4 * hidden, hidden], hidden),
    net.constant("lstm.bias", [1, 8 * hidden], new Float32Array(8 * hidden).fill(0.02)),
  ];
  net.calls("LSTM", inputs, { hidden_size: hidden }, ["states", "last", "cell"]);
  const axes = net.constant("axes", [1], BigInt64Array.of(0n));
  const last = net.call("Squeeze", ["last", axes]);
  const weight = net.weight("fc.weight", [4, hidden]);
  net.call("Gemm", [last, weight, net.filled("fc.bias", 4, 0)], { transB: 1 }, "scores");
  return net.write([value("steps", [12, 1, 16])], [value("scores", [1, 4])]);
}

/** A block of a transformer's encoder: 16 tokens of 64 numbers, 4 heads. */
function attention() {
  const net = new Network("attention", 4);
  const [tokens, width, heads] = [16, 64, 4];
  const scalar = (name, number) => net.constant(name, [], Float32Array.of(number));
  const shape = (name, dims) => net.constant(name, [dims.length], BigInt64Array.from(dims, BigInt));
  const dense = (x, name, from, to) => {
    const product = net.call("MatMul", [x, net.weight(`${name}.weight`, [from, to], from)]);
    return net.call("Add", [product, net.filled(`${name}.bias`, to, 0.01)]);
  };
  const two = scalar("two", 2);
  const epsilon = scalar("epsilon", 1e-5);
  // As exporters write a LayerNorm before opset 17.
  const layerNorm = (x, name) => {
    const mean = net.call("ReduceMean", [x], { axes: [-1] });
    const centred = net.call("Sub", [x, mean]);
    const variance = net.call("ReduceMean", [net.call("Pow", [centred, two])], { axes: [-1] });
    const deviation = net.call("Sqrt", [net.call("Add", [variance, epsilon])]);
    const normal = net.call("Div", [centred, deviation]);
    const scaled = net.call("Mul", [normal, net.filled(`${name}.weight`, width, 1)]);
    return net.call("Add", [scaled, net.filled(`${name}.bias`, width, 0)]);
  };
  const split = shape("heads", [1, tokens, heads, width / heads]);
  const head = (x, perm) => net.call("Transpose", [net.call("Reshape", [x, split])], { perm });

  const normal = layerNorm("tokens", "norm1");
  const [q, k, v] = ["query", "key", "value"].map((name) => dense(normal, name, width, width));
  const product = net.call("MatMul", [head(q, [0, 2, 1, 3]), head(k, [0, 2, 3, 1])]);
  const scaled = net.call("Div", [product, scalar("scale", Math.sqrt(width / heads))]);
  const weights = net.call("Softmax", [scaled], { axis: -1 });
  const mixed = net.call("MatMul", [weights, head(v, [0, 2, 1, 3])]);
  const rows = net.call("Transpose", [mixed], { perm: [0, 2, 1, 3] });
  const joined = net.call("Reshape", [rows, shape("joined", [1, tokens, width])]);
  const first = net.call("Add", ["tokens", dense(joined, "projection", width, width)]);

  const wide = dense(layerNorm(first, "norm2"), "fc1", width, 2 * width);
  const erf = net.call("Erf", [net.call("Div", [wide, scalar("root", Math.SQRT2)])]);
  const one = net.call("Add", [erf, scalar("one", 1)]);
  const half = net.call("Mul", [net.call("Mul", [wide, one]), scalar("half", 0.5)]);
  net.call("Add", [first, dense(half, "fc2", 2 * width, width)], {}, "encoded");
  const type = [1, tokens, width];
  return net.write([value("tokens", type)], [value("encoded", type)]);
}

/** All of them: names of files and bytes. */
export const exampleModels = () => [mlp(), cnn(), lstm(), attention()];

if (process.argv[1] === import.meta.filename) {
  for (const { file, bytes } of exampleModels()) {
    writeFileSync(new URL(file, import.meta.url), bytes);
    console.log(`${file}: ${bytes.length} bytes`);
  }
}
