// The files that documents mention exist, and links lead to existing files and headings.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
const files = execFileSync("git", listed, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const paths = files.map((file) => `/${file}`);

/** Files that the build makes. */
const MADE = new Set(["docs/search.json", "names.json", "raw.ts", "sw.js"]);

/** A source, by its path or the end of it. A placeholder such as `NAME` matches any name. */
const SOURCE = /`([\w./*-]+\.(?:cc|cmake|def|h|json|mjs|md|py|ts|js|yml))`/g;

/** Documents that mention sources. */
const NAMING = files.filter((file) =>
  /^(?:ARCHITECTURE|CONTRIBUTING|docs\/differences-from-tvm|docs\/internals\/.+)\.md$/.test(file),
);

/** All documents except the tutorials' texts, whose links refer to the site. */
const DOCUMENTS = files.filter((file) => /\.md$/.test(file) && !file.startsWith("web/learn/"));

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), "utf8");

/** @param {string} name */
function isThere(name) {
  const pattern = name
    .replaceAll(".", "\\.")
    .replaceAll("*", ".*")
    .replaceAll(/\b(?:NAME|FAMILY)\b/g, "[\\w-]+");
  const end = new RegExp(`/${pattern}$`);
  return paths.some((path) => end.test(path));
}

/**
 * The prose of a Markdown text: without code blocks, and without comments.
 * @param {string} text
 */
function withoutBlocks(text) {
  return text
    .replaceAll(/^( *)(```+|~~~+).*\n(?:.*\n)*?\1\2 *$/gm, "")
    .replaceAll(/<!--[^]*?-->/g, "")
    .replaceAll(/(^|\n\n)(?: {4}.*(?:\n|$))+/g, "$1");
}

/**
 * The fragments of a document's headings, as GitHub makes them.
 * @param {string} file
 */
function fragmentsOf(file) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return new Set(
    [...withoutBlocks(read(file)).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = ""]) => {
      const slug = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
        .replaceAll(" ", "-");
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    }),
  );
}

/**
 * The targets of a document's links and images within the project.
 * @param {string} file
 */
function linksOf(file) {
  const prose = withoutBlocks(read(file)).replaceAll(/(`+)[^`](?:.*?[^`])??\1(?!`)/g, "");
  const inline = prose.matchAll(/\]\(<?([^\s()<>]+)>?(?: "[^"]*")?\)/g);
  const defined = prose.matchAll(/^ {0,3}\[[^\]]+\]: +<?([^\s<>]+)>?/gm);
  return [...inline, ...defined]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(?:[a-z][a-z+.-]*:|\/)/i.test(target));
}

/**
 * The mistake in a link; empty if there is none.
 * @param {string} file
 * @param {string} target
 */
function mistakeIn(file, target) {
  const [path = "", fragment] = decodeURIComponent(target).split("#");
  const to = path === "" ? file : relative(root, join(root, dirname(file), path));
  if (to.startsWith("..") || !existsSync(join(root, to))) return `${target}: no such file`;
  if (fragment === undefined || !to.endsWith(".md")) return "";
  return fragmentsOf(to).has(fragment) ? "" : `${target}: no such heading`;
}

for (const document of NAMING) {
  test(`${document} names files that are there`, () => {
    const names = new Set([...read(document).matchAll(SOURCE)].map((match) => match[1] ?? ""));
    assert.deepEqual(
      [...names].filter((name) => !MADE.has(name) && !isThere(name)),
      [],
    );
  });
}

test("the documents that name files are found", () => {
  for (const document of ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/differences-from-tvm.md"]) {
    assert.ok(NAMING.includes(document), document);
    assert.ok([...read(document).matchAll(SOURCE)].length > 3, document);
  }
});

for (const document of DOCUMENTS) {
  test(`the links of ${document} lead somewhere`, () => {
    const mistakes = linksOf(document).map((target) => mistakeIn(document, target));
    assert.deepEqual(
      mistakes.filter((mistake) => mistake !== ""),
      [],
    );
  });
}

test("docs/README.md names every document", () => {
  const linked = new Set(linksOf("docs/README.md").map((target) => target.split("#")[0]));
  const documents = files.flatMap((file) => /^docs\/((?!README)[^/]+\.md)$/.exec(file)?.[1] ?? []);
  assert.deepEqual(
    documents.filter((document) => !linked.has(document)),
    [],
  );
});
