// Finds the suites that changed files affect, for `npm test -- --changed`.

import { existsSync } from "node:fs";
import { UserError, run } from "./run.mjs";
import { provoking } from "./unprovoked.mjs";

const page = [
  ...["web", "views", "pages", "types", "eslint", "layers"],
  ...["format", "size", "tarball"],
];
const boundary = ["package", "cli-node", "goldens-node", "oracle-node", "examples", ...page];
const engine = [
  "units",
  "units-wasm",
  "cli",
  "goldens",
  "conformance",
  "python",
  "oracle",
  ...boundary,
];

/** The suites that a file affects. The first row whose pattern matches the path counts. `all` means all suites. */
const reaches = [
  [
    /^src\/(?:gate|recording|tools)\//,
    [
      "units",
      "package",
      "python",
      "cli",
      "cli-node",
      "goldens",
      "goldens-node",
      "conformance",
      "examples",
      "tarball",
      "format",
    ],
  ],
  [/^src\//, engine],
  [/^tests\/(?:unit|generator|fuzz)\//, ["units", "units-wasm", "format"]],
  [/^tests\/golden\/transforms\//, ["units", "units-wasm", "goldens", "goldens-node"]],
  [
    /^tests\/golden\//,
    ["units", "units-wasm", "package", "cli", "cli-node", "examples", "python", "web", "pages"],
  ],
  [/^tests\/cli\//, ["cli", "cli-node", "conformance", "examples", "eslint", "format"]],
  [/^tests\/conformance\//, ["units", "conformance", "eslint", "format"]],
  [/^tests\/oracle\//, ["oracle", "oracle-node", "eslint", "format"]],
  [/^tests\/examples\//, ["examples", "eslint", "format"]],
  [/^python\/(?:tests|tools\/(?!describe))/, ["python", "format"]],
  // The page's Python contains these files, and so do the names for the page's editor.
  [/^python\//, ["python", "oracle", ...page]],
  [/^tests\/(?:bench|peers)\//, ["format"]],
  [/^tests\/messages\//, provoking],
  [
    /^examples\//,
    [
      "units",
      "units-wasm",
      "cli",
      "cli-node",
      "examples",
      "web",
      "pages",
      "tarball",
      "eslint",
      "format",
    ],
  ],
  [/^wasm-bindings\/test\//, ["package", "types", "eslint", "format"]],
  [/^wasm-bindings\//, boundary],
  [/^web\/test\/e2e\//, ["pages", "types", "eslint", "format"]],
  [/^web\/test\/views\/|\.view\.test\.ts$/, ["views", "types", "eslint", "format"]],
  [/^web\/test\//, ["web", "views", "pages", "types", "eslint", "format"]],
  [/^web\/learn\/cells\/.*\.py$/, ["python", ...page]],
  [/^web\//, page],
  [
    /^scripts\/lib\/(?:tarball|contents|in-browser)\.mjs$/,
    ["scripts", "tarball", "eslint", "format"],
  ],
  [/^scripts\/(?:lib\/)?(?:prose|documents)\./, ["scripts", "prose", "eslint", "format"]],
  [/^scripts\/lib\/sizes\./, ["scripts", "size", "pages", "eslint", "format"]],
  [
    /^scripts\/(?:test\/|bench|fuzz|format|screenshots|start|lib\/bench)/,
    ["scripts", "eslint", "format"],
  ],
  [/^(?:README|CHANGELOG)\.md$|^LICENSE$/, ["scripts", "tarball"]],
  [/^(?:docs\/|[^/]+\.md$|\.github\/|\.gitignore$|\.editorconfig$|\.ci\/)/, ["scripts", "format"]],
  [/^eslint\.config\.mjs$/, ["eslint", "format"]],
  [/^\.dependency-cruiser\.mjs$/, ["layers", "eslint", "format"]],
  [/^\.prettier|^\.clang-format$/, ["format"]],
  [/^\.clang-tidy$/, []],
];

/**
 * The names of the suites that one of `files` affects. A file that no row matches affects all suites, such as a file of
 * the build.
 *
 * @param {string[]} files relative to the root
 * @param {string[]} all the names of all suites
 * @returns {string[]} in the order of `all`
 */
export function reachedSuites(files, all) {
  const found = new Set();
  for (const file of files) {
    const row = reaches.find(([pattern]) => pattern.test(file));
    for (const name of row ? row[1] : all) found.add(name);
    // The rules for English apply to documents, and scripts/test/documents.test.mjs checks the links of all of them.
    if (file.endsWith(".md")) found.add("prose").add("scripts");
    // The site has the documents as pages.
    if (/^(?:[^/]+|docs\/.*)\.md$/.test(file)) found.add("web");
    // tests/examples/documents.test.mjs runs the commands and programs in these.
    if (/^(?:README|python\/README|docs\/.*)\.md$/.test(file)) found.add("examples");
  }
  return all.filter((name) => found.has(name));
}

/** All suites in the table, for the test that they exist. */
export const namedSuites = () => [...new Set(reaches.flatMap(([, names]) => names))];

/**
 * The files that differ from the main branch: in commits since the merge base, in the work tree, and untracked files.
 *
 * @returns {Promise<string[]>}
 */
export async function changedFiles() {
  if (!existsSync(".git") && (await run("git", ["rev-parse"], { check: false })).code !== 0) {
    throw new UserError("--changed needs a git repository");
  }
  const lines = async (...args) =>
    (await run("git", args)).stdout.split("\0").filter((file) => file !== "");
  let base = "HEAD";
  for (const main of ["origin/main", "main"]) {
    const found = await run("git", ["merge-base", "HEAD", main], { check: false });
    if (found.code === 0) {
      base = found.stdout.trim();
      break;
    }
  }
  const files = [
    ...(await lines("diff", "--name-only", "--no-renames", "-z", base)),
    ...(await lines("ls-files", "--others", "--exclude-standard", "-z")),
  ];
  return [...new Set(files)].sort();
}
