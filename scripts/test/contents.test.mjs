// The problems of an installed package that lacks something.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { checkContents } from "../lib/contents.mjs";

test("a package is told what it lacks", (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "passcope-contents-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name, text) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const manifest = { version: "1.2.3", exports: { ".": { default: "./dist/index.js" } } };
  write("package.json", JSON.stringify(manifest));
  write("README.md", "");
  write("LICENSE", "");
  write("THIRD-PARTY-NOTICES.txt", "lit 1\n@codemirror/view 1\n@dagrejs/dagre 1\nmusl 1\n");
  const map = (sources, sourcesContent) => JSON.stringify({ sources, sourcesContent });
  write("dist/index.js", "");
  write("dist/index.js.map", map(["../js/index.ts"]));
  write("dist/index.d.ts.map", map(["a.ts"], ["text"]));
  write("embed/passcope-demo.js.map", map([]));
  assert.deepEqual(checkContents(folder, "## [1.2.3] - today"), [
    "dist/index.js.map names ../js/index.ts, which is missing",
  ]);
  write("js/index.ts", "");
  assert.deepEqual(checkContents(folder, "## [1.2.3] - today"), []);
  rmSync(path.join(folder, "dist"), { recursive: true });
  write("THIRD-PARTY-NOTICES.txt", "");
  write("package.json", JSON.stringify({ ...manifest, version: "one" }));
  const problems = checkContents(folder, "").join("\n");
  for (const words of [
    "./dist/index.js is missing",
    "no semantic version",
    "does not know version",
    "dist/index.js has no source map",
    "no notice of lit",
  ]) {
    assert.ok(problems.includes(words), words);
  }
});
