// Writes models as ONNX files. It needs only three kinds of protobuf fields. The numbers are those of onnx.proto.

const text = new TextEncoder();

/** The field numbers of each message. */
const fields = {
  model: { irVersion: 1, producer: 2, producerVersion: 3, graph: 7, opset: 8 },
  opset: { version: 2 },
  graph: { node: 1, name: 2, initializer: 5, input: 11, output: 12 },
  node: { input: 1, output: 2, name: 3, opType: 4, attribute: 5 },
  attribute: { name: 1, f: 2, i: 3, s: 4, ints: 8, type: 20 },
  tensor: { dims: 1, dataType: 2, name: 8, rawData: 9, externalData: 13, dataLocation: 14 },
  entry: { key: 1, value: 2 },
  valueInfo: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { elemType: 1, shape: 2 },
  shape: { dim: 1 },
  dimension: { value: 1, param: 2 },
};
const attributeTypes = { f: 1, i: 2, s: 3, ints: 7 };
const external = 1;
const elementTypes = { float32: 1, int32: 6, int64: 7 };
const irVersion = 8;

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

/** Encodes a message from entries [field, value]. Values are numbers, bytes, texts, or floats as `{ float }`. */
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
  const sort =
    typeof value === "string"
      ? "s"
      : Array.isArray(value)
        ? "ints"
        : typeof value === "object"
          ? "f"
          : "i";
  const values = sort === "ints" ? value.map((item) => [f.ints, item]) : [[f[sort], value]];
  return message([[f.name, name], ...values, [f.type, attributeTypes[sort]]]);
}

/**
 * A weight.
 *
 * @param {string} name
 * @param {number[]} shape
 * @param {Float32Array | Int32Array | BigInt64Array} values row-major
 */
export function tensor(name, shape, values) {
  const f = fields.tensor;
  const type =
    values instanceof Float32Array ? "float32" : values instanceof Int32Array ? "int32" : "int64";
  return message([
    ...shape.map((size) => [f.dims, size]),
    [f.dataType, elementTypes[type]],
    [f.name, name],
    [f.rawData, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)],
  ]);
}

/**
 * A weight of float32 whose values are the first bytes of another file.
 *
 * @param {string} name
 * @param {number[]} shape
 * @param {string} location the file's path from the model's folder
 */
export function externalTensor(name, shape, location) {
  const { entry, tensor: f } = fields;
  return message([
    ...shape.map((size) => [f.dims, size]),
    [f.dataType, elementTypes.float32],
    [f.name, name],
    [
      f.externalData,
      message([
        [entry.key, "location"],
        [entry.value, location],
      ]),
    ],
    [f.dataLocation, external],
  ]);
}

/**
 * An input or output.
 *
 * @param {string} name
 * @param {(number | string)[]} shape a text is the name of an unknown dimension
 * @param {"float32" | "int32" | "int64"} [dtype]
 */
export function value(name, shape, dtype = "float32") {
  const { dimension } = fields;
  const dimensions = shape.map((size) => [
    fields.shape.dim,
    message([[typeof size === "string" ? dimension.param : dimension.value, size]]),
  ]);
  const type = message([
    [fields.tensorType.elemType, elementTypes[dtype]],
    [fields.tensorType.shape, message(dimensions)],
  ]);
  return message([
    [fields.valueInfo.name, name],
    [fields.valueInfo.type, message([[fields.type.tensor, type]])],
  ]);
}

/**
 * A call of an operator. Attributes are numbers, lists of numbers, texts, or `{ float }`. Undefined ones are omitted.
 *
 * @param {{ op: string, inputs: string[], outputs: string[], name?: string, attributes?: object }} call
 */
export function node({ op, inputs, outputs, name, attributes = {} }) {
  const f = fields.node;
  const given = Object.entries(attributes).filter(([, each]) => each !== undefined);
  return message([
    ...inputs.map((each) => [f.input, each]),
    ...outputs.map((each) => [f.output, each]),
    ...(name === undefined ? [] : [[f.name, name]]),
    [f.opType, op],
    ...given.map(([key, each]) => [f.attribute, attribute(key, each)]),
  ]);
}

/**
 * A model file.
 *
 * @param {{ name: string, opset: number, inputs: Uint8Array[], outputs: Uint8Array[], nodes: Uint8Array[],
 *   weights: Uint8Array[], producer?: string, producerVersion?: string }} parts
 * @returns {Uint8Array}
 */
export function model({ name, opset, inputs, outputs, nodes, weights, producer, producerVersion }) {
  const g = fields.graph;
  const graph = message([
    ...nodes.map((each) => [g.node, each]),
    [g.name, name],
    ...weights.map((each) => [g.initializer, each]),
    ...inputs.map((each) => [g.input, each]),
    ...outputs.map((each) => [g.output, each]),
  ]);
  const m = fields.model;
  return message([
    [m.irVersion, irVersion],
    ...(producer === undefined ? [] : [[m.producer, producer]]),
    ...(producerVersion === undefined ? [] : [[m.producerVersion, producerVersion]]),
    [m.graph, graph],
    [m.opset, message([[fields.opset.version, opset]])],
  ]);
}
