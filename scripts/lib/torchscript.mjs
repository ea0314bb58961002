// Writes TorchScript archives as torch.jit.save does: a zip archive with a pickle, the weights' data and the code.

import { crc32 } from "node:zlib";

const text = new TextEncoder();

// --- pickles: operations that leave one value each

const int = (value) => {
  const bytes = Buffer.alloc(5);
  bytes.write("J");
  bytes.writeInt32LE(value, 1);
  return bytes;
};
const string = (value) => {
  const bytes = text.encode(value);
  const head = Buffer.alloc(5);
  head.write("X");
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};
const tuple = (values) => Buffer.concat([Buffer.from("("), ...values, Buffer.from("t")]);
const global = (module, name) => Buffer.from(`c${module}\n${name}\n`);
const call = (callee, args) => Buffer.concat([callee, tuple(args), Buffer.from("R")]);
const no = Buffer.from([0x89]);

/** A tensor of float32, row-major. The entry data/`key` has its elements. */
function tensor(key, shape) {
  const size = shape.reduce((product, each) => product * each, 1);
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((product, n) => product * n, 1));
  const storage = Buffer.concat([
    tuple([
      string("storage"),
      global("torch", "FloatStorage"),
      string(key),
      string("cpu"),
      int(size),
    ]),
    Buffer.from("Q"),
  ]);
  return call(global("torch._utils", "_rebuild_tensor_v2"), [
    storage,
    int(0),
    tuple(shape.map(int)),
    tuple(strides.map(int)),
    no,
    call(global("collections", "OrderedDict"), []),
  ]);
}

/** An object of the class __torch__.Model with these members. */
const module = (members) =>
  Buffer.concat([
    Buffer.from([0x80, 2]),
    global("__torch__", "Model"),
    Buffer.from(")\x81}(", "latin1"),
    ...members.flatMap(([name, value]) => [string(name), value]),
    Buffer.from("ub."),
  ]);

// --- zip

/** An archive of uncompressed entries whose data begin at multiples of 64, as in torch. */
function zip(entries) {
  const parts = [];
  const directory = [];
  let at = 0;
  const push = (bytes) => {
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [name, bytes] of entries) {
    const begin = at;
    const path = text.encode(name);
    // The fields from the required version to the length of the name, which are the same in both headers.
    const common = Buffer.alloc(24);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const padding = (64 - ((at + 34 + path.length) % 64)) % 64;
    const extra = Buffer.alloc(6 + padding);
    extra.writeUInt16LE(4 + padding, 0);
    extra.write("FB", 2);
    extra.writeUInt16LE(padding, 4);
    push(Buffer.concat([Buffer.from("PK\x03\x04"), common, extra.subarray(0, 2), path]));
    push(extra.subarray(2));
    push(bytes);
    const rest = Buffer.alloc(16);
    rest.writeUInt32LE(begin, 12);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), common, rest, path);
  }
  const begin = at;
  for (const bytes of directory) push(bytes);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(at - begin, 12);
  end.writeUInt32LE(begin, 16);
  return Buffer.concat([...parts, end]);
}

/**
 * The archive of a module of one class.
 *
 * @param {{ forward: string, weights?: Record<string, { shape: number[], values: Float32Array }> }} parts the method in
 * TorchScript, `def forward(self: __torch__.Model, x: Tensor) -> Tensor:`, each line indented by two spaces; the
 * weights are attributes of `self`
 * @returns {Buffer}
 */
export function archive({ forward, weights = {} }) {
  const all = Object.entries(weights);
  const code = [
    "class Model(Module):\n  __parameters__ = []\n  __buffers__ = []\n",
    ...all.map(([name]) => `  ${name} : Tensor\n`),
    forward,
  ];
  const members = all.map(([name, { shape }], i) => [name, tensor(String(i), shape)]);
  return zip([
    ["model/data.pkl", module(members)],
    ["model/code/__torch__.py", Buffer.from(code.join(""))],
    ["model/constants.pkl", Buffer.concat([Buffer.from([0x80, 2]), tuple([]), Buffer.from(".")])],
    ["model/version", Buffer.from("3\n")],
    ...all.map(([, { values }], i) => [
      `model/data/${i}`,
      Buffer.from(values.buffer, values.byteOffset, values.byteLength),
    ]),
  ]);
}
