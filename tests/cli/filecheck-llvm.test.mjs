// Random check lines, compared with LLVM's FileCheck if it is installed (Debian: llvm-14-tools, llvm-19-tools).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeRandom } from "../../scripts/lib/random.mjs";
import { ownFolder, passcope } from "./cli.mjs";

const folder = ownFolder();

const fileCheck = [
  "FileCheck",
  ...[19, 18, 17, 16, 15, 14].map((version) => `FileCheck-${version}`),
].find((name) => spawnSync(name, ["--version"]).status === 0);

const program = `#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  %1 = tanh(%0);
  %2 = add(%1, %y);
  %3 = fn (%a: Tensor[(2, 3), float32]) {
    %4 = exp(%a);
    tanh(%4)
  };
  %5 = %3(%2);
  add(%5, %2)
}
`;

/** The text that check lines are compared with. */
function textOf() {
  const file = path.join(folder, "whole.relay");
  writeFileSync(file, `// RUN: InferType --exact\n${program}`);
  assert.equal(passcope(["test", file, "--update"]).code, 0);
  const checks = readFileSync(file, "utf8").matchAll(/^\/\/ CHECK(?:-NEXT)?: (.*)$/gm);
  return [...checks].map(([, line]) => `${line}\n`).join("");
}

/** Random check lines about a text. */
function checksOf(seed, text) {
  const random = makeRandom(seed);
  const below = (end) => Math.floor(random() * end);
  const one = (list) => list[below(list.length)];
  const lines = text.trimEnd().split("\n");
  let at = 0;
  const piece = () => {
    // Mostly lines in their order, so that some checks pass.
    if (random() < 0.85) at = Math.min(lines.length - 1, at + one([0, 1, 1, 1, 2]));
    else at = below(lines.length);
    const line = lines[at];
    const begin = below(line.length);
    const part = line.slice(begin, begin + 2 + below(14)).trim();
    if (part === "") return line.trim().slice(0, 5);
    if (random() < 0.1) return `${part}zz`;
    return part;
  };
  const pattern = () => {
    const roll = random();
    // In LLVM's regular expressions, "{" at the start is no mistake.
    if (roll < 0.15) return `${piece().replace(/[{ ]+$/, "")}{{.*}}`;
    if (roll < 0.25) return "[[V:%[0-9]+]] =";
    if (roll < 0.3) return "([[V]]";
    if (roll < 0.35) return "{{^ *}}%[[N:[0-9]]]";
    return piece();
  };
  // FileCheck refuses -NEXT after -DAG if there is no plain check line before them.
  const checks = [`// CHECK: ${piece()}`];
  for (let i = 0, count = 1 + below(6); i < count; i += 1) {
    const kind = one([
      "",
      "",
      "-NEXT",
      "-NEXT",
      "-SAME",
      "-NOT",
      "-DAG",
      "-DAG",
      "-LABEL",
      "-EMPTY",
      "-COUNT-2",
    ]);
    if (kind === "-EMPTY") checks.push("// CHECK-EMPTY:");
    else checks.push(`// CHECK${kind}: ${kind === "-LABEL" ? piece() : pattern()}`);
  }
  // For FileCheck, the end of the text is an empty line.
  if (checks.at(-1).includes("-EMPTY")) checks.push(`// CHECK: ${piece()}`);
  return checks.join("\n");
}

test("passes and fails what FileCheck passes and fails", (t) => {
  if (fileCheck === undefined) return t.skip("FileCheck is not installed");
  const text = textOf();
  const input = path.join(folder, "input.txt");
  writeFileSync(input, text);
  const own = mkdtempSync(path.join(folder, "random-"));
  const count = Number(process.env.PASSCOPE_FILECHECK_CASES ?? 150);
  const files = [];
  for (let seed = 0; seed < count; seed += 1) {
    const file = path.join(own, `${String(seed).padStart(6, "0")}.relay`);
    writeFileSync(file, `// RUN: InferType\n${program}\n${checksOf(seed, text)}\n`);
    files.push(file);
  }
  const { out } = passcope(["test", own, "--dump-input=never"]);
  const results = new Map(
    [...out.matchAll(/^(ok|not ok) \d+ - (.*)$/gm)].map(([, result, name]) => [
      name,
      result === "ok",
    ]),
  );
  let passed = 0;
  const different = [];
  for (const file of files) {
    const theirs = spawnSync(fileCheck, [file, `--input-file=${input}`], { encoding: "utf8" });
    if (theirs.status === 0) passed += 1;
    if ((theirs.status === 0) !== results.get(file)) {
      different.push(
        `${readFileSync(file, "utf8").split("}\n\n")[1]}FileCheck: ${theirs.stderr || "passes"}`,
      );
    }
  }
  assert.deepEqual(different, []);
  // Both kinds of results occur.
  assert.ok(passed > count / 10 && passed < count * 0.9, `${passed} of ${count} pass`);
});
