// Compares the engine with TVM's recorded answers, if they are available. No group may lose a record that it once
// passed.
//
// PASSCOPE_CONFORMANCE names the folder (default: ../shared/conformance beside the project). After an improvement,
// `UPDATE=1 node --test tests/conformance` writes the new counts.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { conformProgram } from "./program.mjs";
import { root } from "../cli/cli.mjs";

const folder = process.env.PASSCOPE_CONFORMANCE ?? path.join(root, "..", "shared", "conformance");
const visible = path.join(folder, "visible");
const baseline = path.join(root, "tests/conformance/passed.json");
const exceptions = path.join(root, "tests/conformance/exceptions.json");

/** Distributes the files to `count` lists of about the same size. */
function spread(files, count) {
  const size = (file) => statSync(file).size;
  const lists = Array.from({ length: count }, () => ({ files: [], bytes: 0 }));
  for (const file of files.sort((a, b) => size(b) - size(a))) {
    const least = lists.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.files.push(file);
    least.bytes += size(file);
  }
  return lists.map((list) => list.files).filter((list) => list.length > 0);
}

/** The counts of `passcope_conform --json` per group for all files. It runs one process per core. */
async function conform(files) {
  const runs = spread(files, os.availableParallelism()).map(
    (list) =>
      new Promise((resolve, reject) => {
        const args = [...list, "--json", "--exceptions", exceptions];
        execFile(
          conformProgram,
          args,
          { cwd: root, maxBuffer: 1 << 28 },
          (error, stdout, stderr) => {
            // Exit code 1 means that records fail.
            if (error && error.code !== 1) reject(new Error(`${error.message}\n${stderr}`));
            else resolve(JSON.parse(stdout).groups);
          },
        );
      }),
  );
  const sum = {};
  for (const groups of await Promise.all(runs)) {
    for (const [name, { passed }] of Object.entries(groups)) {
      sum[name] = { passed: (sum[name]?.passed ?? 0) + passed };
    }
  }
  return sum;
}

if (!existsSync(visible)) {
  test("recorded answers of TVM", { skip: `there are none in ${folder}` }, () => {});
} else {
  const groups = await conform(
    readdirSync(visible)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => path.join(visible, name)),
  );
  if (process.env.UPDATE) {
    const counts = Object.entries(groups).map(([name, { passed }]) => [name, passed]);
    writeFileSync(baseline, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`);
  }
  for (const [name, passed] of Object.entries(JSON.parse(readFileSync(baseline, "utf8")))) {
    test(`${name}: at least ${passed} records`, () => {
      assert.ok(groups[name], `${folder} has no group ${name}`);
      assert.ok(groups[name].passed >= passed, `${groups[name].passed} pass`);
    });
  }
}
