// The complete pages of the documents, and the index of their search.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import MiniSearch from "minisearch";
import { searchOptions, type Found } from "../../src/docs/search-options";
import { el, toHtml, type Element } from "../../src/learn/markup";
import { wordsOf } from "../../src/learn/texts";
import { headOf, siteHeader, sitePolicy } from "../learn/page";
import { renderDocuments, type Document, type Group } from "./render";
import { documents, INDEX, pageOf, repository } from "./sources";

const read = (file: string): string => readFileSync(path.join(repository, file), "utf8");

let rendered: ReadonlyMap<string, Document> | undefined;

/** All documents, by their pages. */
function all(): ReadonlyMap<string, Document> {
  const site = {
    texts: new Map(documents.map((file) => [file, read(file)])),
    pageOf,
    exists: (file: string) => existsSync(path.join(repository, file)),
  };
  return (rendered ??= new Map(renderDocuments(site).map((one) => [pageOf(one.file), one])));
}

/** The groups of the index, and groups of the documents that it does not list. */
function groupsOf(index: Document | undefined): Group[] {
  const groups = index?.groups ?? [];
  const listed = new Set([INDEX, ...groups.flatMap(({ files }) => files)]);
  const rest = documents.filter((file) => !listed.has(file));
  const internal = (file: string): boolean => file.startsWith("docs/internals/");
  return [
    ...groups,
    { title: "Internals", files: rest.filter(internal) },
    { title: "More", files: rest.filter((file) => !internal(file)) },
  ].filter(({ files }) => files.length > 0);
}

/** The least number of sections for which a page begins with a list of them, unless its text has one. */
const LONG = 4;

const say = wordsOf("en");

function contentsOf({ file, headings, body }: Document): string {
  const [opening = ""] = body.split("<h2");
  const sections = headings.filter(({ level }) => level === 2);
  if (file === INDEX || sections.length < LONG || /<li>\s*<a href="#/.test(opening)) return "";
  const links = sections.map(({ id, text }) => el("li", {}, el("a", { href: `#${id}` }, text)));
  const list = el(
    "details",
    { open: "" },
    el("summary", {}, say("contents")),
    el("ol", {}, ...links),
  );
  return toHtml(el("nav", { class: "contents", "aria-label": say("contents") }, list));
}

function navigationOf(page: string, pages: ReadonlyMap<string, Document>): Element {
  const link = (file: string): Element => {
    const to = pageOf(file);
    const href = path.posix.relative(path.posix.dirname(page), to);
    const current = to === page ? { "aria-current": "page" } : {};
    return el("li", {}, el("a", { href, ...current }, pages.get(to)?.title ?? file));
  };
  const groups = groupsOf(pages.get(pageOf(INDEX))).flatMap(({ title, files }) => [
    el("h2", {}, title),
    el("ol", {}, ...files.map(link)),
  ]);
  return el("aside", {}, el("nav", { "aria-label": say("allDocs") }, ...groups));
}

/** A page, before Vite replaces the addresses of its files. */
export function pageHtml(page: string): string {
  const pages = all();
  const text = pages.get(page);
  if (!text) throw new Error(`there is no document for ${page}`);
  const root = "../".repeat(page.split("/").length - 1);
  const head = headOf({
    ...text,
    csp: sitePolicy(),
    styles: ["/src/learn/learn.css", "/src/docs/docs.css"],
    script: "/src/docs/search.ts",
  });
  const index = page === pageOf(INDEX) ? { "aria-current": "page" } : {};
  const header = siteHeader(say, root, [
    el("a", { href: `${root}learn/index.html` }, say("learn")),
    el("a", { href: `${root}docs/index.html`, ...index }, say("docs")),
  ]);
  return `<!doctype html>
<html lang="en" data-root="${root}">
  <head>
    <meta charset="utf-8" />
    ${head}
  </head>
  <body>
${toHtml(header)}
<div id="search"></div>
<div class="columns docs">
<main id="text" tabindex="-1">
${text.body.replace("</h1>", () => `</h1>${contentsOf(text)}`)}
</main>
${toHtml(navigationOf(page, pages))}
</div>
  </body>
</html>
`;
}

/** The index of the search, which src/docs/search.ts loads. */
export function searchIndex(): string {
  const index = new MiniSearch<Found & { readonly id: number }>(searchOptions);
  const found = [...all()].flatMap(([page, { title, sections }]) =>
    sections.map(({ id, heading, text }) => ({
      href: id === "" ? page : `${page}#${id}`,
      title,
      heading,
      text,
    })),
  );
  index.addAll(found.map((one, id) => ({ ...one, id })));
  return JSON.stringify(index);
}
