// `passcope run --input --output` and `passcope bench`.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { ownFolder, passcope } from "./cli.mjs";

const folder = ownFolder();
const file = (name) => path.join(folder, name);

/** A float32 array as .npy. */
function npy(shape, values) {
  const dims = shape.map((dim) => `${dim},`).join(" ");
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${dims}), }\n`;
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length, 0]);
  return Buffer.concat([start, Buffer.from(header), Buffer.from(Float32Array.from(values).buffer)]);
}

/** The elements of a float32 .npy. */
function elements(bytes) {
  const at = 10 + bytes.readUInt16LE(8);
  return [...new Float32Array(Uint8Array.from(bytes.subarray(at)).buffer)];
}

const crcTable = Array.from({ length: 256 }, (_, i) => {
  let crc = i;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc >>> 0;
});
const crc32 = (bytes) =>
  ~bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 255] ^ (crc >>> 8), ~0) >>> 0;

/** An archive with one deflated entry. */
function npz(name, data) {
  const packed = deflateRawSync(data);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
  const central = Buffer.concat([
    ...[Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, Buffer.alloc(14)],
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const program = file("program.relay");
writeFileSync(
  program,
  `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 2), float32], %y: Tensor[(2), float32]) {
  %0 = add(%x, %y);
  (nn.relu(%0), negative(%0))
}
`,
);
writeFileSync(file("x.npy"), npy([2, 2], [1, -2, 3, -4]));
writeFileSync(file("y.npy"), npy([2], [1, 1]));

test("a program runs on arrays and writes its results", () => {
  const { code, out, err } = passcope([
    ...["run", program, "--passes", "FuseOps"],
    ...["--input", `x=${file("x.npy")}`, "--input", `y=${file("y.npy")}`],
    ...["--output", file("out.npz")],
  ]);
  assert.equal(err, "");
  assert.equal(out, "");
  assert.equal(code, 0);
  const archive = readFileSync(file("out.npz"));
  const entries = archive.toString("latin1").match(/output_\d\.npy/g);
  assert.deepEqual([...new Set(entries)], ["output_0.npy", "output_1.npy"]);
  const again = passcope(["run", program, "--input", file("out.npz")]);
  assert.equal(again.code, 1);
  assert.match(again.err, /unknown input 'output_0'/);
});

test("a deflated archive has values by name, and one result is a plain array", () => {
  writeFileSync(file("x.npz"), npz("x.npy", npy([2, 2], [1, -2, 3, -4])));
  const one = file("one.relay");
  writeFileSync(
    one,
    '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2, 2), float32]) { nn.relu(%x) }\n',
  );
  const { code, err } = passcope([
    "run",
    one,
    "--input",
    file("x.npz"),
    "--output",
    file("y2.npy"),
  ]);
  assert.equal(err, "");
  assert.equal(code, 0);
  assert.deepEqual(elements(readFileSync(file("y2.npy"))), [1, 0, 3, 0]);
  assert.equal(passcope(["run", one, "--input", file("x.npz")]).out, "Tensor[(2, 2), float32]\n");
});

test("what the graph executor does not run, the evaluator runs", () => {
  const branch = file("branch.relay");
  writeFileSync(
    branch,
    `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 2), float32]) {
  if (less(max(%x), 0f)) { %x } else { negative(%x) }
}
`,
  );
  const { code, err } = passcope([
    ...["run", branch, "--input", `x=${file("x.npy")}`, "--output", file("b.npy")],
  ]);
  assert.equal(err, "");
  assert.equal(code, 0);
  assert.deepEqual(elements(readFileSync(file("b.npy"))), [-1, 2, -3, 4]);
});

test("inputs that are missing, damaged or do not fit are named", () => {
  const run = (...args) => passcope(["run", program, ...args]).err;
  assert.match(run("--input", `x=${file("x.npy")}`), /these inputs have no value: y/);
  assert.match(run("--input", `x=${file("y.npy")}`), /the input 'x' is a Tensor\[\(2, 2\)/);
  assert.match(run("--input", file("x.npy")), /--input takes NAME=FILE for a file with one value/);
  assert.match(
    run("--input", `x=${program}`),
    /is neither a NumPy file \(\.npy, \.npz\) nor a TensorProto/,
  );
  const both = ["--input", `x=${file("x.npy")}`, "--input", `y=${file("y.npy")}`];
  assert.match(run(...both, "--output", file("z.npy")), /the program has 2 results/);
});

test("bench prints TVM's profile and summary", () => {
  const { code, out, err } = passcope([
    ...["bench", program, "--repeat", "2", "--number", "1", "--profile-number", "1"],
    ...["--csv", file("profile.csv")],
  ]);
  assert.equal(err, "");
  assert.equal(code, 0);
  assert.match(out, /^Name +Duration \(us\) +Percent +Device +Count +Argument Shapes/);
  assert.match(out, /\nadd .*\n/);
  assert.match(out, /\nActivations: \d+\.\d\d MiB; with workspaces/);
  assert.match(out, /\nExecution time summary:\n mean \(ms\) .*\n[ \d.]+\n$/);
  assert.equal(readFileSync(file("profile.csv"), "utf8").trim().split("\n").length, 4);
  assert.match(
    passcope(["bench", program, "--repeat", "0"]).err,
    /'repeat' must be at least 1, not 0/,
  );
});

test("quantize makes a program of integers, with scales from samples", () => {
  writeFileSync(
    file("conv.relay"),
    `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 1, 2, 2), float32]) {
  nn.conv2d(%x, full(0.5f, shape=[1, 1, 1, 1], dtype="float32"), channels=1, kernel_size=[1, 1])
}
`,
  );
  writeFileSync(file("x.npy"), npy([1, 1, 2, 2], [1, -2, 0.5, 0.25]));
  writeFileSync(file("sample.npz"), npz("x.npy", npy([1, 1, 2, 2], [2, -2, 1, 0])));
  const run = (qconfig, ...more) =>
    passcope([
      "quantize",
      file("conv.relay"),
      "--qconfig",
      qconfig,
      "--input",
      `x=${file("x.npy")}`,
      "--output",
      file("y.npy"),
      "--print",
      ...more,
    ]);
  const near = (scale) => {
    const values = elements(readFileSync(file("y.npy")));
    [0.5, -1, 0.25, 0.125].forEach((value, i) => assert.ok(Math.abs(values[i] - value) <= scale));
  };
  const global = run("skip_conv_layers=[]");
  assert.equal(global.code, 0, global.err);
  assert.match(global.out, /out_dtype="int32"/);
  near(8 / 128);
  const sampled = run(
    "skip_conv_layers=[], calibrate_mode=percentile",
    "--sample",
    file("sample.npz"),
  );
  assert.equal(sampled.code, 0, sampled.err);
  near(2 / 128);
  assert.match(run("calibrate_mode=percentile, skip_conv_layers=[]").err, /needs a dataset/);
  assert.match(run("rounding=DOWN").err, /UPWARD/);
});
