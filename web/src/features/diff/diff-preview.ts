// Two programs side by side, as plain text with only the changes. The preview appears first, so the first results need
// not wait for the editors with search, folding and navigation.
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import { t as editor } from "../../editor/texts";
import { LocalizedElement } from "../../i18n/localized";
import { briefElement, briefLooks, copyTextItself } from "../../editor/brief-line";
import { colourLine, colours } from "../../editor/colour-line";
import { briefLine, shownParts, type HowToRead } from "../../editor/reading";
import { base } from "../../ui/styles/shared";
import type { LineDiff } from "../../core/trace/line-diff";
import { sideBySide, type SideLine } from "../../core/trace/side-by-side";

/** The least height of a row, in pixels. The preview makes no more rows than the window can show. */
const ROW_HEIGHT = 16;
/** How many characters of a line are coloured, and how many are shown. */
const COLOURED = 600;
const MAX_WIDTH = 4000;

export class DiffPreview extends LocalizedElement {
  static override properties = {
    original: { attribute: false },
    changed: { attribute: false },
    diff: { attribute: false },
    wrap: { type: Boolean },
    inline: { type: Boolean },
    reading: { attribute: false },
    label: {},
  };
  static override styles = [
    base,
    colours,
    briefLooks,
    css`
      :host {
        display: block;
        min-width: 0;
        overflow: hidden;
        container-type: inline-size;
      }
      .scroller {
        height: 100%;
        overflow: auto;
        padding: var(--s2) 0;
        font-family: var(--mono);
        font-size: var(--text-s);
        line-height: 1.55;
      }
      .row {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      }
      .gap {
        height: 28px;
        padding: 0 var(--s4);
        border-block: 1px solid var(--border);
        background: var(--sunken);
        color: var(--muted);
        font: var(--text-xs) / 26px var(--font);
      }
      /* As in the merge view: line numbers, a bar at changes, and the lines. The shorter side ends with empty space. */
      .line {
        position: relative;
        align-self: start;
        min-width: 0;
        min-height: 1.55em;
        margin-left: 2.5rem;
        padding: 0 2px 0 10px;
        white-space: break-spaces;
        overflow-wrap: anywhere;
      }
      .no-wrap .line {
        white-space: pre;
        clip-path: inset(0 0 0 -2.5rem);
      }
      .before,
      .row::before {
        grid-area: 1 / 1;
      }
      .after,
      .row::after {
        grid-area: 1 / 2;
      }
      .changed::before,
      .changed::after {
        margin-left: calc(2.5rem + 4px);
        background: var(--sunken);
        content: "";
      }
      .line::before {
        position: absolute;
        left: -2.5rem;
        width: 2.25rem;
        color: var(--code-comment);
        text-align: right;
        content: attr(data-number);
      }
      .changed .before:not(.none) {
        background: var(--minus-soft);
      }
      .changed .after:not(.none) {
        background: var(--plus-soft);
      }
      .changed .line:not(.none)::after {
        position: absolute;
        inset: 0 auto 0 0;
        width: 4px;
        background: var(--plus);
        content: "";
      }
      .changed .before:not(.none)::after {
        background: var(--minus);
      }
      .before mark {
        background: var(--minus-strong);
        color: var(--text);
        text-decoration: line-through 1px;
      }
      .after mark {
        background: var(--plus-strong);
        color: var(--text);
        text-decoration: underline 1px;
        text-underline-offset: 3px;
      }
      .one-column .row {
        display: block;
      }
      .one-column .row::before,
      .one-column .row::after,
      .one-column .same .before,
      .one-column .none {
        display: none;
      }
      @container (max-width: 719px) {
        .row {
          display: block;
        }
        .row::before,
        .row::after,
        .same .before,
        .none {
          display: none;
        }
      }
    `,
  ];

  declare original: string;
  declare changed: string;
  declare diff: LineDiff | undefined;
  declare wrap: boolean;
  declare inline: boolean;
  /** How lines are shortened. */
  declare reading: HowToRead;
  declare label: string;
  #rows: DocumentFragment | undefined;

  constructor() {
    super();
    this.original = "";
    this.changed = "";
    this.diff = undefined;
    this.wrap = true;
    this.inline = false;
    this.reading = { reading: "full", defaults: new Map() };
    this.label = "";
  }

  override willUpdate(changed: PropertyValues): void {
    if ((["diff", "language", "reading"] as const).some((key) => changed.has(key)))
      this.#rows = this.#made();
  }

  override render(): TemplateResult {
    const looks = [this.wrap ? "" : "no-wrap", this.inline ? "one-column" : ""].join(" ");
    return html`<div
      class="scroller ${looks}"
      role="region"
      tabindex="0"
      aria-label=${this.label}
      @copy=${(event: ClipboardEvent) => copyTextItself(event, this.renderRoot as ShadowRoot)}
    >
      ${this.#rows}
    </div>`;
  }

  /** Builds the rows without a template, because they are thousands of pieces that never change. */
  #made(): DocumentFragment {
    const rows = document.createDocumentFragment();
    const { diff, original, changed } = this;
    const room = Math.ceil(window.innerHeight / ROW_HEIGHT);
    for (const row of diff ? sideBySide(diff, original, changed, room) : []) {
      if (row.kind === "gap") {
        rows.append(element("div", "gap", editor("diff.unchanged", { lines: row.lines })));
      } else {
        const both = element("div", `row ${row.kind}`);
        both.append(
          cell("before", row.before, this.reading),
          cell("after", row.after, this.reading),
        );
        rows.append(both);
      }
    }
    return rows;
  }
}

function element(name: string, looks: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = looks;
  if (text !== "") made.append(text);
  return made;
}

function cell(side: "before" | "after", line: SideLine | undefined, how: HowToRead): HTMLElement {
  if (!line) return element("div", `line ${side} none`);
  const { number, words } = line;
  const text = line.text.slice(0, MAX_WIDTH);
  const made = element("div", `line ${side}`);
  made.dataset["number"] = String(number);
  const isChanged = (from: number, to: number): boolean =>
    words.some(([begin, end]) => begin < to && end > from);
  let next = 0;
  for (const part of shownParts(text, briefLine(text, how, isChanged))) {
    if (part.kind === "brief") {
      made.append(briefElement(part));
      continue;
    }
    let at = part.from;
    const end = at + part.text.length;
    for (; next < words.length; next += 1) {
      const [from = 0, to = 0] = words[next] ?? [];
      if (from >= end) break;
      if (from > at) colour(made, text.slice(at, from), at);
      const begin = Math.max(at, from);
      if (to > begin) made.append(element("mark", "", text.slice(begin, Math.min(to, end))));
      at = Math.max(at, Math.min(to, end));
      // The next piece starts after the part that is left out.
      if (to > end) break;
    }
    if (at < end) colour(made, text.slice(at, end), at);
  }
  return made;
}

/** Appends a part of a line. `at` is the column where it begins. */
function colour(line: HTMLElement, text: string, at: number): void {
  if (at > COLOURED) line.append(text);
  else {
    for (const { kind, text: piece } of colourLine(text)) {
      line.append(kind === "" ? piece : element("span", kind, piece));
    }
  }
}

customElements.define("pc-diff-preview", DiffPreview);
