// Writes a Relay function as a TorchScript archive, with its parameters.

import { archive } from "../torchscript.mjs";
import { nameValues } from "./names.mjs";

const list = (numbers) => `[${numbers.join(", ")}]`;
const float = (number) => (Number.isInteger(number) ? `${number}.` : String(number));

/** For each operator: the call in torch's notation, from the names of the arguments and Relay's attributes. */
const operators = {
  "nn.conv2d": ([data, weight], { strides, padding, dilation, groups }) =>
    `torch._convolution(${data}, ${weight}, None, ${list(strides)}, ${list(padding.slice(0, 2))}, ${list(dilation)}, ` +
    `False, [0, 0], ${groups}, False, False, True, True)`,
  "nn.batch_norm": (args, { epsilon }) =>
    `torch.batch_norm(${args.join(", ")}, False, 0.1, ${float(epsilon)}, True)`,
  "nn.relu": ([data]) => `torch.relu(${data})`,
  add: (args) => `torch.add(${args.join(", ")})`,
  "nn.bias_add": (args) => `torch.add(${args.join(", ")})`,
  "nn.max_pool2d": ([data], { pool_size, strides, padding, dilation }) =>
    `torch.max_pool2d(${data}, ${[pool_size, strides, padding.slice(0, 2), dilation].map(list).join(", ")}, False)`,
  "nn.global_avg_pool2d": ([data]) => `torch.adaptive_avg_pool2d(${data}, [1, 1])`,
  "nn.batch_flatten": ([data]) => `torch.flatten(${data}, 1, -1)`,
  "nn.dense": ([data, weight]) => `torch.linear(${data}, ${weight}, None)`,
  "nn.softmax": ([data], { axis }) => `torch.softmax(${data}, ${axis}, None)`,
};

/**
 * @param {{params: object[], body: object}} fn a typed function of the package with layouts NCHW and OIHW, whose first
 * parameter is the input "data"
 * @param {Record<string, {shape: number[], toTypedArray(): Float32Array}>} params values for all inputs except the
 * first
 * @returns {Buffer} the archive
 */
export function toTorchScript(fn, params) {
  const lines = [];
  const result = nameValues(fn.body, (expr, nameOf) => {
    const rule = operators[expr.op.name];
    if (!rule) throw new Error(`${expr.op.name} cannot be written as TorchScript`);
    const args = expr.args.map((arg) => {
      const name = nameOf(arg);
      return name in params ? `self.${name}` : name;
    });
    const name = `value_${lines.length}`;
    lines.push(`    ${name} = ${rule(args, expr.attrs)}\n`);
    return name;
  });
  const forward =
    "  def forward(self: __torch__.Model,\n    data: Tensor) -> Tensor:\n" +
    `${lines.join("")}    return ${result}\n`;
  const weights = Object.fromEntries(
    Object.entries(params).map(([name, array]) => [
      name,
      { shape: array.shape, values: array.toTypedArray() },
    ]),
  );
  return archive({ forward, weights });
}
