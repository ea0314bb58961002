// Every example runs and prints what it says.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { golden, parseOpDiff, root, withoutTimes } from "../cli/cli.mjs";

/** The sanitised build; PASSCOPE_BUILD names another folder. */
const build = process.env.PASSCOPE_BUILD ?? `${root}build/debug`;

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    timeout: 120_000,
  });
  if (error) throw error;
  assert.equal(status, 0, stderr);
  return stdout;
}

/** What both programs of the pipeline print: two profiles, the op changes, the start of the module. */
function checkPipeline(output) {
  const text = withoutTimes(output);
  assert.ok(text.startsWith(golden("instrument.timing_profile.txt")));
  assert.ok(text.includes(`\n${golden("instrument.timing_profile_layout.txt")}`));
  const diffs = text.split("\n").filter((line) => line.startsWith("["));
  assert.deepEqual(parseOpDiff(diffs.join("\n")), JSON.parse(golden("instrument.op_diff.json")));
  assert.ok(text.includes(golden("instrument.resnet18_nhwc.relay").slice(0, 150)));
}

test("C++: the layout pipeline", () => {
  checkPipeline(run(`${build}/example_layout_pipeline`, []));
});

test("Node: the layout pipeline", () => {
  checkPipeline(run(process.execPath, ["examples/node/layout_pipeline.mjs"]));
});

test("Node: an instrument of one's own", () => {
  const text = run(process.execPath, ["examples/node/own_instrument.mjs"]);
  const [passes, program] = text.split("#[version");
  assert.equal(
    passes,
    [
      "sequential: 3 calls",
      "  InferType: 3 calls",
      "  InferType done: 3 calls",
      "  CanonicalizeOps: 3 calls",
      "    InferType: 4 calls",
      "    InferType done: 4 calls",
      "  CanonicalizeOps done: 4 calls",
      "sequential done: 4 calls",
      "",
    ].join("\n"),
  );
  assert.match(program, /expand_dims/);
});

test("Node: an accelerator of one's own", () => {
  const text = run(process.execPath, ["examples/node/accelerator.mjs"]);
  const functions = text.match(/^tvmgen_resnet_accel_main_\d+:$/gm) ?? [];
  assert.ok(functions.length > 4);
  // All 21 convolutions, and what is left computes none.
  assert.equal(text.match(/^ {2}accel\.conv(_relu)? -> /gm)?.length, 21);
  assert.ok(!text.slice(text.indexOf("left to the processor")).includes("conv2d"));
});

test("every example for Node has a test", () => {
  assert.deepEqual(readdirSync(`${root}examples/node`).sort(), [
    "accelerator.mjs",
    "annotate_spans.mjs",
    "layout_pipeline.mjs",
    "own_instrument.mjs",
    "use_pass_infra.mjs",
    "use_pass_instrument.mjs",
  ]);
});

describe("the commands of examples/relay/README.md", () => {
  const readme = readFileSync(`${root}examples/relay/README.md`, "utf8");
  const commands = readme
    .split("\n")
    .filter((line) => line.startsWith("    build/native/passcope "))
    .map((line) => line.trim().replace("build/native/passcope", `"${build}/passcope"`));
  assert.ok(commands.length >= 4);
  const output = new Map();
  for (const command of commands) {
    const name = command.replace(/^"[^"]*" /, "");
    test(name, () => {
      output.set(name, run("sh", ["-c", command]));
      assert.ok(output.get(name) !== "" || name.includes("--trace"));
    });
  }
  test("use every file, and print what the text says", () => {
    for (const file of readdirSync(`${root}examples/relay`)) {
      if (file.endsWith(".relay")) assert.ok(readme.includes(file), file);
    }
    const texts = [...output.values()];
    assert.match(texts[0], /\[0, 'FoldConstant', \{'add': -1\}\]/);
    assert.match(texts[1], /\tConvertLayout: .*'layout_transform': /s);
    assert.match(texts[3], /-> Tensor\[\(1, 8, 32, 32\), float32\]/);
    assert.ok(existsSync(`${root}build/conv_bias.chrome.json`));
  });
});
