// The suites that changed files affect.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { namedSuites, reachedSuites } from "../lib/changed.mjs";
import { root } from "../lib/run.mjs";
import { suites } from "../lib/suites.mjs";

const all = suites.map((suite) => suite.name);

test("every row names suites that exist", () => {
  for (const name of namedSuites()) assert.ok(all.includes(name), name);
});

test("files reach what they are part of", () => {
  assert.deepEqual(reachedSuites([], all), []);
  assert.deepEqual(reachedSuites(["web/test/e2e/code.spec.ts"], all), [
    "format",
    "types",
    "eslint",
    "pages",
  ]);
  for (const file of ["web/test/views/hooks.view.test.ts", "web/src/features/ops/ops.view.test.ts"])
    assert.deepEqual(reachedSuites([file], all), ["format", "types", "eslint", "views"]);
  assert.deepEqual(reachedSuites(["tests/unit/ir/expr_test.cc"], all), [
    "format",
    "units-wasm",
    "units",
  ]);
  const engine = reachedSuites(["src/ir/expr.cc"], all);
  for (const name of [
    "units",
    "units-wasm",
    "cli",
    "conformance",
    "package",
    "web",
    "pages",
    "size",
  ]) {
    assert.ok(engine.includes(name), name);
  }
  assert.ok(!reachedSuites(["web/src/app.ts"], all).includes("units"));
});

test("documents reach the checks of documents", () => {
  for (const file of ["docs/style.md", "python/README.md", "web/learn/text/index.en.md"]) {
    const names = reachedSuites([file], all);
    assert.ok(names.includes("prose") && names.includes("scripts"), file);
  }
  for (const file of ["README.md", "docs/internals/ir.md", "python/README.md"]) {
    assert.ok(reachedSuites([file], all).includes("examples"), file);
  }
});

test("what builds everything, and what no row knows, reaches all suites", () => {
  for (const file of [
    "CMakeLists.txt",
    "cmake/PasscopeFlags.cmake",
    "package-lock.json",
    "new/file.xyz",
  ]) {
    assert.deepEqual(reachedSuites([file], all), all, file);
  }
});

test("a suite's own folder reaches it, for every folder of tests", () => {
  const listed = spawnSync("git", ["ls-files", "tests", "web/test", "wasm-bindings/test"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of (listed.stdout ?? "").split("\n").filter((name) => name !== "")) {
    assert.notDeepEqual(reachedSuites([file], all), [], file);
    assert.notDeepEqual(reachedSuites([file], all), all, `${file} has no row`);
  }
});
