// Where programs come from and go to: --output, the standard input, and run --json.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ownFolder, passcope, program, root, writeProgram } from "./cli.mjs";

const folder = ownFolder();
const source = writeProgram(folder);
const file = (name) => path.join(folder, name);

test("--output writes a program that can be read again, with its constants", () => {
  const folded = "tests/golden/transforms/fold_constant/all_constant.relay";
  for (const [name, args] of [
    ["z.relay", ["--output", file("z.relay")]],
    ["z.txt", [`--output=${file("z.txt")}`]],
    ["a.relay", ["-o", file("a.relay")]],
    ["b.relay", [`-o${file("b.relay")}`]],
  ]) {
    const run = passcope(["run", folded, "--passes", "InferType, FoldConstant", ...args]);
    assert.deepEqual(run, { code: 0, out: "", err: "" });
    const text = readFileSync(file(name), "utf8");
    assert.match(text, /^#\[version = "0\.0\.5"\]\n[^]*#\[metadata\]/);
    assert.doesNotMatch(text, /span=/);
    const again = ["run", file(name), "--passes", "InferType", "-o", file("again.relay")];
    assert.equal(passcope(again).code, 0);
    assert.equal(readFileSync(file("again.relay"), "utf8"), text);
  }
  // To the standard output, the text is that of --print.
  const printed = passcope(["run", source, "--passes", "InferType"]).out;
  assert.equal(passcope(["run", source, "--passes", "InferType", "-o", "-"]).out, printed);
  const both = passcope(["run", source, "--passes", "InferType", "-o", file("c.relay"), "--print"]);
  assert.equal(both.out, printed);
});

test("--output writes a program and results in one run", () => {
  const ones = '#[version = "0.0.5"]\ndef @main() { ones(shape=[2], dtype="float32") }';
  const args = ["run", "-", "-o", file("p.relay"), "-o", file("x.npy"), "-o", file("x.npz")];
  assert.deepEqual(passcope(args, ones), { code: 0, out: "", err: "" });
  assert.match(readFileSync(file("p.relay"), "utf8"), /ones\(shape=\[2\]/);
  assert.equal(readFileSync(file("x.npy")).subarray(1, 6).toString(), "NUMPY");
  assert.equal(readFileSync(file("x.npz")).subarray(0, 2).toString(), "PK");
});

test("--output refuses names that do not tell what to write, before anything runs", () => {
  for (const name of ["z", "z.json", "z.onnx", "z.relay.gz", "z.NPY", "/dev/null", ""]) {
    for (const command of ["run", "quantize"]) {
      const { code, err } = passcope([command, "nowhere.relay", "--output", name]);
      assert.equal(code, 2);
      assert.match(err, /takes FILE\.relay or FILE\.txt for the program, FILE\.npy or FILE\.npz/);
      assert.ok(err.includes(`not '${name}'`));
    }
  }
  // These commands do not run the program.
  for (const args of [["print"], ["reduce", "--passes", "InferType"]]) {
    const { code, err } = passcope([...args, source, "-o", "z.npy"]);
    assert.equal(code, 2);
    assert.match(err, /takes FILE\.relay or FILE\.txt for the program, or - for/);
  }
  assert.match(
    passcope(["run", source, "-o", "no/folder/z.relay"]).err,
    /cannot create 'no\/folder\/z\.relay'/,
  );
});

test("- can be left out when something is piped in", () => {
  const text = readFileSync(source, "utf8");
  for (const args of [
    ["run", "--passes", "InferType"],
    ["print"],
    ["bench", "--repeat", "1", "--number", "1", "--profile-number", "1"],
    ["compare", "--pipeline", "InferType"],
    ["quantize"],
  ]) {
    assert.equal(passcope(args, text).code, 0, args.join(" "));
  }
  assert.equal(passcope(["run"], text).out, passcope(["run", "-"], text).out);
  const shell = (line) =>
    spawnSync("/bin/sh", ["-c", line, program, source], { cwd: root, encoding: "utf8" });
  const printed = passcope(["print", "-"], text).out;
  assert.equal(shell('"$0" print < "$1"').stdout, printed);
  assert.equal(shell('cat "$1" | "$0" print').stdout, printed);
  // Nothing to read.
  assert.match(shell('"$0" run < /dev/null').stderr, /name one program: .* standard input\n/);
  assert.match(shell('"$0" run <&-').stderr, /name one program/);
  assert.match(shell(': | "$0" run').stderr, /name one program: .*; the standard input is empty/);
  assert.equal(passcope(["run", "--model", "mlp"], text).code, 0);
});

test("run --op-diff --json and the like print one document", () => {
  const passes = ["--passes", "InferType; Sequential{FastMath}; FuseOps", "--opt-level", "4"];
  const json = (...args) => JSON.parse(passcope(["run", source, ...passes, ...args, "--json"]).out);
  assert.deepEqual(json("--op-diff"), {
    passcope: passcope(["--version"]).out.split(" ")[1].trim(),
    run: 1,
    diffs: [
      {
        context: 1,
        depth: 1,
        pass: "FastMath",
        diff: { exp: -1, fast_exp: 1, fast_tanh: 1, tanh: -1 },
      },
      {
        context: 1,
        depth: 0,
        pass: "sequential",
        diff: { exp: -1, fast_exp: 1, fast_tanh: 1, tanh: -1 },
      },
    ],
  });
  const all = json(
    "--op-diff",
    "--stats",
    "--why",
    "--remarks=passed",
    "--time",
    "--verify-values",
    "--print",
  );
  assert.deepEqual(Object.keys(all).sort(), [
    ...["checks", "counters", "decisions", "diffs", "passcope", "profiles", "program", "remarks"],
    "run",
  ]);
  assert.ok(all.remarks.every(({ type }) => type === "passed"));
  assert.ok(all.profiles.every(({ context }) => [0, 1, 2].includes(context)));
  assert.match(all.program, /fast_tanh/);
  // The fields are those of the schema.
  const { records } = JSON.parse(passcope(["list", "schema"]).out);
  const described = records.find(({ name }) => name === "OpDiff").fields.map(({ name }) => name);
  assert.deepEqual(Object.keys(json("--op-diff").diffs[0]), ["context", ...described]);
  // No pass changed anything, and a pass that fails.
  assert.deepEqual(passcope(["run", source, "--op-diff", "--json"]).err, "");
  assert.deepEqual(JSON.parse(passcope(["run", source, "--op-diff", "--json"]).out).diffs, []);
  const failing = passcope([
    "run",
    source,
    "--passes",
    "FastMath, ToANormalForm(x=1)",
    "--op-diff",
    "--json",
  ]);
  assert.notEqual(failing.code, 0);
  // Results of running.
  const ones = '#[version = "0.0.5"]\ndef @main() { ones(shape=[2], dtype="float32") }';
  const ran = passcope(["run", "--op-diff", "--json", "-o", file("r.npy")], ones);
  assert.deepEqual(JSON.parse(ran.out).results, ["Tensor[(2), float32]"]);
  for (const [args, message] of [
    [[], /--json needs an option that says what to print, such as --op-diff/],
    [["--diff"], /--diff prints text, which --json does not contain/],
    [["--time-top", "3"], /--time-top prints text/],
    [["--print-after-all"], /--print-after-all prints text/],
  ]) {
    const { code, err, out } = passcope(["run", source, "--json", ...args]);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, message);
  }
});
