// Files that the command line cannot read or write.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ownFolder, passcope, program, root, writeProgram } from "./cli.mjs";

const folder = ownFolder();
const small = writeProgram(folder);
// A device without space.
const full = "/dev/full";
const skip = existsSync(full) ? false : `there is no ${full}`;

test("a text has a greatest size", () => {
  // The file has no data, so it takes no space.
  const large = path.join(folder, "large.relay");
  writeFileSync(large, "");
  truncateSync(large, 2 ** 30 + 1);
  const { code, err } = passcope(["print", large]);
  assert.equal(code, 1);
  assert.match(err, /large\.relay' is larger than the limit of 1024 MiB for a text/);
});

test("the command line reports a full disk", { skip }, () => {
  const { code, err } = passcope(["run", small, "--passes", "FuseOps", "--trace", full]);
  assert.equal(code, 1);
  assert.match(err, /cannot write '\/dev\/full': /);
});

test("the command line reports a full disk behind the standard output", { skip }, () => {
  const output = openSync(full, "w");
  const { status, stderr } = spawnSync(program, ["print", small], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", output, "pipe"],
  });
  closeSync(output);
  assert.equal(status, 1);
  assert.match(stderr, /cannot write to standard output: /);
});
