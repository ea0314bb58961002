// The missing requirements that setup finds, and its messages.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { groups, missing, requirements } from "../lib/requirements.mjs";
import { root } from "../lib/run.mjs";
import { suites, toolsOf } from "../lib/suites.mjs";
import { explainMissing, matchesLock } from "../setup.mjs";

test("only a group's own requirements are missing", () => {
  const all = [
    { what: "a", debian: ["a"], groups: ["wasm"], present: () => false },
    { what: "b", debian: ["b"], groups: ["wasm"], present: () => true },
    { what: "c", debian: ["c"], groups: ["units"], present: () => false },
  ];
  assert.deepEqual(
    missing(["wasm"], all).map((item) => item.what),
    ["a"],
  );
});

/** The Debian packages for a group on an empty machine. */
const packages = (...needed) =>
  requirements
    .filter((item) => item.groups.some((group) => needed.includes(group)))
    .flatMap((item) => item.debian);

test("every requirement belongs to groups that exist", () => {
  for (const item of requirements) {
    assert.ok(item.groups.length > 0, item.what);
    for (const group of item.groups) assert.ok(groups.includes(group), group);
  }
});

test("what only tests or benchmarks need is asked for by them alone", () => {
  // The packages for `npm start` and `npm run build`.
  for (const name of [
    "catch2",
    "libbenchmark-dev",
    "chromium-headless-shell",
    "clang-tidy-14",
    "clang-14",
  ]) {
    assert.ok(!packages("wasm").includes(name), name);
  }
  for (const name of [
    "catch2",
    "libbenchmark-dev",
    "chromium-headless-shell",
    "libclang-rt-14-dev",
    "emscripten",
  ]) {
    assert.ok(!packages("native").includes(name), name);
  }
  const ofTests = packages(...toolsOf(suites.filter((suite) => !suite.optIn)));
  for (const name of [
    "catch2",
    "chromium-headless-shell",
    "clang-format-14",
    "libclang-rt-14-dev",
    "emscripten",
  ]) {
    assert.ok(ofTests.includes(name), name);
  }
  for (const name of ["libbenchmark-dev", "clang-tidy-14"])
    assert.ok(!ofTests.includes(name), name);
  const of = (name) => toolsOf(suites.filter((suite) => suite.name === name));
  assert.deepEqual(of("format"), ["format"]);
  assert.deepEqual(of("scripts"), []);
  assert.deepEqual(of("units"), ["native", "sanitize", "units"]);
  assert.deepEqual(of("cli-node"), ["wasm"]);
  assert.deepEqual(of("pages"), ["wasm", "page"]);
  assert.deepEqual(of("views"), ["wasm", "page"]);
});

test("the explanation names every package and the command", () => {
  const text = explainMissing([
    { what: "Ninja", debian: ["ninja-build"] },
    { what: "a compiler", debian: ["clang-14", "g++"] },
  ]);
  assert.match(text, /Ninja \(Debian: ninja-build\)/);
  assert.match(text, /apt-get install -y --no-install-recommends ninja-build clang-14 g\+\+/);
});

test("without rights and tools, setup explains and fails", () => {
  const script = path.join(root, "scripts", "setup.mjs");
  const result = spawnSync(process.execPath, [script, "native"], {
    encoding: "utf8",
    env: { PATH: "/nonexistent", CI: "true" },
  });
  assert.equal(result.status, 1);
  assert.match(result.stderr, /CMake 3\.21 or newer \(Debian: cmake\)/);
  assert.match(result.stderr, /Ninja \(Debian: ninja-build\)/);
});

const lock = {
  packages: {
    "": { version: "1" },
    web: { version: "1" },
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b-darwin": { version: "1.0.0", optional: true },
  },
};

test("an installation that follows the lock file is kept", () => {
  assert.ok(matchesLock(lock, { packages: { "node_modules/a": { version: "1.0.0" } } }));
});

test("another version or an absent package is installed again", () => {
  assert.ok(!matchesLock(lock, { packages: { "node_modules/a": { version: "1.0.1" } } }));
  assert.ok(!matchesLock(lock, { packages: {} }));
});

test("the commands load before any package is installed", () => {
  const waiting = ["test", "start", "build", "setup"].map((name) =>
    path.join(root, `scripts/${name}.mjs`),
  );
  /** @type {Set<string>} */
  const seen = new Set(waiting);
  const packages = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const [head = ""] = readFileSync(file, "utf8").split(/^(?:const|export|function|async) /m);
    for (const [, from = ""] of head.matchAll(/^import\b[^;"]*"([^"]+)";/gm)) {
      if (from.startsWith(".")) {
        const next = path.resolve(path.dirname(file), from);
        if (!seen.has(next)) waiting.push(next);
        seen.add(next);
      } else if (!from.startsWith("node:")) packages.push(`${path.relative(root, file)}: ${from}`);
    }
  }
  assert.ok(seen.size > 10);
  assert.deepEqual(packages, []);
});
