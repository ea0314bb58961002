// examples/ci: an unchanged run passes, also its times, and a removed pass fails with the right sentence.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { program, root } from "../cli/cli.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-ci-"));
after(() => rmSync(folder, { recursive: true, force: true }));
cpSync(`${root}examples/ci`, path.join(folder, "ci"), { recursive: true });
cpSync(`${root}examples/onnx`, path.join(folder, "onnx"), { recursive: true });

/** PASSCOPE_CHECK_RUNS sets how often the unchanged run is repeated; 100 takes some minutes. */
const runs = Number(process.env.PASSCOPE_CHECK_RUNS ?? 5);

function check(...args) {
  const env = { ...process.env, PASSCOPE: program, GITHUB_ACTIONS: "" };
  const script = path.join(folder, "ci/check.sh");
  const { status, stdout, stderr } = spawnSync(script, args, { encoding: "utf8", env });
  assert.equal(stderr, "");
  return { code: status, out: stdout };
}

test("the example is as recorded", () => {
  const { code, out } = check("--no-times", "--strict");
  assert.equal(out, "4 pipelines were compared with passcope.baseline.json: 0 errors\n");
  assert.equal(code, 0);
});

test(`an unchanged run passes ${runs} times`, () => {
  // The times of this build.
  assert.equal(check("--update").code, 0);
  for (let i = 0; i < runs; i += 1) {
    const { code, out } = check("--strict");
    assert.equal(code, 0, `run ${i + 1}: ${out}`);
  }
});

test("a removed FoldConstant fails with the operators that it leaves", () => {
  const pipelines = path.join(folder, "ci/pipelines.txt");
  const before = readFileSync(pipelines, "utf8");
  writeFileSync(pipelines, before.replace("FoldConstant, FuseOps", "FuseOps"));
  const { code, out } = check("--no-times");
  assert.equal(code, 1);
  assert.match(
    out,
    /^classifier\.relay, pipeline 'deploy'\n.*\n {2}error: FoldConstant no longer runs: 2 more operators after FuseOps$/m,
  );
  writeFileSync(pipelines, before);
});
