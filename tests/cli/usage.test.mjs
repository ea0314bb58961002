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

test("options of other tools get a hint", () => {
  const cases = {
    "run --time-passes": "--time",
    "run -time-passes": "--time",
    "run --mlir-timing": "--time",
    "run --print-after=FuseOps": "--print-after-all --print-passes FuseOps",
    "run --print-after": "--print-after-all --print-passes NAME",
    "run --print-before=FuseOps": "--print-before-all --print-passes FuseOps",
    "run -print-after-all": "--print-after-all",
    "run --mlir-print-ir-after-all": "--print-after-all",
    "run --pass-pipeline=x": "--passes PIPELINE",
    "run -passes=x": "--passes",
    "run -O2": "--opt-level 2",
    "run -Os": "--opt-level 2",
    "run --opt_level 3": "--opt-level",
    "run -opt-bisect-limit=5": "--opt-bisect-limit",
    "run --opt-bisect=5": "--opt-bisect-limit N",
    "run --debug-pass=Structure": "--why",
    "run -debug-pass-manager": "--why",
    "run --pass-remarks-missed=FuseOps": "--remarks=missed --remarks-filter FuseOps",
    "run --verify-all": "--verify-each",
    "run -output x": "--output",
    "run --no-color": "--color never",
    "print --time-passes": "`passcope run --time`",
    "print --passes x": "`passcope run --passes`",
    "compare --passes x": "--pipeline PIPELINE",
    "test --workers=2": "--jobs N",
  };
  for (const [line, hint] of Object.entries(cases)) {
    const { code, err } = passcope(line.split(" "));
    assert.equal(code, 2, line);
    assert.ok(err.includes(`; did you mean ${hint}?\n`), `${line}: ${err}`);
  }
  for (const [line, advice] of [
    ["run -S", /leave it out: programs are always written as text/],
    ["run --load-pass-plugin=x", /functions of the Node and Python packages/],
    ["run --list-passes", /`passcope list passes` lists the passes/],
    ["test --check-prefix=A", /write it at the end of a RUN line/],
    ["print --version", /`passcope --version` prints the version/],
    ["FileCheck x", /there is no command 'FileCheck'; did you mean 'test'\?/],
    [
      "examples/relay/conv_bias.relay",
      /the first word is a command: did you mean `passcope run`\?/,
    ],
    ["--passes x", /the first word is a command/],
    ["run --frobnicate", /run has no option --frobnicate\n/],
  ]) {
    assert.match(passcope(line.split(" ")).err, advice);
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
    [["list", "ops", "--color=blue"], /--color takes auto, always or never, not 'blue'/],
    [["completion"], /name a shell: bash, zsh or fish/],
    [["completion", "tcsh"], /name a shell/],
    [["man", "run"], /man takes no words/],
    [["print"], /name one file/],
  ];
  for (const [args, message] of cases) {
    const { code, out, err } = passcope(args);
    assert.match(err, message);
    assert.equal(code, 2, args.join(" "));
    assert.equal(out, "");
  }
});
