// `passcope_conform` with records of this project.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { conform } from "./program.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "passcope-"));
after(() => rmSync(folder, { recursive: true }));

const relu = {
  kind: "parse",
  group: "parse",
  test: "relu",
  exact: true,
  source: '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) { nn.relu(%x) }',
  text:
    '#[version = "0.0.5"]\n' +
    "def @main(%x: Tensor[(2), float32] /* ty=Tensor[(2), float32] span=from_string:2:48 */) -> " +
    "Tensor[(2), float32] {\n" +
    "  nn.relu(%x) /* ty=Tensor[(2), float32] span=from_string:2:40 */\n}\n",
};
const records = [
  relu,
  { ...relu, test: "differs", text: relu.text.replace("nn.relu", "nn.gelu") },
  { ...relu, test: "unknown", source: relu.source.replace("nn.relu", "nn.no_such_operator") },
  { ...relu, test: "rejected", text: undefined, source: "def @main( {", error: "parse error" },
];
const file = path.join(folder, "records.jsonl");
writeFileSync(file, records.map((record) => JSON.stringify(record)).join("\n"));

test("counts per group and per operator, the sum last", () => {
  const { code, out } = conform([file]);
  assert.equal(code, 1);
  assert.match(out, /^parse +2 +1 +1 +0 +1 of 4$/m);
  assert.match(out, /^nn\.relu +1 +1 +0 /m);
  assert.match(out, /^nn\.no_such_operator +0 +0 +1 /m);
  assert.match(out, /\n2 passed, 2 failed\n$/);
});

test("--diff shows one failure, --list all", () => {
  const { out } = conform([file, "--diff", "1"]);
  assert.match(out, /^1\. .*records\.jsonl:2: failed \(parse, differs\)$/m);
  assert.match(out, /^ +3- .*nn\.gelu/m);
  assert.match(out, /^ +3\+ .*nn\.relu/m);
  assert.doesNotMatch(out, /^2\. /m);
  assert.match(conform([file, "--list"]).out, /^2\. .*not supported/m);
  assert.match(conform([file, "--diff", "9"]).out, /there are only 2 failures/);
});

test("--json has every record", () => {
  const report = JSON.parse(conform([file, "--json"]).out);
  assert.equal(report.passed, 2);
  assert.equal(report.failed, 2);
  assert.deepEqual(
    report.records.map(({ status }) => status),
    ["passed", "failed", "not supported", "passed"],
  );
  assert.deepEqual(report.records[0].operators, ["nn.relu"]);
  assert.equal(report.groups.parse.not_supported, 1);
  assert.match(report.records[1].difference, /nn\.gelu/);
});

test("all passed is exit code 0, no file is a mistake", () => {
  const good = path.join(folder, "good.jsonl");
  writeFileSync(good, JSON.stringify(relu));
  assert.equal(conform([good]).code, 0);
  assert.equal(conform([]).code, 2);
  assert.equal(conform([path.join(folder, "none.jsonl")]).code, 1);
  assert.equal(conform([file, "--diff", "0"]).code, 2);
});
