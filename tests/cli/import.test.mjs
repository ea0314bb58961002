// Models of other frameworks on the command line: `passcope print model.onnx` and other commands that take files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { externalTensor, model, node, tensor, value } from "../../scripts/lib/onnx.mjs";
import { archive } from "../../scripts/lib/torchscript.mjs";
import { passcope } from "./cli.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-import-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const file = (name, bytes) => {
  const at = path.join(folder, name);
  writeFileSync(at, bytes);
  return at;
};

const small = file(
  "small.onnx",
  model({
    name: "small",
    opset: 13,
    inputs: [value("x", ["batch", 2])],
    outputs: [value("y", ["batch", 2])],
    nodes: [
      node({ op: "Add", inputs: ["x", "w"], outputs: ["sum"], name: "first" }),
      node({ op: "Relu", inputs: ["sum"], outputs: ["y"], name: "second" }),
    ],
    weights: [tensor("w", [2], Float32Array.of(1, -1))],
  }),
);

const example = (name) => path.resolve(import.meta.dirname, "../../examples/onnx", name);

test("print gives a model's program, with shapes as they are asked for", () => {
  const open = passcope(["print", small]);
  assert.equal(open.err, "");
  assert.match(open.out, /%x: Tensor\[\(\?, 2\), float32\]/);
  const fixed = passcope(["print", small, "--shape", "x=3,2"]);
  assert.match(fixed.out, /%x: Tensor\[\(3, 2\), float32\]/);
  assert.match(fixed.out, /meta\[relay\.Constant\]\[0\]/);
  const half = passcope(["print", small, "--shape=x=3,?", "--dtype", "x=float16"]);
  assert.match(half.out + half.err, /float16/);
  const free = passcope(["print", small, "--shape", "x=3,2", "--no-freeze-params"]);
  assert.match(free.out, /%w: Tensor\[\(2\), float32\]/);
});

test("external data are read from beside the model, by any path that stays there", () => {
  file("w.bin", new Uint8Array(Float32Array.of(1, -1).buffer));
  const sum = (...paths) =>
    model({
      name: "external",
      opset: 13,
      inputs: [value("x", [2])],
      outputs: [value("y", [2])],
      nodes: [node({ op: "Sum", inputs: ["x", ...paths.map((_, i) => `w${i}`)], outputs: ["y"] })],
      weights: paths.map((at, i) => externalTensor(`w${i}`, [2], at)),
    });
  const two = file("external.onnx", sum("w.bin", "./w.bin"));
  const { code, out, err } = passcope(["print", two, "--no-freeze-params"]);
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /%w1: Tensor\[\(2\), float32\]/);
  const outside = passcope(["print", file("outside.onnx", sum("../w.bin"))]);
  assert.match(outside.err, /the model names the file `\.\.\/w\.bin`, which is not in its folder/);
});

test("an archive's tuple is not an input that the command line gives", () => {
  const pair = archive({
    forward:
      "  def forward(self: __torch__.Model,\n    s: Tuple[Tensor, Tensor]) -> Tensor:\n" +
      "    a, b, = s\n    return torch.mul(torch.add(a, b), self.w)\n",
    weights: { w: { shape: [1], values: Float32Array.of(2) } },
  });
  const { err } = passcope(["print", file("pair.pt", pair), "--shape", "s=2"]);
  assert.match(err, /the input 's' is a tuple and takes 2 shapes/);
});

test("run takes a model's file, its parameters and values for its inputs", () => {
  // dims 1, 2; float; raw data.
  const raw = new Uint8Array(Float32Array.of(2, 0.5).buffer);
  const input = file("x.pb", Uint8Array.of(8, 1, 8, 2, 16, 1, 0x4a, raw.length, ...raw));
  const output = path.join(folder, "y.npy");
  for (const flags of [[], ["--no-freeze-params"], ["--no-freeze-params", "--bind-params"]]) {
    const passes = flags.includes("--no-freeze-params") ? "bind; FuseOps" : "InferType; FuseOps";
    const asked = ["run", small, "--shape", "x=1,2", "--passes", passes, ...flags];
    const { code, err } = passcope([...asked, "--input", `x=${input}`, "--output", output]);
    assert.deepEqual([code, err], [0, ""]);
    const bytes = readFileSync(output);
    const data = bytes.subarray(bytes.length - 8);
    assert.deepEqual([data.readFloatLE(0), data.readFloatLE(4)], [3, 0]);
  }
});

