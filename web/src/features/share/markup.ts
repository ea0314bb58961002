// HTML templates that escape all inserted values except markup from other templates.

import { own } from "../../i18n/own";

/** Markup that the function `markup` made. */
export class Markup {
  /** @internal */
  constructor(readonly html: string) {}
}

type Piece = string | number | Markup | undefined | readonly Piece[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // HTML cannot contain NUL. Browsers also show this character instead.
  "\0": "\ufffd",
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'\0]/g, (c) => own(ESCAPES, c) ?? c);

/** markup`<p title="${title}">${text}</p>`. Attributes need quotes. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(
    strings.reduce(
      (html, text, i) => html + text + (i < pieces.length ? htmlOf(pieces[i]) : ""),
      "",
    ),
  );
}

function htmlOf(piece: Piece): string {
  if (piece === undefined) return "";
  if (piece instanceof Markup) return piece.html;
  if (typeof piece === "object") return piece.map(htmlOf).join("");
  return escapeHtml(String(piece));
}
