// The files that ARCHITECTURE.md and CONTRIBUTING.md name are there.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
const files = execFileSync("git", listed, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
  .split("\n")
  .map((file) => `/${file}`);

/** Made by the build. */
const MADE = new Set(["names.json", "raw.ts", "sw.js"]);

/** A source, by its path or the end of it; `NAME` and the like stand for any. */
const SOURCE = /`([\w./*-]+\.(?:cc|cmake|def|h|json|mjs|md|py|ts|js|yml))`/g;

/** @param {string} name */
function isThere(name) {
  const pattern = name
    .replaceAll(".", "\\.")
    .replaceAll("*", ".*")
    .replaceAll(/\b(?:NAME|FAMILY)\b/g, "[\\w-]+");
  const end = new RegExp(`/${pattern}$`);
  return files.some((file) => end.test(file));
}

for (const document of ["ARCHITECTURE.md", "CONTRIBUTING.md"]) {
  test(`${document} names files that are there`, () => {
    const text = readFileSync(`${root}/${document}`, "utf8");
    const names = new Set([...text.matchAll(SOURCE)].map((match) => match[1] ?? ""));
    assert.ok(names.size > 10);
    assert.deepEqual(
      [...names].filter((name) => !MADE.has(name) && !isThere(name)),
      [],
    );
  });
}
