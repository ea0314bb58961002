// Documents in Markdown as HTML. A link between documents becomes a link between their pages.
import path from "node:path";
import MarkdownIt, { type Token } from "markdown-it";
import { fence, plainText, type Heading } from "../learn/page";
import { el, toHtml } from "../../src/learn/markup";

/** A unit of the search: a heading with the text below it. */
export interface Section {
  /** Empty above the first heading of the second level. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** A group of documents, as the index lists them. */
export interface Group {
  readonly title: string;
  readonly files: readonly string[];
}

export interface Document {
  readonly file: string;
  readonly title: string;
  /** The first sentence. */
  readonly description: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  /** The documents that this one links to, grouped by the headings above the links. */
  readonly groups: readonly Group[];
  readonly body: string;
}

export interface Site {
  /** The documents, by their paths in the repository. */
  readonly texts: ReadonlyMap<string, string>;
  /** The page of a document, relative to the site. */
  readonly pageOf: (file: string) => string;
  /** Whether the repository has a file or folder of this path. */
  readonly exists: (file: string) => boolean;
}

/** The fragment of a heading, as GitHub makes it. `taken` counts how often each was used before. */
export function slugOf(heading: string, taken: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
  const before = taken.get(slug) ?? 0;
  taken.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

const parser = new MarkdownIt({ html: false });

function headingsOf(tokens: readonly Token[]): (Heading & { readonly at: number })[] {
  const taken = new Map<string, number>();
  return tokens.flatMap((token, at) => {
    const inline = tokens[at + 1];
    if (token.type !== "heading_open" || !inline) return [];
    const text = plainText(inline);
    return [{ at, level: Number(token.tag.slice(1)), id: slugOf(text, taken), text }];
  });
}

const relative = (from: string, to: string): string =>
  path.posix.relative(path.posix.dirname(from), to);

/** For each document: the fragments of its headings, and its title. */
interface Known {
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  readonly titles: ReadonlyMap<string, string>;
}

/** Renders all documents. Throws if a link or an image leads nowhere. */
export function renderDocuments(site: Site): Document[] {
  const parsed = new Map([...site.texts].map(([file, text]) => [file, parser.parse(text, {})]));
  const ids = new Map(
    [...parsed].map(([file, tokens]) => [file, new Set(headingsOf(tokens).map(({ id }) => id))]),
  );
  const titles = new Map(
    [...parsed].map(([file, tokens]) => [file, headingsOf(tokens)[0]?.text ?? file]),
  );
  return [...parsed].map(([file, tokens]) => renderDocument(file, tokens, { ids, titles }, site));
}

function renderDocument(
  file: string,
  tokens: Token[],
  { ids, titles }: Known,
  { pageOf, exists }: Site,
): Document {
  const page = pageOf(file);
  const inRepository = (address: string): string =>
    address === "" ? file : path.posix.join(path.posix.dirname(file), address).replace(/\/$/, "");
  const broken = (href: string): never => {
    throw new Error(`${file}: the link ${href} leads nowhere`);
  };

  /** The address of a link on the page; undefined for a file that the site does not have. */
  const addressOf = (href: string): { href: string; target?: string } | undefined => {
    if (/^[a-z]+:/.test(href)) return { href };
    const [address = "", id] = decodeURI(href).split("#");
    const target = inRepository(address);
    const known = ids.get(target);
    if (!known) return exists(target) ? undefined : broken(href);
    if (id !== undefined && !known.has(id)) broken(href);
    const to = target === file && id !== undefined ? "" : relative(page, pageOf(target));
    return { href: id === undefined ? to : `${to}#${id}`, target };
  };

  const headings = headingsOf(tokens);
  const sections: { id: string; heading: string; text: string }[] = [];
  const groups: { title: string; files: string[] }[] = [];
  for (const [i, token] of tokens.entries()) {
    const heading = headings.find(({ at }) => at === i);
    if (heading) {
      token.attrSet("id", heading.id);
      sections.push({ id: heading.level === 1 ? "" : heading.id, heading: heading.text, text: "" });
      groups.push({ title: heading.text, files: [] });
    }
    const isHeading = tokens[i - 1]?.type === "heading_open";
    const section = sections.at(-1);
    if (section && !isHeading && /^(?:inline|fence|code_block)$/.test(token.type)) {
      section.text += `${token.type === "inline" ? plainText(token) : token.content} `;
    }
    // An empty header cell becomes a data cell.
    const close = tokens[i + 2];
    if (token.type === "th_open" && close && tokens[i + 1]?.content === "") {
      token.tag = close.tag = "td";
    }
    // The columns' alignment becomes a class, because the pages' policy forbids style attributes.
    if (token.attrGet("style") !== null) {
      const right = token.attrGet("style") === "text-align:right";
      token.attrs = right ? [["class", "number"]] : null;
    }
    const open: boolean[] = [];
    if (!token.children) continue;
    token.children = token.children.filter((child, at, children) => {
      if (child.type === "image") {
        const source = inRepository(String(child.attrGet("src")));
        if (!exists(source)) broken(source);
        // Relative to the page's place below web, where Vite looks for it.
        child.attrSet("src", relative(`web/${page}`, source));
        child.attrSet("loading", "lazy");
      }
      if (child.type === "link_close") return open.pop();
      if (child.type !== "link_open") return true;
      const link = addressOf(String(child.attrGet("href")));
      open.push(link !== undefined);
      if (!link) return false;
      child.attrSet("href", link.href);
      if (link.target === undefined) return true;
      groups.at(-1)?.files.push(link.target);
      // Readers of the site know documents by title, not by file name.
      const text = children[at + 1];
      if (text?.content.endsWith(".md")) text.content = titles.get(link.target) ?? text.content;
      return true;
    });
  }

  const md = new MarkdownIt({ html: false });
  md.renderer.rules.fence = (all, i) =>
    toHtml(fence(all[i]?.content ?? "", (all[i]?.info ?? "").trim()));
  md.renderer.rules.code_block = (all, i) => toHtml(fence(all[i]?.content ?? "", ""));
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  md.renderer.rules.table_close = () => "</table></div>";
  md.renderer.rules.heading_close = (all, i) => {
    const { tag = "", attrs } = all[i - 2] ?? {};
    const id = attrs?.find(([name]) => name === "id")?.[1] ?? "";
    const text = headings.find((one) => one.id === id)?.text ?? "";
    const anchor = el("a", { class: "anchor", href: `#${id}`, "aria-label": `Link to ${text}` });
    return tag === "h1" ? "</h1>" : ` ${toHtml(anchor)}</${tag}>`;
  };
  const [first] = headings;
  if (first?.level !== 1) throw new Error(`${file} has no title`);
  const paragraph = tokens.findIndex(({ type, level }) => type === "paragraph_open" && level === 0);
  const opening = tokens[paragraph + 1];
  const description = opening ? plainText(opening) : first.text;
  return {
    file,
    title: first.text,
    description: /^.*?[.:](?= |$)/.exec(description)?.[0] ?? description,
    headings,
    sections: sections.map((one) => ({ ...one, text: one.text.replaceAll(/\s+/g, " ").trim() })),
    groups: groups.filter(({ files }) => files.length > 0),
    body: md.renderer.render(tokens, md.options, {}),
  };
}
