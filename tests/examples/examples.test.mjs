// Runs every example and checks its output.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { golden, parseOpDiff, root, withoutTimes } from "../cli/cli.mjs";

/** The sanitised build. PASSCOPE_BUILD names another folder. */
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

/**
 * Checks the output of both programs of the pipeline: two profiles, the operator changes, and the start of the module.
 */
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
  // All 21 convolutions are moved, and the rest of the program has none.
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

test("examples/relay/README.md uses every file", () => {
  const readme = readFileSync(`${root}examples/relay/README.md`, "utf8");
  for (const file of readdirSync(`${root}examples/relay`)) {
    if (file.endsWith(".relay")) assert.ok(readme.includes(file), file);
  }
});
