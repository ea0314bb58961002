// The files of the repository that are documents of the site, and their pages.
import { readdirSync } from "node:fs";
import path from "node:path";

export const repository = path.resolve(import.meta.dirname, "../../..");

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(repository, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);

const elsewhere: Readonly<Record<string, string>> = {
  "ARCHITECTURE.md": "docs/architecture.html",
  "CONTRIBUTING.md": "docs/contributing.html",
  "CHANGELOG.md": "docs/changelog.html",
  "python/README.md": "docs/python-package.html",
  "wasm-bindings/README.md": "docs/npm-package.html",
};

/** The list of all documents, which groups them. */
export const INDEX = "docs/README.md";

/** The page of a document, relative to the site. */
export const pageOf = (file: string): string =>
  file === INDEX ? "docs/index.html" : (elsewhere[file] ?? file.replace(/\.md$/, ".html"));

/** The documents, relative to the repository. */
export const documents: readonly string[] = [
  ...markdownIn("docs"),
  ...markdownIn("docs/internals"),
  ...Object.keys(elsewhere),
];