test("bench and bisect take it too", () => {
  const bench = passcope(["bench", example("mlp.onnx"), "--shape", "input=1,64", "--repeat", "1"]);
  assert.equal(bench.code, 0, bench.err);
  assert.match(bench.out, /GFLOP: /);
  const bisect = passcope([
    ...["bisect", small, "--shape", "x=1,2", "--passes", "InferType; Sequential{FuseOps}"],
    ...["--test", "values"],
  ]);
  assert.match(bisect.out + bisect.err, /the test does not fail/);
});

test("what is wrong with files and flags is told", () => {
  const fails = (args, code, message) => {
    const answer = passcope(args);
    assert.equal(answer.code, code, answer.err);
    assert.match(answer.err, message);
  };
  fails(["print", small, "--shape", "x"], 2, /--shape takes NAME=1,3,224,224/);
  fails(["print", small, "--shape", "x=1,-2"], 2, /--shape takes NAME=/);
  fails(["print", small, "--dtype", "x=floaty"], 2, /there is no type 'floaty'/);
  fails(["print", "nothing.onnx"], 1, /cannot open 'nothing\.onnx'/);
  const named = path.join(folder, "folder.onnx");
  mkdirSync(named);
  for (const [args, at] of [
    [["print", folder], folder],
    [["print", named], named],
    [["run", "--reproducer", folder], folder],
  ]) {
    fails(args, 1, new RegExp(`cannot (read|open) '${at}': Is a directory`));
  }
  fails(["print", folder, "--opset", "1"], 2, /--opset needs a model's file/);
  fails(["run", "--model", "resnet", "--shape", "data=1"], 2, /--shape needs a model's file/);
  fails(["print", file("cut.onnx", readFileSync(small).subarray(0, 60))], 1, /error\[/);
  fails(["print", file("text.pt", "def @main() { 1 }"), "--shape", "x=1"], 1, /error\[/);
  const unknown = Buffer.from(
    readFileSync(small).toString("latin1").replace("Relu", "Rxlu"),
    "latin1",
  );
  fails(["print", file("unknown.onnx", unknown)], 1, /not supported for frontend ONNX: Rxlu/);
});

test("a saved workspace names a model's file, which lies beside it", () => {
  const document = {
    passcope: "0.1.0",
    reproducer: 1,
    program: {
      file: "small.onnx",
      format: "onnx",
      inputs: [{ name: "x", shape: [5, 2] }],
      freezeParams: false,
    },
    stages: [{ kind: "bind" }, { kind: "passes", passes: [{ name: "InferType" }] }],
  };
  const saved = file("saved.json", JSON.stringify(document));
  const { out, err } = passcope(["run", "--reproducer", saved]);
  assert.equal(err, "");
  assert.match(out, /%x: Tensor\[\(5, 2\), float32\]/);
  assert.doesNotMatch(out, /%w/);
  for (const [wrong, message] of [
    [{ format: "tflite" }, /program\.format' must be "onnx" or "torchscript"/],
    [{ inputs: "x" }, /program\.inputs' must be a list/],
    [{ inputs: [{ name: "x", shape: [1.5] }] }, /\.shape' must be a list of integers and names/],
    [{ inputs: [{ name: "x", dtype: "real" }] }, /\.dtype' must be the name of a data type, such/],
  ]) {
    const changed = { ...document, program: { ...document.program, ...wrong } };
    const refused = passcope(["run", "--reproducer", file("wrong.json", JSON.stringify(changed))]);
    assert.match(refused.err, message);
  }
});

test("the example networks are those that their script writes", async () => {
  const { exampleModels } = await import("../../examples/onnx/make.mjs");
  for (const { file: name, bytes } of exampleModels()) {
    assert.deepEqual(readFileSync(example(name)), Buffer.from(bytes), name);
  }
});
