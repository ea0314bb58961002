// The examples that replay tutorials, in each language. Every cell must equal TVM's output.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { golden, parseOpDiff, root, withoutTimes } from "../cli/cli.mjs";
import { cells, renumbered, withoutLabels } from "./cells.mjs";

/** The sanitised build. PASSCOPE_BUILD names another folder. */
const build = process.env.PASSCOPE_BUILD ?? `${root}build/debug`;

/** For each language: the command for an example, its notation of operator differences, and its input for ResNet-18. */
const languages = {
  "C++": {
    command: (name) => [`${build}/example_${name}`],
    parseDiff: parseOpDiff,
    torchvision: "tests/golden/tutorials/spans.torchvision_resnet18.relay",
  },
  Node: {
    command: (name) => [process.execPath, `examples/node/${name}.mjs`],
    parseDiff: (text) => text.split("\n").map((line) => JSON.parse(line)),
    torchvision: "examples/torchscript/resnet18.pt",
  },
};

/** Tests that each cell of an example equals the golden text of its name, after `compare` has normalised both. */
function checkCells(output, names, compare = (text) => text) {
  for (const name of names) {
    test(name, () => {
      assert.equal(compare(output.get(name)), compare(golden(`${name}.relay`)));
    });
  }
}

for (const [language, { command, parseDiff, torchvision }] of Object.entries(languages)) {
  describe(language, () => {
    /** The output of an example, by cell. */
    function run(name, args = []) {
      const [program, ...before] = command(name);
      const { status, stdout, stderr, error } = spawnSync(program, [...before, ...args], {
        cwd: root,
        encoding: "utf8",
        maxBuffer: 1 << 26,
        timeout: 120_000,
      });
      if (error) throw error;
      assert.equal(status, 0, stderr);
      return cells(stdout);
    }

    describe("use_pass_infra", () => {
      const output = run("use_pass_infra");
      const log = JSON.parse(golden("infra.print_ir_log.json"));
      checkCells(
        output,
        [...output.keys()].filter((name) => !/print_ir_(log|pass)$/.test(name)),
      );
      test("what the instrument and PrintIR see", () => {
        const text = log.map(({ info, ir }) => `Running pass: {} ${info}\n${ir}\n`).join("");
        assert.equal(output.get("infra.print_ir_log"), text);
        const { ir } = log.find(({ pass }) => pass === "PrintIR");
        assert.equal(output.get("infra.print_ir_pass"), `PrintIR():\n${ir}`);
      });
      test("no cell is missing", () => assert.equal(output.size, 11));
    });

    describe("use_pass_instrument", () => {
      const output = run("use_pass_instrument");
      checkCells(
        output,
        [...output.keys()].filter((name) => name.startsWith("instrument.resnet18")),
      );
      test("the profiles", () => {
        for (const [cell, file] of [
          ["timing_profile", "timing_profile"],
          ["timing_profile.current", "timing_profile"],
          ["timing_profile_layout", "timing_profile_layout"],
        ]) {
          const text = withoutTimes(output.get(`instrument.${cell}`));
          assert.equal(text, golden(`instrument.${file}.txt`));
        }
      });
      test("the differences of operators", () => {
        assert.deepEqual(
          parseDiff(output.get("instrument.op_diff")),
          JSON.parse(golden("instrument.op_diff.json")),
        );
      });
      test("hooks that throw", () => {
        const hooks = Object.entries(JSON.parse(golden("instrument.hooks.json")));
        for (const [name, lines] of hooks) {
          assert.deepEqual(output.get(`instrument.hooks.${name}`), lines.join("\n"), name);
        }
        assert.equal(output.size, 8 + hooks.length);
      });
    });

    describe("annotate_spans", () => {
      const output = run("annotate_spans", [torchvision]);
      const names = [...output.keys()];
      checkCells(
        output,
        names.filter((name) => /clip|initial|annotated|workload|torchvision/.test(name)),
      );
      checkCells(output, ["spans.timing.anf", "spans.timing.infer"], renumbered);
      checkCells(
        output,
        names.filter((name) => /compat\.(optimized|final)/.test(name)),
        withoutLabels,
      );
      test("the profile", () => {
        const text = withoutTimes(output.get("spans.timing.profile"));
        assert.equal(text, golden("spans.timing.profile.txt"));
      });
      test("no cell is missing", () => assert.equal(names.length, 15));
    });
  });
}

test("every C++ example has a test", () => {
  assert.deepEqual(readdirSync(`${root}examples/cpp`).sort(), [
    "annotate_spans.cc",
    // These are tested in examples.test.mjs, with their counterparts for Node.
    "layout_pipeline.cc",
    "use_pass_infra.cc",
    "use_pass_instrument.cc",
  ]);
});
