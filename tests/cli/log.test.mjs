// `passcope log`: logs of other compilers.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { ownFolder, passcope } from "./cli.mjs";

const folder = ownFolder();

const mlir = (what, text) => `// -----// IR Dump ${what} //----- //\n${text}\n\n`;
const func = (body) => `func.func @f(%arg0: i32) -> i32 {\n${body}\n}`;
const added = func("  %0 = arith.addi %arg0, %arg0 : i32\n  return %0 : i32");
const renamed = func("  %sum = arith.addi %arg0, %arg0 : i32\n  return %sum : i32");
const shifted = func(
  "  %c1 = arith.constant 1 : i32\n  %0 = arith.shli %arg0, %c1 : i32\n  return %0 : i32",
);

const log =
  mlir("Before Canonicalizer (canonicalize)", added) +
  mlir("After Canonicalizer (canonicalize)", renamed) +
  mlir("Before Strength (strength)", renamed) +
  mlir("After Strength (strength)", shifted);

/** Writes a log into the folder of the test; returns its path. */
function write(name, content) {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const rows = (args, input) => JSON.parse(passcope(["log", "--json", ...args], input).out);

test("prints the passes that changed something", () => {
  const { code, out } = passcope(["log", "-"], log);
  assert.equal(code, 0);
  assert.match(out, /^MLIR: 2 passes, 1 changed something$/m);
  assert.match(out, /^ +2 {2}strength +f +\+2 -1 +3 -> 4$/m);
  assert.doesNotMatch(out, /canonicalize/);
  assert.match(passcope(["log", "--all", "-"], log).out, /^ +1 {2}canonicalize +f +-$/m);
});

test("prints JSON with the fields of each pass", () => {
  const expected = {
    format: "mlir",
    passes: [
      {
        name: "Canonicalizer",
        argument: "canonicalize",
        unit: "",
        status: "ran",
        lines: 4,
        changed: false,
      },
      {
        name: "Strength",
        argument: "strength",
        unit: "",
        status: "ran",
        lines: 5,
        changed: true,
      },
    ],
  };
  assert.deepEqual(rows([write("a.log", log)]), expected);
  assert.deepEqual(rows([], log), expected);
});

test("reads compressed files, folders and archives", () => {
  const text = rows(["-"], log);
  assert.deepEqual(rows([write("a.log.gz", gzipSync(log))]), text);
  // Two members, and one that is cut off.
  const half = log.indexOf("// -----// IR Dump Before Strength");
  const members = Buffer.concat([gzipSync(log.slice(0, half)), gzipSync(log.slice(half))]);
  assert.deepEqual(rows([write("b.log.gz", members)]), text);
  assert.equal(passcope(["log", write("c.log.gz", gzipSync(log).subarray(0, -12))]).code, 0);
  mkdirSync(path.join(folder, "dumps"));
  write("dumps/10_b.txt", "y\n");
  write("dumps/9_a.txt", "x\n");
  const { format, passes } = rows([path.join(folder, "dumps")]);
  assert.equal(format, "numbered");
  assert.deepEqual(
    passes.map((pass) => pass.name),
    ["a", "b"],
  );
});

test("--diff, --ops and --function show what changed", () => {
  const { out } = passcope(["log", "--diff", "2", "-"], log);
  assert.match(out, /^-\s+%sum = arith\.addi/m);
  assert.match(out, /^\+\s+%0 = arith\.shli/m);
  assert.doesNotMatch(out, /^[-+]\s+return/m);
  assert.match(passcope(["log", "--diff", "1", "-"], log).out, /it changed nothing/);
  assert.match(passcope(["log", "--ops", "-"], log).out, /^ +arith\.addi {2}1 -> 0$/m);
  assert.match(passcope(["log", "--function", "f", "-"], log).out, /strength/);
  assert.doesNotMatch(passcope(["log", "--function", "g", "-"], log).out, /strength/);
  const { code, err } = passcope(["log", "--diff", "3", "-"], log);
  assert.equal(code, 2);
  assert.match(err, /--diff takes the number of a pass, 1 to 2, not 3/);
});

test("--search finds the first and the last pass with a text", () => {
  for (const expression of ["arith.shli", "arith\\.sh[a-z]+"]) {
    const { out } = passcope(["log", "--search", expression, "-"], log);
    assert.match(out, /^first +2 {2}strength +f +0 -> 1$/m);
  }
  assert.match(passcope(["log", "--search", "nothing", "-"], log).out, /no text of the log/);
  const { code, err } = passcope(["log", "--search", "(", "-"], log);
  assert.equal(code, 2);
  assert.match(err, /is not a regular expression/);
});

test("two logs are compared up to renumbering", () => {
  const a = write("first.log", log);
  const b = write(
    "second.log",
    mlir("Before Canonicalizer (canonicalize)", renamed) +
      mlir("After Canonicalizer (canonicalize)", added) +
      mlir("Before CSE (cse)", added) +
      mlir("After CSE (cse)", added) +
      mlir("Before Strength (strength)", added) +
      mlir("After Strength (strength)", added),
  );
  const { code, out } = passcope(["log", a, b]);
  assert.equal(code, 1);
  assert.match(out, /^only in B +- +2 {2}cse/m);
  assert.match(out, /^the programs first differ after pass 2 of A, 3 of B: strength$/m);
  assert.equal(passcope(["log", a, a]).code, 0);
  assert.equal(rows([a, b]).first, 2);
});

test("--banner reads a format of the user's own", () => {
  const own = "== after fold on f ==\nx = 1\n== after sink on f ==\nx = 2\n";
  const banner = String.raw`^== (?<phase>\w+) (?<pass>\w+) on (?<unit>\w+) ==$`;
  const { format, passes } = rows(["--banner", banner, "-"], own);
  assert.equal(format, "custom");
  assert.deepEqual(
    passes.map(({ name, unit, changed }) => [name, unit, changed]),
    [
      ["fold", "f", false],
      ["sink", "f", true],
    ],
  );
  assert.match(passcope(["log", "--banner", "x", "-"], own).err, /needs a group/);
});

test("names cannot control the terminal", () => {
  const hostile = mlir("After P\u001B]0;x\u0007 (p\u202E)", added);
  for (const args of [
    ["log", "--all", "-"],
    ["log", "--all", "--color", "always", "-"],
  ]) {
    const { out } = passcope(args, hostile);
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(out, /\u001B\]|\u0007|\u202E/);
    assert.match(out, /p\\u202e/);
  }
});

test("a file of something else is not a log", () => {
  const { code, out } = passcope(["log", "-"], "hello\n");
  assert.equal(code, 1);
  assert.match(out, /not understood: line 1: hello/);
  assert.equal(passcope(["log", path.join(folder, "missing")]).code, 1);
});
