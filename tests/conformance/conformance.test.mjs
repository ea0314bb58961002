// The recorded answers of TVM, when they are there: no group may lose a record that it once passed.
//
// PASSCOPE_CONFORMANCE names the folder (default: ../shared/conformance beside the project). After an
// improvement, `UPDATE=1 node --test tests/conformance` writes the new counts.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { passcope, root } from "../cli/cli.mjs";

const folder = process.env.PASSCOPE_CONFORMANCE ?? path.join(root, "..", "shared", "conformance");
const visible = path.join(folder, "visible");
const baseline = path.join(root, "tests/conformance/passed.json");

if (!existsSync(visible)) {
  test("recorded answers of TVM", { skip: `there are none in ${folder}` }, () => {});
} else {
  const files = readdirSync(visible).filter((name) => name.endsWith(".jsonl"));
  const { out, err, code } = passcope([
    "conform",
    ...files.map((name) => path.join(visible, name)),
    "--json",
  ]);
  assert.ok(code === 0 || code === 1, err);
  const { groups } = JSON.parse(out);
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
