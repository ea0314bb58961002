// Writes a Relay function as an ONNX model, with its parameters, so that another runtime computes the same network.
//
// Of protobuf this needs three sorts of fields; the numbers are those of onnx.proto.

const text = new TextEncoder();

/** Numbers of fields by message. */
const fields = {
  model: { irVersion: 1, graph: 7, opset: 8 },
  opset: { version: 2 },
  graph: { node: 1, name: 2, initializer: 5, input: 11, output: 12 },
  node: { input: 1, output: 2, name: 3, opType: 4, attribute: 5 },
  attribute: { name: 1, f: 2, i: 3, ints: 8, type: 20 },
  tensor: { dims: 1, dataType: 2, name: 8, rawData: 9 },
  valueInfo: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { elemType: 1, shape: 2 },
  shape: { dim: 1 },
  dimension: { value: 1 },
};
const attributeTypes = { f: 1, i: 2, ints: 7 };
const kFloat = 1;

function varint(value) {
  const bytes = [];
  let left = BigInt.asUintN(64, BigInt(value));
  do {
    const byte = Number(left & 127n);
    left >>= 7n;
    bytes.push(left > 0n ? byte | 128 : byte);
  } while (left > 0n);
  return bytes;
}

function concat(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A message of entries [field, value]: numbers, bytes, texts, or floats as `{ float }`. */
function message(entries) {
  const parts = [];
  for (const [field, value] of entries) {
    if (typeof value === "number" || typeof value === "bigint") {
      parts.push(Uint8Array.from([...varint(field << 3), ...varint(value)]));
    } else if (typeof value === "object" && "float" in value) {
      const bytes = new Uint8Array(Float32Array.of(value.float).buffer);
      parts.push(Uint8Array.from([...varint((field << 3) | 5), ...bytes]));
    } else {
      const bytes = typeof value === "string" ? text.encode(value) : value;
      parts.push(Uint8Array.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes);
    }
  }
  return concat(parts);
}

function attribute(name, value) {
  const f = fields.attribute;
  const sort = Array.isArray(value) ? "ints" : typeof value === "object" ? "f" : "i";
  const values = sort === "ints" ? value.map((item) => [f.ints, item]) : [[f[sort], value]];
  return message([[f.name, name], ...values, [f.type, attributeTypes[sort]]]);
}

function tensor(name, shape, dataType, bytes) {
  const f = fields.tensor;
  return message([
    ...shape.map((size) => [f.dims, size]),
    [f.dataType, dataType],
    [f.name, name],
    [f.rawData, bytes],
  ]);
}

function valueInfo(name, shape) {
  const dimensions = shape.map((size) => [
    fields.shape.dim,
    message([[fields.dimension.value, size]]),
  ]);
  const type = message([
    [fields.tensorType.elemType, kFloat],
    [fields.tensorType.shape, message(dimensions)],
  ]);
  return message([
    [fields.valueInfo.name, name],
    [fields.valueInfo.type, message([[fields.type.tensor, type]])],
  ]);
}

const window = (attrs, size) => ({
  kernel_shape: size,
  strides: attrs.strides,
  pads: attrs.padding,
  dilations: attrs.dilation,
});

/** Per operator: ONNX's name, attributes from Relay's, and what is appended to the inputs. */
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
 * @param {{params: object[], body: object}} fn a function of the package, typed, of NCHW and OIHW layouts
 * @param {Record<string, {shape: number[], toTypedArray(): Float32Array}>} params values for all inputs but the first
 * @param {number[]} inputShape
 * @param {number[]} outputShape
 * @returns {Uint8Array} the model; its input is called "data", its output "result"
 */
export function toOnnx(fn, params, inputShape, outputShape) {
  const nodes = [];
  const initializers = Object.entries(params).map(([name, array]) => {
    const values = array.toTypedArray();
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return tensor(name, array.shape, kFloat, bytes);
  });
  const names = new Map();
  let count = 0;
  const nameOf = (expr) => {
    const known = names.get(expr);
    if (known) return known;
    let name;
    if (expr.kind === "Var") {
      name = expr.name;
    } else if (expr.kind === "TupleGetItem") {
      if (expr.index !== 0) throw new Error("only the first result of an operator is known");
      name = nameOf(expr.tupleValue);
    } else if (expr.kind === "Call" && expr.op.kind === "Op") {
      name = call(expr);
    } else {
      throw new Error(`a ${expr.kind} cannot be written as ONNX`);
    }
    names.set(expr, name);
    return name;
  };
  const call = (expr) => {
    const rule = operators[expr.op.name];
    if (!rule) throw new Error(`${expr.op.name} cannot be written as ONNX`);
    const { op, attributes = {}, constants = [] } = rule(expr.attrs);
    const inputs = expr.args.map(nameOf);
    const output = `value_${count++}`;
    for (const [i, value] of constants.entries()) {
      const name = `${output}_constant_${i}`;
      initializers.push(tensor(name, [], kFloat, new Uint8Array(Float32Array.of(value).buffer)));
      inputs.push(name);
    }
    const f = fields.node;
    nodes.push(
      message([
        ...inputs.map((input) => [f.input, input]),
        [f.output, output],
        [f.name, output],
        [f.opType, op],
        ...Object.entries(attributes)
          .filter(([, value]) => value !== undefined && value !== null)
          .map(([name, value]) => [f.attribute, attribute(name, value)]),
      ]),
    );
    return output;
  };
  const result = nameOf(fn.body);
  const f = fields.graph;
  const graph = message([
    ...nodes.map((node) => [f.node, node]),
    [f.name, "main"],
    ...initializers.map((initializer) => [f.initializer, initializer]),
    [f.input, valueInfo("data", inputShape)],
    [f.output, valueInfo(result, outputShape)],
  ]);
  return message([
    [fields.model.irVersion, 8],
    [fields.model.graph, graph],
    [fields.model.opset, message([[fields.opset.version, 13]])],
  ]);
}
