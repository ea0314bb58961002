// Two programs side by side, as plain text with only the changes. The preview appears first, so the first results need
// not wait for the editors with search, folding and navigation.
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import { t as editor } from "../../editor/texts";
import { LocalizedElement } from "../../i18n/localized";
import { briefLooks, copyTextItself } from "../../editor/brief-line";
import { colours } from "../../editor/colour-line";
import type { HowToRead } from "../../editor/reading";
import { base } from "../../ui/styles/shared";
import type { LineDiff } from "../../core/trace/line-diff";
import { sideBySide, type SideLine } from "../../core/trace/side-by-side";
import { digitsOf, LINES_ABOVE, numbersWidth, type Position } from "./diff-looks";
import { element, fillLine } from "./program-line";

/** The least height of a row, in pixels. The preview makes no more rows than the window can show. */
const ROW_HEIGHT = 16;

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
    numbersWidth,
    css`
      :host {
        display: block;
        /* The width of the margins left of a line: its number, and the marks of remarks. */
        --margin: calc(var(--numbers) + 1.25rem);
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
        margin-left: var(--margin);
        padding: 0 2px 0 10px;
        white-space: break-spaces;
        word-break: break-word;
        overflow-wrap: anywhere;
      }
      .no-wrap .line {
        white-space: pre;
        clip-path: inset(0 0 0 calc(-1 * var(--margin)));
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
        margin-left: calc(var(--margin) + 4px);
        background: var(--sunken);
        content: "";
      }
      .line::before {
        position: absolute;
        left: calc(-1 * var(--margin));
        width: calc(var(--numbers) - var(--s2));
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
  /** The place to keep when new rows come, and whether there are new rows. */
  #kept: { readonly side: string; readonly number: string; readonly below: number } | undefined;
  #opens = false;

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

  /** Where the view is scrolled to. */
  get position(): Position {
    const { scrollTop: top = 0, scrollLeft: left = 0 } = this.#scroller ?? {};
    return { top, left };
  }

  get #scroller(): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(".scroller") ?? null;
  }

  override willUpdate(changed: PropertyValues): void {
    if (!(["diff", "language", "reading"] as const).some((key) => changed.has(key))) return;
    this.style.setProperty("--digits", String(digitsOf(this.original, this.changed)));
    this.#kept = this.hasUpdated && !changed.has("changed") ? this.#inSight() : undefined;
    this.#rows = this.#made();
    this.#opens = true;
  }

  override updated(): void {
    const scroller = this.#scroller;
    if (!scroller || !this.#opens) return;
    this.#opens = false;
    const kept = this.#kept;
    if (kept) {
      const row = scroller.querySelector<HTMLElement>(
        `.${kept.side}[data-number="${kept.number}"]`,
      );
      if (row) scroller.scrollTop = row.offsetTop - kept.below;
      return;
    }
    const first = scroller.querySelector<HTMLElement>(".changed");
    const top = (first?.offsetTop ?? 0) - scroller.offsetTop;
    const line = parseFloat(getComputedStyle(scroller).lineHeight) || ROW_HEIGHT;
    scroller.scrollTop = top > scroller.clientHeight / 2 ? top - LINES_ABOVE * line : 0;
  }

  /** The first line in sight, and by how much it is below the upper edge. Undefined at the beginning. */
  #inSight(): { side: string; number: string; below: number } | undefined {
    const scroller = this.#scroller;
    if (!scroller || scroller.scrollTop === 0) return undefined;
    for (const line of scroller.querySelectorAll<HTMLElement>(".line[data-number]")) {
      const below = line.offsetTop - scroller.scrollTop;
      if (below < 0) continue;
      const side = line.classList.contains("after") ? "after" : "before";
      return { side, number: line.dataset["number"] ?? "", below };
    }
    return undefined;
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

function cell(side: "before" | "after", line: SideLine | undefined, how: HowToRead): HTMLElement {
  if (!line) return element("div", `line ${side} none`);
  const made = element("div", `line ${side}`);
  made.dataset["number"] = String(line.number);
  fillLine(made, line, how);
  return made;
}

customElements.define("pc-diff-preview", DiffPreview);
