// `passcope bisect`, `passcope reduce` and the related options of `passcope run`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownFolder, passcope, program, writeProgram } from "./cli.mjs";
import { spawnSync } from "node:child_process";

const folder = ownFolder();
const file = writeProgram(folder);
const passes = ["--passes", "InferType; Sequential{FoldConstant, FastMath, FuseOps}"];
const level = ["--opt-level", "4"];

test("run compares values after each pass", () => {
  const { code, out, err } = passcope(["run", file, ...passes, ...level, "--verify-values"]);
  assert.equal(err, "");
  assert.equal(code, 0);
  assert.match(out, /^ {2}FastMath: same$/m);
  assert.match(out, /^ {2}FoldConstant: unchanged$/m);
  assert.match(out, /^no differences$/m);
  // Without other options, it prints nothing if nothing differs.
  const quiet = passcope(["run", file, ...passes, ...level, "--verify-stop", "--verify-seed", "7"]);
  assert.deepEqual([quiet.code, quiet.out, quiet.err], [0, "", ""]);
  assert.equal(passcope(["run", file, "--verify-seed", "x"]).code, 2);
});

test("run stops at a limit of executions and tells which it ran", () => {
  const { code, out, err } = passcope(["run", file, ...passes, ...level, "--opt-bisect-limit=1"]);
  assert.equal(code, 0);
  assert.match(out, /tanh/);
  assert.equal(
    err,
    "BISECT: running pass (1) FoldConstant on function (main)\n" +
      "BISECT: NOT running pass (2) FastMath on function (main)\n" +
      "BISECT: NOT running pass (3) FuseOps on function (main)\n",
  );
});

test("bisect names the execution and a command that shows it again", () => {
  const asked = ["bisect", file, ...passes, ...level, "--test", "op=fast_tanh"];
  const { code, out, err } = passcope(asked);
  assert.equal(code, 0);
  assert.match(
    out,
    /^the failing pass is FastMath on @main, execution 2 of 3: fast_tanh is called$/m,
  );
  assert.match(out, /^\+.*fast_tanh/m);
  assert.match(err, /^run 1: all executions$/m);
  const command = /^ {2}passcope (run .*)$/m.exec(out)?.[1] ?? "";
  const again = spawnSync("sh", ["-c", `"$0" ${command}`, program], { encoding: "utf8" });
  assert.match(again.stdout, /fast_tanh/);

  const json = JSON.parse(passcope([...asked, "--json"]).out);
  assert.equal(json.limit, 2);
  assert.equal(json.execution.pass, "FastMath");
  assert.equal(json.outcome, "found");

  const values = passcope(["bisect", file, ...passes, ...level]);
  assert.equal(values.code, 1);
  assert.equal(values.out, "the test does not fail after the whole pipeline\n");
  assert.equal(passcope(["bisect", file, ...passes, "--test", "valeus"]).code, 1);
  assert.equal(passcope(["bisect", file, ...passes, "--rtol", "-1"]).code, 2);
});

test("reduce prints the program and the passes that are left", () => {
  const asked = ["reduce", file, ...passes, ...level, "--test", "op=fast_tanh", "--seconds", "0"];
  const { code, out, err } = passcope(asked);
  assert.equal(code, 0);
  assert.equal(
    out.replaceAll(/ \/\* ty=[^*]*\*\//g, ""),
    `#[version = "0.0.5"]
def @main(%in0: Tensor[(1, 1), float32]) -> Tensor[(1, 1), float32] {
  tanh(%in0)
}

`,
  );
  assert.match(err, /^1 of 4 calls and 1 of 4 passes are left$/m);
  assert.match(err, /passcope run FILE --passes 'Sequential\{FastMath\}' --opt-level 4$/m);
  const json = JSON.parse(passcope([...asked, "--json"]).out);
  assert.equal(json.passes, "Sequential{FastMath}");
  assert.deepEqual(json.kept, [false, false, true, false]);
  assert.equal(json.callsAfter, 1);
  const none = passcope(["reduce", file, ...passes, "--test", "op=nn.conv2d"]);
  assert.equal(none.code, 1);
  assert.match(none.err, /the test does not fail on this program/);
});
