// Names from files and arguments cannot control the terminal.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { model, node, tensor, value } from "../../scripts/lib/onnx.mjs";
import { archive } from "../../scripts/lib/torchscript.mjs";
import { ownFolder, passcope, sampled, writeProgram } from "./cli.mjs";

// Escape, bell, carriage return, backspace, delete; C1's forms of CSI and OSC; marks of direction; separators.
const odd = "\x1b[31mA\x1b]0;B\x07C\rD\bE\x7fF\x9b1mG\x9dH\u202eI\u2066J\u200fK\u061cL\u2028M";
const folder = ownFolder();
const file = (name, contents) => {
  const at = path.join(folder, name);
  writeFileSync(at, contents);
  return at;
};
const good = writeProgram(folder);
const head = '#[version = "0.0.5"]\n';

// Everything except line breaks, tabs, and the styles that --color asks for.
// eslint-disable-next-line no-control-regex
const controls = /(?![\n\t])[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
// eslint-disable-next-line no-control-regex
const styles = /\x1b\[(?:0|1|2|1;31|1;33|36|32|31|35)m/g;

let commands = 0;
function quiet(...args) {
  // The engine's texts are the same in Node; what writes them differs.
  if (!sampled(commands++, 8)) return "";
  const { code, out, err } = passcope(args);
  assert.ok(code === 0 || code === 1 || code === 2, `${args}: ${code}\n${err}`);
  for (const text of [out, err]) assert.doesNotMatch(text, controls, JSON.stringify(args));
  const coloured = passcope([...args, "--color", "always"]);
  for (const text of [coloured.out, coloured.err]) {
    assert.doesNotMatch(
      text.replaceAll(styles, ""),
      controls,
      `${JSON.stringify(args)} in colours`,
    );
  }
  // The name has no style of its own.
  assert.ok(!(coloured.out + coloured.err).includes("\x1b[31mA"));
  return out + err;
}

const npy = (descr, shape = "(2,)") => {
  const header = Buffer.from(
    `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }\n`,
  );
  const length = Buffer.alloc(2);
  length.writeUInt16LE(header.length);
  return Buffer.concat([Buffer.from("\x93NUMPY\x01\0", "latin1"), length, header, Buffer.alloc(8)]);
};

const onnx = (change) =>
  model({
    name: odd,
    opset: 13,
    inputs: [value(odd, [2])],
    outputs: [value(`${odd}y`, [2])],
    nodes: [
      node({ op: "Add", inputs: [odd, `${odd}w`], outputs: [`${odd}y`], name: odd, ...change }),
    ],
    weights: [tensor(`${odd}w`, [2], Float32Array.of(1, -1))],
  });

const reproducer = (stages, text) =>
  JSON.stringify({
    reproducer: 1,
    program: { text: text ?? `${head}def @main(%x: Tensor[(2), float32]) { tanh(%x) }` },
    stages,
  });

test("names in arguments", () => {
  assert.match(quiet(odd), /there is no command '\\u001b\[31mA\\u001b\]0;B\\u0007C\\u000dD/);
  for (const command of [
    "run",
    "bench",
    "compare",
    "check",
    "bisect",
    "reduce",
    "quantize",
    "print",
    "test",
    "conform",
  ]) {
    quiet(command, odd);
    quiet(command, good, `--${odd}`);
    quiet(command, good, "--passes", odd);
    quiet(command, "--model", odd);
  }
  quiet("list", odd);
  quiet("man", odd);
  quiet("completion", odd);
  const all = [good, "--passes", `Sequential{InferType}`];
  for (const option of [
    "--required",
    "--disabled",
    "--filter-passes",
    "--input",
    "--output",
    "--print-passes",
  ]) {
    quiet("run", ...all, option, odd);
  }
  quiet("run", good, "--passes", `FuseOps(x='${odd}')`);
  quiet("run", good, "--passes", `PrintIR(header='${odd}')`);
  quiet("compare", good, "--pipeline", `InferType, ${odd}`);
  const baseline = (name) => ["--baseline", path.join(folder, name)];
  const checked = ["check", good, "--pipeline", `${odd}=InferType`];
  quiet(...checked, ...baseline("none.json"));
  quiet(...checked, ...baseline("b.json"), "--update");
  quiet("check", ...baseline("b.json"), "--github");
  quiet("test", good, "--filter", odd);
});

test("names in models' files", () => {
  const named = file("named.onnx", onnx({}));
  for (const flags of [[], ["--meta-data"], ["--infer-type"], ["--no-freeze-params"]])
    quiet("print", named, ...flags);
  for (const report of [
    "--time",
    "--why",
    "--stats",
    "--remarks",
    "--op-diff",
    "--verify-values",
    "--print-after-all",
  ]) {
    quiet("run", named, "--passes", "InferType; FuseOps", report);
  }
  quiet("bench", named, "--number", "1", "--repeat", "1", "--profile-number", "1");
  quiet(
    "check",
    named,
    "--pipeline",
    "a=InferType",
    "--baseline",
    path.join(folder, "c.json"),
    "--update",
  );
  quiet("print", file("operator.onnx", onnx({ op: odd })));
  quiet("print", file("missing.onnx", onnx({ inputs: [odd, odd + odd] })));
  const script = archive({
    forward: `  def forward(self: __torch__.Model,\n    x: Tensor) -> Tensor:\n    return torch.${odd}(x, self.w)\n`,
    weights: { w: { shape: [1], values: Float32Array.of(2) } },
  });
  quiet("print", file("script.pt", script), "--shape", "x=2");
});

test("names in arrays", () => {
  quiet("run", good, "--input", `x=${file("type.npy", npy(odd))}`);
  quiet("run", good, "--input", file(`PK.npz`, Buffer.concat([Buffer.from("PK"), npy(odd)])));
});

test("names in programs and tests", () => {
  quiet("print", file("text.relay", `${head}def @main(%x: Tensor[(2), float32]) { ${odd} }`));
  quiet(
    "print",
    file(
      "string.relay",
      `${head}def @main(%x: Tensor[(2), float32], Name="${odd.replaceAll("\r", "")}") { %x }`,
    ),
  );
  quiet("print", file("operator.relay", `${head}def @main(%x: int32) { foo("${odd}") }`));
  quiet(
    "test",
    file(
      "check.relay",
      `// RUN: InferType\n// CHECK: ${odd}\n${head}def @main(%x: int32) { %x }\n`,
    ),
  );
  quiet(
    "test",
    file("run.relay", `// RUN: ${odd}\n// CHECK: fn\n${head}def @main(%x: int32) { %x }\n`),
  );
  mkdirSync(path.join(folder, odd));
  quiet("print", file(`${odd}/a.relay`, `${head}def @main(%x: int32) { tanh(%x) }`));
  quiet("print", file(`${odd}/b.relay`, `${head}def @main(%x: int32) { %y }`));
});

test("names in reproducers", () => {
  const passes = [{ name: odd, sequential: [{ name: "InferType" }] }];
  const named = file("named.json", reproducer([{ kind: "passes", passes }]));
  for (const report of [
    "--time",
    "--why",
    "--stats",
    "--remarks",
    "--op-diff",
    "--print-after-all",
    "--opt-bisect-limit=9",
  ]) {
    quiet("run", "--reproducer", named, report);
  }
  const printers = [
    { name: "PrintAfterAll" },
    { name: "OptBisect" },
    { name: "PassTimingInstrument" },
  ];
  quiet(
    "run",
    "--reproducer",
    file("printers.json", reproducer([{ kind: "passes", passes, instruments: printers }])),
  );
  quiet("compare", "--reproducer", named);
  for (const stage of [
    { kind: odd },
    { kind: "passes", passes: [{ name: odd }] },
    { kind: "passes", passes: [{ name: "FuseOps", options: { [odd]: 1 } }] },
    { kind: "passes", passes: [], config: { [odd]: odd } },
    { kind: "passes", passes: [], required: [odd] },
    { kind: "passes", passes: [], instruments: [{ name: odd }] },
    { kind: "passes", passes: [{ name: "x", code: odd }] },
    { kind: "edit", text: odd },
  ]) {
    quiet("run", "--reproducer", file("one.json", reproducer([stage])));
  }
  quiet("run", "--reproducer", file("broken.json", `{"${odd}`));
  const { out } = passcope(["run", "--reproducer", named, "--time", "--json"]);
  assert.doesNotMatch(out, controls);
  assert.equal(JSON.parse(out).profiles[0].name, odd);
});
