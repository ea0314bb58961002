// `passcope compare`.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ownFolder, passcope, writeProgram } from "./cli.mjs";

const folder = ownFolder();
const file = writeProgram(folder);
const once = ["--repeat", "1"];
const variants = (args) => {
  const { code, out, err } = passcope(["compare", ...args, ...once, "--json"]);
  assert.equal(err, "");
  assert.equal(code, 0);
  return JSON.parse(out).variants;
};

test("compare prints a column for each pipeline", () => {
  const { code, out, err } = passcope([
    "compare",
    file,
    ...["--pipeline", "plain: InferType", "--pipeline", "fused: InferType, FuseOps"],
    ...[...once, "--run", "--diff"],
  ]);
  assert.equal(err, "");
  assert.equal(code, 0);
  assert.match(out, /^ +plain +fused$/m);
  assert.match(out, /^operators +4 +4$/m);
  assert.match(out, /^kernels +4 +1 \(-75%\)$/m);
  assert.match(out, /^values +same as the program +same as plain$/m);
  assert.match(out, /^--- plain\n\+\+\+ fused\n@@ /m);
});

test("compare takes settings for each pipeline, and files of pipelines", () => {
  const list = path.join(folder, "pipelines.txt");
  writeFileSync(
    list,
    "# Two of them.\n\nhigh(opt_level=4): Sequential{InferType, FastMath}\n" +
      "low(disabled=[FastMath]): Sequential{InferType, FastMath}\n",
  );
  const [first, high, low] = variants([file, "--pipelines", list, "--pipeline", "InferType"]);
  assert.deepEqual([first.name, high.name, low.name], ["A", "high", "low"]);
  assert.deepEqual(high.ops, { fast_exp: 1, fast_tanh: 1, "nn.dense": 1, "nn.relu": 1 });
  assert.deepEqual(low.ops, { exp: 1, "nn.dense": 1, "nn.relu": 1, tanh: 1 });
  assert.deepEqual([high.sameResult, low.sameResult], [false, true]);
});

test("compare sweeps over options of passes, of contexts and of models", () => {
  const fuse = variants([
    file,
    ...["--pipeline", "InferType, FuseOps", "--sweep", "FuseOps.fuse_opt_level=0..1"],
  ]);
  assert.deepEqual(
    fuse.map(({ name, effects }) => [name, effects.kernels]),
    [
      ["fuse_opt_level=0", 4],
      ["fuse_opt_level=1", 1],
    ],
  );
  const levels = variants([
    file,
    ...["--pipeline", "Sequential{FastMath}", "--sweep", "opt-level=3,4"],
  ]);
  assert.deepEqual(
    levels.map(({ ops }) => ops.fast_exp ?? 0),
    [0, 1],
  );
  const depths = variants([
    file,
    ...["--pipeline", "FuseOps", "--sweep", "relay.FuseOps.max_depth=1,10"],
  ]);
  assert.deepEqual(
    depths.map(({ effects }) => effects.kernels),
    [4, 1],
  );
  const batches = variants(["--model", "mlp", "--pipeline", "InferType", "--sweep", "batch=1,3"]);
  assert.equal(batches[1].effects.flop, 3 * batches[0].effects.flop);
  assert.deepEqual(
    batches.map(({ name }) => name),
    ["batch=1", "batch=3"],
  );
});

test("a pipeline that fails is told, and the others are compared", () => {
  const program = '#[version = "0.0.5"]\ndef @main(%x: Tensor[(3), float32]) { argsort(%x) }\n';
  const { code, out } = passcope(
    [
      ...["compare", "-", ...once],
      ...["--pipeline", "InferType", "--pipeline", "bad: FirstOrderGradient"],
    ],
    program,
  );
  assert.equal(code, 1);
  assert.match(out, /^bad: the operator 'argsort' has no gradient$/m);
  assert.match(out, /^operators +1 +-$/m);
});

test("compare refuses what it cannot understand", () => {
  const wrong = [
    [[file], /give --pipeline/],
    [[file, "--pipeline", "InferType", "--sweep", "opt-level"], /--sweep takes OPTION=VALUES/],
    [[file, "--pipeline", "InferType", "--sweep", "batch=1"], /--sweep batch needs --model/],
    [["--model", "mlp", "--pipeline", "InferType", "--sweep", "x=1"], /an option of the model/],
    [[file, "--pipeline", ": InferType"], /NAME: PIPELINE/],
  ];
  for (const [args, message] of wrong) {
    const { code, err } = passcope(["compare", ...args]);
    assert.equal(code, 2, err);
    assert.match(err, message);
  }
  const { code, err } = passcope([
    ...["compare", file, "--pipeline", "InferType", "--sweep", "FuseOps.fuse_opt_level=1"],
  ]);
  assert.equal(code, 1);
  assert.match(err, /the pipeline has no pass FuseOps/);
});

