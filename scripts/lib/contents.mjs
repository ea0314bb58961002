// Checks the contents of an installed package. It must have the files of its manifest, the sources of its source maps,
// and its licence and those of bundled software. The changelog must have its version.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

/** The files that `exports`, `bin` and `types` name, without patterns. */
function promised(manifest) {
  const targets = [];
  const visit = (value) => {
    if (typeof value === "string") targets.push(value);
    else if (value) Object.values(value).forEach(visit);
  };
  visit([manifest.exports, manifest.bin, manifest.types]);
  return targets.filter((target) => !target.includes("*"));
}

/** The sources of a map that are neither in the map itself nor in the package. */
function missingSources(file) {
  const map = JSON.parse(readFileSync(file, "utf8"));
  const below = path.join(path.dirname(file), map.sourceRoot ?? "");
  return map.sources.filter(
    (source, i) =>
      typeof map.sourcesContent?.[i] !== "string" && !existsSync(path.join(below, source)),
  );
}

/**
 * @param {string} folder the installed package
 * @param {string} changelog the text of the changelog
 * @returns {string[]} the problems
 */
export function checkContents(folder, changelog) {
  const problems = [];
  const has = (name) => existsSync(path.join(folder, name));
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const texts = ["README.md", "LICENSE", "THIRD-PARTY-NOTICES.txt"];
  for (const name of [...texts, ...promised(manifest)]) {
    if (!has(name)) problems.push(`${name} is missing`);
  }
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(manifest.version)) {
    problems.push(`${manifest.version} is no semantic version`);
  }
  if (!changelog.includes(`## [${manifest.version}]`)) {
    problems.push(`the changelog does not know version ${manifest.version}`);
  }
  let maps = 0;
  const mapped = new Set();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".map")) continue;
    maps += 1;
    mapped.add(name.slice(0, -".map".length));
    for (const source of missingSources(path.join(folder, name))) {
      problems.push(`${name} names ${source}, which is missing`);
    }
  }
  if (maps === 0) problems.push("there are no source maps");
  for (const name of ["dist/index.js", "dist/index.d.ts", "embed/passcope-demo.js"]) {
    if (!mapped.has(path.normalize(name))) problems.push(`${name} has no source map`);
  }
  if (has("THIRD-PARTY-NOTICES.txt")) {
    const notices = readFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    for (const name of ["lit", "@codemirror/view", "@dagrejs/dagre", "musl"]) {
      if (!notices.includes(`${name} `)) problems.push(`there is no notice of ${name}`);
    }
  }
  return problems;
}
