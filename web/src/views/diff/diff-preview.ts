// Two programs side by side as they are seen before anybody turns to them: the changes alone, as text. What can
// be searched, unfolded and stepped through is loaded then, so that the first results need not wait for it.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../../i18n/playground";
import { LocalizedElement } from "../../i18n/localized";
import { colourLine, colours } from "../../code/colour-line";
import { base } from "../../styles/shared";
import type { LineDiff } from "../../trace/line-diff";
import { sideBySide, type SideLine, type SideRow } from "../../trace/side-by-side";

/** Rows that are made; more than a screen has. */
const MAX_ROWS = 120;
/** Characters of a line that have colours, and characters that are shown of it. */
const COLOURED = 600;
const MAX_WIDTH = 4000;

export class DiffPreview extends LocalizedElement {
  static override properties = {
    original: { attribute: false },
    changed: { attribute: false },
    diff: { attribute: false },
    wrap: { type: Boolean },
    inline: { type: Boolean },
    label: {},
  };
  static override styles = [
    base,
    colours,
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
      .line {
        position: relative;
        min-width: 0;
        min-height: 1.55em;
        padding: 0 2px 0 3.25rem;
        white-space: break-spaces;
        overflow-wrap: anywhere;
      }
      .no-wrap .line {
        overflow: hidden;
        white-space: pre;
      }
      .line::before {
        position: absolute;
        left: 0;
        width: 2.25rem;
        color: var(--code-comment);
        text-align: right;
        content: attr(data-number);
      }
      .line.none {
        background: var(--sunken);
      }
      .changed .before:not(.none) {
        background: var(--minus-soft);
        box-shadow: inset 0 0 0 0 transparent;
      }
      .changed .after:not(.none) {
        background: var(--plus-soft);
      }
      .changed .line:not(.none)::after {
        position: absolute;
        inset: 0 auto 0 2.5rem;
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
        grid-template-columns: minmax(0, 1fr);
      }
      .one-column .same .before,
      .one-column .none {
        display: none;
      }
      @container (max-width: 719px) {
        .row {
          grid-template-columns: minmax(0, 1fr);
        }
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
  declare label: string;
  #rows: readonly SideRow[] = [];

  constructor() {
    super();
    this.original = "";
    this.changed = "";
    this.diff = undefined;
    this.wrap = true;
    this.inline = false;
    this.label = "";
  }

  override willUpdate(changed: PropertyValues<DiffPreview>): void {
    const { diff, original, changed: now } = this;
    if (changed.has("diff")) this.#rows = diff ? sideBySide(diff, original, now) : [];
  }

  override render(): TemplateResult {
    const looks = [this.wrap ? "" : "no-wrap", this.inline ? "one-column" : ""].join(" ");
    return html`<div class="scroller ${looks}" role="region" tabindex="0" aria-label=${this.label}>
      ${this.#rows
        .slice(0, MAX_ROWS)
        .map((row) =>
          row.kind === "gap"
            ? html`<div class="gap">${t("diff.unchanged", { lines: row.lines })}</div>`
            : html`<div class="row ${row.kind}">
                ${cell("before", row.before)}${cell("after", row.after)}
              </div>`,
        )}
    </div>`;
  }
}

function cell(side: "before" | "after", line: SideLine | undefined): TemplateResult {
  if (!line) return html`<div class="line ${side} none"></div>`;
  const { number, words } = line;
  const text = line.text.slice(0, MAX_WIDTH);
  const pieces: TemplateResult[] = [];
  let at = 0;
  for (const [from, to] of words) {
    if (from >= text.length) break;
    pieces.push(coloured(text.slice(at, from), at), html`<mark>${text.slice(from, to)}</mark>`);
    at = to;
  }
  pieces.push(coloured(text.slice(at), at));
  // No space between the pieces: they are a line of a program.
  return html`<div class="line ${side}" data-number=${number}>${pieces}</div>`;
}

function coloured(text: string, at: number): TemplateResult {
  if (at > COLOURED || text === "") return html`${text}`;
  return html`${colourLine(text).map(({ kind, text: piece }) =>
    kind === "" ? piece : html`<span class=${kind}>${piece}</span>`,
  )}${nothing}`;
}

customElements.define("pc-diff-preview", DiffPreview);
