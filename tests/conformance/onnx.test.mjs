// Runs ONNX's own tests of operators, if they are available. At least 95 of 100 must pass, and only known ones may
// fail.
//
// PASSCOPE_ONNX_TESTS names the folder (default: ../shared/onnx-tests beside the project).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { program, root } from "../cli/cli.mjs";

const folder = process.env.PASSCOPE_ONNX_TESTS ?? path.join(root, "..", "shared", "onnx-tests");

/** Known failures: texts are not supported, and ONNX's own tests truncate bfloat16, which Passcope rounds. */
const known = /STRING|strnormalizer|tfidfvectorizer|FLOAT_to_BFLOAT16/;

/** The report of `passcope conform --json`. Its exit code is 1 if tests fail. */
function conform() {
  try {
    return JSON.parse(
      execFileSync(program, ["conform", folder, "--json"], {
        cwd: root,
        maxBuffer: 1 << 28,
      }).toString(),
    );
  } catch (error) {
    if (error.status !== 1) throw error;
    return JSON.parse(error.stdout.toString());
  }
}

if (!existsSync(folder)) {
  test("ONNX's tests of operators", { skip: `there are none in ${folder}` }, () => {});
} else {
  const report = conform();
  test("at least 95 of 100 of ONNX's tests pass", () => {
    const { passed, failed } = report;
    assert.ok(passed + failed > 0);
    assert.ok(passed >= 0.95 * (passed + failed), `${passed} passed, ${failed} failed`);
  });
  test("nothing fails but what is known", () => {
    const failures = report.tests
      .filter((outcome) => outcome.status === "failed" && !known.test(outcome.test))
      .map((outcome) => `${path.basename(outcome.test)}: ${outcome.reason}`);
    assert.deepEqual(failures, []);
  });
}