test("compare takes what the page has saved: program, pipelines that were put aside, and its own", () => {
  const saved = path.join(folder, "saved.json");
  const passes = (...names) => [
    { kind: "passes", optLevel: 2, passes: names.map((name) => ({ name })) },
  ];
  const document = {
    passcope: "0.1.0",
    reproducer: 1,
    program: { model: "mlp", options: { batch_size: 1 } },
    stages: passes("InferType", "FuseOps"),
    variants: [
      { name: "plain", stages: passes("InferType") },
      { name: "bound", stages: [{ kind: "bind" }, ...passes("InferType")] },
      { name: "text", stages: { text: "bind; InferType, FoldConstant" } },
    ],
  };
  const save = (more) => writeFileSync(saved, JSON.stringify({ ...document, ...more }));
  save({});
  const names = (given) => given.map(({ name }) => name);
  const own = variants(["--reproducer", saved]);
  assert.deepEqual(names(own), ["plain", "bound", "text", "this pipeline"]);
  assert.ok(own[3].size.functions > 0 && own[3].effects.kernels < own[0].effects.kernels);
  assert.deepEqual(
    names(variants(["--reproducer", saved, "--pipeline", "more: InferType"])).slice(-1),
    ["more"],
  );

  save({ variants: [] });
  const depths = variants(["--reproducer", saved, "--sweep", "relay.FuseOps.max_depth=1,10"]);
  assert.deepEqual(names(depths), ["max_depth=1", "max_depth=10"]);
  assert.ok(depths[0].effects.kernels > depths[1].effects.kernels);
  const fuse = variants(["--reproducer", saved, "--sweep", "FuseOps.fuse_opt_level=0..1"]);
  assert.ok(fuse[0].effects.kernels > fuse[1].effects.kernels);
  const batches = variants(["--reproducer", saved, "--sweep", "batch=1,3"]);
  assert.equal(batches[1].effects.flop, 3 * batches[0].effects.flop);
  // Settings of the command line apply to all pipelines.
  save({ variants: [], stages: { text: "InferType, FastMath", optLevel: 2 } });
  const fast = (...args) => variants(["--reproducer", saved, ...args])[0].ops["nn.fast_softmax"];
  assert.deepEqual([fast(), fast("--opt-level", "4")], [undefined, 1]);

  for (const [args, message] of [
    [["--model", "mlp"], /--model is part of the reproducer/],
    [[file], /the program is part of the reproducer/],
    [["--bind-params"], /--bind-params is part of the reproducer/],
  ]) {
    const { code, err } = passcope(["compare", "--reproducer", saved, ...args]);
    assert.equal(code, 2, err);
    assert.match(err, message);
  }
  save({ variants: [{ stages: [] }] });
  const { err } = passcope(["compare", "--reproducer", saved]);
  assert.match(err, /variants\[0\]\.name. must be a string/);
  save({ variants: [{ name: "own", stages: [{ kind: "passes", passes: [{ code: "Mine" }] }] }] });
  assert.match(passcope(["compare", "--reproducer", saved]).err, /Mine/);
  // `passcope run --reproducer` does not need them.
  assert.equal(passcope(["run", "--reproducer", saved]).code, 0);
});

test("results of pipelines are told apart by what they were in the program", () => {
  const { code, out } = passcope([
    ...["compare", file, "--pipeline", "plain: InferType"],
    ...["--pipeline", "fast(opt_level=4): Sequential{InferType, FastMath}", ...once, "--diff"],
  ]);
  assert.equal(code, 0);
  const diff = out.slice(out.indexOf("--- plain")).split("\n");
  const changes = diff.filter((line) => /^[-+] /.test(line));
  assert.deepEqual(
    changes.map((line) => line.replace(/ *\/\*.*?\*\//g, "")),
    ["-  %1 = exp(%0);", "+  %1 = fast_exp(%0);", "-  %2 = tanh(%1);", "+  %2 = fast_tanh(%1);"],
  );
});
