// Help, lists, and wrong command lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { passcope } from "./cli.mjs";

test("--help lists the commands, each command explains itself", () => {
  const { code, out } = passcope(["--help"]);
  assert.equal(code, 0);
  for (const command of ["run", "print", "list", "conform"]) {
    assert.match(out, new RegExp(`^  ${command} `, "m"));
    const help = passcope([command, "--help"]);
    assert.equal(help.code, 0, command);
    assert.match(help.out, /usage: passcope/);
  }
  assert.equal(passcope(["help", "run"]).out, passcope(["run", "--help"]).out);
  assert.equal(passcope(["run", "-h"]).out, passcope(["run", "--help"]).out);
  assert.equal(passcope(["-h"]).out, out);
});

test("the help of run has every option of the README and of the models", () => {
  const { out } = passcope(["run", "--help"]);
  for (const option of [
    ...["model", "passes", "time", "op-diff", "opt-level", "required", "disabled", "print"],
    "config",
    ...["why", "stats", "time-top", "time-json", "dump-ir", "verify-each", "check-immutable"],
    ...["print-before-all", "print-after-all", "print-passes", "print-changed"],
    ...["trace", "trace-format", "bind-params", "batch-size", "num-layers", "image-shape"],
  ]) {
    assert.match(out, new RegExp(`^  --${option}\\b`, "m"));
  }
});

test("--version", () => {
  assert.match(passcope(["--version"]).out, /^passcope \d+\.\d+\.\d+\n$/);
});

test("lists as text and as JSON", () => {
  const rows = {
    passes: "ConvertLayout",
    ops: "nn.conv2d",
    instruments: "PassTimingInstrument",
    config: "relay.FuseOps.max_depth",
    models: "resnet18",
    diagnostics: "shape-mismatch",
  };
  for (const [table, row] of Object.entries(rows)) {
    const text = passcope(["list", table]);
    assert.equal(text.code, 0);
    assert.match(text.out, new RegExp(`^${row.replaceAll(".", "\\.")}  `, "m"));
    const json = JSON.parse(passcope(["list", table, "--json"]).out);
    assert.ok(json.some(({ name }) => name === row));
    assert.equal(text.out.trimEnd().split("\n").length, json.length);
  }
  assert.match(passcope(["list", "passes", "--options"]).out, /^ {4}fold_qnn: bool = false /m);
});

test("command lines that cannot be understood end with 2 and say why", () => {
  const cases = [
    [[], /a command is missing/],
    [["rnu"], /there is no command 'rnu'; did you mean 'run'\?\n`passcope --help` explains/],
    [
      ["compare", "--model", "mlp"],
      /for each pipeline to compare\n`passcope compare --help` explains/,
    ],
    [["run", "--modle", "x"], /run has no option --modle; did you mean --model\?/],
    [["run", "-x"], /run has no option -x/],
    [["run", "--model"], /--model needs a value/],
    [["run", "--time=1", "--model", "resnet18"], /--time takes no value/],
    [["run", "--model", "resnet18", "--opt-level", "high"], /--opt-level takes an integer/],
    [["run", "--reproducer", "x", "--config", "a=1"], /--config is part of the reproducer/],
    [["run"], /name one program/],
    [["run", "a", "b"], /name one program/],
    [["run", "a", "--model", "resnet18"], /not both/],
    [["run", "-", "--bind-params"], /--bind-params needs --model/],
    [["run", "-", "--passes", "InferType; bind"], /bind in --passes needs --model/],
    [["run", "-", "--batch-size", "2"], /--batch-size needs --model/],
    [["run", "--model", "resnet18", "--trace", "x", "--trace-format", "xml"], /json or chrome/],
    [["list"], /name what to list: passes, ops, instruments, config, models, diagnostics/],
    [["run", "-", "--print-changed"], /--print-changed needs --print-before-all/],
    [["list", "things"], /name what to list/],
    [["print"], /name one file/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = passcope(args);
    assert.match(err, message);
    assert.equal(code, 2, args.join(" "));
    assert.equal(out, "");
  }
});
