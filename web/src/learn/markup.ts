// Small trees of elements. The build turns them into text, and a page into nodes. Text in them is never read as markup.

export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Markup[];
}

export type Markup = string | Element;

export const el = (
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Markup[]
): Element => ({ tag, attributes, children });

export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

export function toHtml(markup: Markup): string {
  if (typeof markup === "string") return escapeHtml(markup);
  const { tag, attributes, children } = markup;
  const given = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  // A line break right after <pre> would be dropped.
  const inside = children.map(toHtml).join("");
  const kept = tag === "pre" && inside.startsWith("\n") ? `\n${inside}` : inside;
  return `<${tag}${given.join("")}>${kept}</${tag}>`;
}

export function toDom(markup: Markup): Node {
  if (typeof markup === "string") return document.createTextNode(markup);
  const element = document.createElement(markup.tag);
  for (const [name, value] of Object.entries(markup.attributes)) element.setAttribute(name, value);
  element.append(...markup.children.map(toDom));
  return element;
}
