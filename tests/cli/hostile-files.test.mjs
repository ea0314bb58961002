// Files that name other files, and files that are not what they seem.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { externalTensor, model, node, value } from "../../scripts/lib/onnx.mjs";
import { program as command, ownFolder, passcope } from "./cli.mjs";

const folder = ownFolder();
const at = (...parts) => path.join(folder, ...parts);
const write = (name, contents) => {
  writeFileSync(at(name), contents);
  return at(name);
};
const program = '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) { tanh(%x) }\n';
const document = (stage) => ({
  reproducer: 1,
  program: { text: program },
  stages: [{ kind: "passes", passes: [{ name: "InferType" }], ...stage }],
});
const dumping = (directory) =>
  write(
    "dump.json",
    JSON.stringify(document({ instruments: [{ name: "DumpIR", options: { directory } }] })),
  );

test("a reproducer writes only below the folder that --allow-dump names", () => {
  const run = (directory, ...args) =>
    passcope(["run", "--reproducer", dumping(directory), ...args]);
  const refused = /the DumpIR of the reproducer writes files into '.*'\n {2}note: .*--allow-dump/;
  mkdirSync(at("allowed"));
  mkdirSync(at("outside"));
  symlinkSync(at("outside"), at("allowed/link"));
  const allow = ["--allow-dump", at("allowed")];
  assert.match(run(at("allowed/a")).err, refused);
  for (const other of ["outside", "allowed/../outside", "allowed-not", ".", "allowed/.."]) {
    const { code, err } = run(at(other), ...allow);
    assert.equal(code, 1);
    assert.match(err, refused, other);
  }
  assert.match(
    run(at("allowed/link/b"), ...allow).err,
    /'link' is a symbolic link, which can lead out/,
  );
  assert.deepEqual(readdirSync(at("outside")), []);
  for (const [place, made] of [
    ["allowed", "allowed"],
    ["allowed/a/", "allowed/a"],
    ["allowed/b/../c", "allowed/c"],
  ]) {
    assert.equal(run(at(place), ...allow).code, 0);
    assert.ok(existsSync(at(made, "000_InferType.relay")), place);
  }
  // A file of the dump that is a link already.
  mkdirSync(at("allowed/d"));
  symlinkSync(at("outside/stolen"), at("allowed/d/000_InferType.relay"));
  assert.match(run(at("allowed/d"), ...allow).err, /is a symbolic link/);
  assert.equal(existsSync(at("outside/stolen")), false);
  for (const name of ["bench", "bisect", "reduce", "compare"]) {
    const asked = name === "bisect" || name === "reduce" ? ["--test", "well-formed"] : [];
    const { err } = passcope([name, "--reproducer", dumping(at("outside")), ...asked]);
    assert.match(err, refused, name);
  }
  const written = {
    ...document({}),
    stages: { text: "InferType", instruments: `DumpIR(directory="${at("outside")}")` },
  };
  assert.match(
    passcope(["run", "--reproducer", write("written.json", JSON.stringify(written))]).err,
    refused,
  );
});

test("numbers and depths that nothing can hold are refused", () => {
  const text = JSON.stringify(document({}));
  const refuse = (file, json, pattern) => {
    for (const name of ["run", "compare"]) {
      const { code, err } = passcope([name, "--reproducer", write(`${file}.json`, json)]);
      assert.equal(code, 1, err);
      assert.match(err, pattern);
    }
  };
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  refuse(
    "deep",
    text.replace('"InferType"', `"FuseOps","options":{"fuse_opt_level":${deep}}`),
    /nested too deeply/,
  );
  refuse(
    "deep-key",
    text.replace("{", `{"x":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)},`),
    /nested too deeply/,
  );
  refuse(
    "huge",
    text.replace('"kind"', '"optLevel":1e400,"kind"'),
    /cannot parse .* as JSON\n {2}note: number overflow/,
  );
  for (const number of [
    "4294967298",
    "-9223372036854775809",
    "18446744073709551618",
    "1.5",
    "1e9",
  ]) {
    refuse(
      "level",
      text.replace('"kind"', `"optLevel":${number},"kind"`),
      /optLevel' must be an integer/,
    );
  }
});

test("external data come only from regular files below the model", () => {
  const named = (place) =>
    model({
      name: "external",
      opset: 13,
      inputs: [value("x", [2])],
      outputs: [value("y", [2])],
      nodes: [node({ op: "Add", inputs: ["x", "w"], outputs: ["y"] })],
      weights: [externalTensor("w", [2], place)],
    });
  const bytes = new Uint8Array(Float32Array.of(1, -1).buffer);
  mkdirSync(at("model/deep"), { recursive: true });
  mkdirSync(at("secret"));
  write("secret/w.bin", bytes);
  write("model/deep/w.bin", bytes);
  symlinkSync(at("secret/w.bin"), at("model/link.bin"));
  symlinkSync(at("secret"), at("model/linked"));
  symlinkSync("deep/w.bin", at("model/inside.bin"));
  execFileSync("mkfifo", [at("model/fifo")]);
  const print = (place) => passcope(["print", write("model/m.onnx", named(place))]);
  assert.equal(print("deep/w.bin").code, 0);
  assert.equal(print("./deep/./w.bin").code, 0);
  for (const place of ["link.bin", "linked/w.bin", "inside.bin"]) {
    assert.match(print(place).err, /is a symbolic link/, place);
  }
  for (const place of ["fifo", "deep"])
    assert.match(print(place).err, /it is not a regular file/, place);
  assert.match(print("none.bin").err, /No such file/);
});

test("waiting for a pipe is told", () => {
  execFileSync("mkfifo", [at("pipe")]);
  // Opening either end of a pipe waits for the other.
  const script = '"$0" print "$1" & cat "$2" > "$1"; wait $!';
  const args = ["-c", script, command, at("pipe"), write("p.relay", program)];
  const { code, out, err } = passcope(args, "", "/bin/sh");
  assert.equal(code, 0);
  assert.match(out, /tanh/);
  assert.match(err, /^note: '.*pipe' is a pipe; waiting for a program that writes to it$/m);
});
