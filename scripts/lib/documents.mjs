// The documents whose English is checked, and the check as a suite with one test per document.

import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./files.mjs";
import { problemsInMarkdown } from "./prose.mjs";
import { root } from "./run.mjs";

/** The paths of the documents, relative to the root. */
export const documents = () => [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"],
  ...["python/README.md", "wasm-bindings/README.md"],
  ...["docs", "examples", "tests"].flatMap((folder) => filesBelow(folder, [".md"])),
  ...filesBelow("web/learn/text", [".en.md"]),
];

/**
 * The problems of documents, as lines `FILE:LINE: MESSAGE`.
 *
 * @param {string[]} [files] relative to the root, or absolute; all documents when absent
 * @returns {{counts: import("./results.mjs").Counts, output: string}}
 */
export function checkProse(files = documents()) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let output = "";
  for (const file of files) {
    const problems = problemsInMarkdown(readFileSync(path.resolve(root, file), "utf8"));
    counts[problems.length === 0 ? "passed" : "failed"] += 1;
    for (const { line, message } of problems) output += `${file}:${line}: ${message}\n`;
  }
  return { counts, output };
}
