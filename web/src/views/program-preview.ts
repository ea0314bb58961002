// A program as it is seen before it is used: text with colours and line numbers. The editor, which looks
// the same, is loaded when someone turns to it, so opening the page need not wait for it.
import { css, html, type TemplateResult } from "lit";
import { t } from "../i18n/lab";
import { LocalizedElement } from "../i18n/localized";
import { base } from "../styles/shared";

/** Lines beyond what fits a screen have no colours, and there are no more lines than this. */
const COLOURED = 80;
const MAX_LINES = 3000;

const TOKENS =
  /(?<comment>\/\*.*?(?:\*\/|$)|\/\/.*|#\[.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<name>[%@][\w.]+)|(?<number>-?\b\d+(?:\.\d*)?(?:e[+-]?\d+)?[fhul]?\d*)|(?<keyword>\b(?:def|fn|let|if|else|match|type|extern|ref|meta|free_var)\b)|(?<op>[A-Za-z_][\w.]*(?=\())|(?<attr>[A-Za-z_][\w.]*)/g;

/** A line in pieces, each with the kind of token that it is; "" for what has no colour. */
export function colourLine(line: string): { kind: string; text: string }[] {
  const pieces: { kind: string; text: string }[] = [];
  let last = 0;
  for (const match of line.matchAll(TOKENS)) {
    if (match.index > last) pieces.push({ kind: "", text: line.slice(last, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    pieces.push({ kind: kind ?? "", text: match[0] });
    last = match.index + match[0].length;
  }
  if (last < line.length) pieces.push({ kind: "", text: line.slice(last) });
  return pieces;
}

export class ProgramPreview extends LocalizedElement {
  static override properties = { text: { attribute: false }, label: {}, wrap: { type: Boolean } };
  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
        overflow: hidden;
      }
      .scroller {
        flex: 1;
        min-height: 0;
        overflow: auto;
        padding: var(--s2) 0;
        font-family: var(--mono);
        font-size: var(--text-s);
        line-height: 1.55;
        counter-reset: line;
      }
      .line {
        width: max-content;
        padding: 0 2px 0 6px;
        white-space: pre;
        tab-size: 4;
      }
      .wrap .line {
        width: auto;
        padding-left: calc(4.5rem + 6px);
        text-indent: -4.5rem;
        white-space: break-spaces;
        overflow-wrap: anywhere;
      }
      .line::before {
        display: inline-block;
        width: 4.5rem;
        padding-right: 1.5rem;
        color: var(--code-comment);
        text-align: right;
        text-indent: 0;
        counter-increment: line;
        content: counter(line);
      }
      .comment {
        color: var(--code-comment);
      }
      .string {
        color: var(--code-string);
      }
      .number {
        color: var(--code-number);
      }
      .keyword {
        color: var(--code-keyword);
      }
      .op {
        color: var(--code-op);
        font-weight: 600;
      }
      .attr {
        color: var(--code-attr);
      }
      .foot {
        flex: none;
        min-height: calc(2rem + 1px);
        border-top: 1px solid var(--border);
        background: var(--sunken);
      }
    `,
  ];

  declare text: string;
  declare label: string;
  declare wrap: boolean;

  constructor() {
    super();
    this.text = "";
    this.label = t("program.label");
    this.wrap = false;
  }

  override render(): TemplateResult {
    const lines = this.text.split("\n", MAX_LINES);
    return html`<div
        class="scroller ${this.wrap ? "wrap" : ""}"
        role="textbox"
        aria-multiline="true"
        aria-readonly="true"
        aria-label=${this.label}
        tabindex="0"
      >
        ${lines.map(
          (line, i) =>
            // prettier-ignore
            html`<div class="line">${i < COLOURED ? colourLine(line).map(({ kind, text }) => html`<span class=${kind}>${text}</span>`) : line}</div>`,
        )}
      </div>
      <div class="foot"></div>`;
  }

  /** Where it is scrolled to, and whether it has the focus: for what takes its place. */
  get position(): { top: number; left: number; focused: boolean } {
    const scroller = this.renderRoot.querySelector(".scroller");
    return {
      top: scroller?.scrollTop ?? 0,
      left: scroller?.scrollLeft ?? 0,
      focused: (this.renderRoot as ShadowRoot).activeElement !== null,
    };
  }
}

customElements.define("pc-preview", ProgramPreview);
