// Writes a Relay function as an ONNX model, with its parameters, so that another runtime computes the same network.

import { model, node, tensor, value } from "../onnx.mjs";
import { nameValues } from "./names.mjs";

const window = (attrs, size) => ({
  kernel_shape: size,
  strides: attrs.strides,
  pads: attrs.padding,
  dilations: attrs.dilation,
});

/** For each operator: ONNX's name, its attributes from Relay's, and additional inputs. */
const operators = {
  "nn.conv2d": (attrs) => ({
    op: "Conv",
    attributes: { ...window(attrs, attrs.kernel_size), group: attrs.groups },
  }),
  "nn.batch_norm": (attrs) => ({
    op: "BatchNormalization",
    attributes: { epsilon: { float: attrs.epsilon } },
  }),
  "nn.relu": () => ({ op: "Relu" }),
  clip: (attrs) => ({ op: "Clip", constants: [attrs.a_min, attrs.a_max] }),
  add: () => ({ op: "Add" }),
  "nn.bias_add": () => ({ op: "Add" }),
  "nn.max_pool2d": (attrs) => ({ op: "MaxPool", attributes: window(attrs, attrs.pool_size) }),
  "nn.global_avg_pool2d": () => ({ op: "GlobalAveragePool" }),
  "nn.batch_flatten": () => ({ op: "Flatten" }),
  "nn.dense": () => ({ op: "Gemm", attributes: { transB: 1 } }),
  "nn.softmax": (attrs) => ({ op: "Softmax", attributes: { axis: attrs.axis } }),
};

/**
 * @param {{params: object[], body: object}} fn a typed function of the package with layouts NCHW and OIHW
 * @param {Record<string, {shape: number[], toTypedArray(): Float32Array}>} params values for all inputs except the
 * first
 * @param {number[]} inputShape
 * @param {number[]} outputShape
 * @returns {Uint8Array} the model; its input is called "data", its output "result"
 */
export function toOnnx(fn, params, inputShape, outputShape) {
  const nodes = [];
  const weights = Object.entries(params).map(([name, array]) =>
    tensor(name, array.shape, array.toTypedArray()),
  );
  let count = 0;
  const call = (expr, nameOf) => {
    const rule = operators[expr.op.name];
    if (!rule) throw new Error(`${expr.op.name} cannot be written as ONNX`);
    const { op, attributes = {}, constants = [] } = rule(expr.attrs);
    const inputs = expr.args.map(nameOf);
    const output = `value_${count++}`;
    for (const [i, constant] of constants.entries()) {
      const name = `${output}_constant_${i}`;
      weights.push(tensor(name, [], Float32Array.of(constant)));
      inputs.push(name);
    }
    const given = Object.fromEntries(
      Object.entries(attributes).filter(([, each]) => each !== null),
    );
    nodes.push(node({ op, inputs, outputs: [output], name: output, attributes: given }));
    return output;
  };
  const result = nameValues(fn.body, call);
  return model({
    name: "main",
    opset: 13,
    inputs: [value("data", inputShape)],
    outputs: [value(result, outputShape)],
    nodes,
    weights,
  });
}
