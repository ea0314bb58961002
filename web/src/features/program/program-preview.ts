// The preview of a program: text with colours and line numbers. The editor looks the same. It loads when the user turns
// to it, so opening the page need not wait for it.
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import { briefElement, briefLooks, copyTextItself } from "../../editor/brief-line";
import { colourLine, colours } from "../../editor/colour-line";
import { briefLine, shownParts, type HowToRead, type Shown } from "../../editor/reading";
import { base } from "../../ui/styles/shared";
import { shownText } from "../../core/trace/shown-text";

/**
 * The limits of colouring, because text beyond a screen needs no colours: a number of lines, and of characters per
 * line. Wrapped lines show more characters. The signature of a large model alone has 10,000 pieces.
 */
const COLOURED_LINES = 80;
const COLOURED_WIDTH = 600;
const COLOURED_WRAPPED = 6000;
/** The greatest number of lines in the preview. */
const MAX_LINES = 3000;
/** The number of lines that the browser lays out together when they come near the view. */
const BLOCK = 40;
const TAB = 4;
const AS_IT_IS: HowToRead = { reading: "full", defaults: new Map() };

/** The element of a line. Its first `coloured` characters have colours. */
function lineElement(parts: readonly Shown[], coloured: number): HTMLElement {
  const element = document.createElement("div");
  element.className = "line";
  let left = coloured;
  for (const part of parts) {
    if (part.kind === "brief") {
      element.append(briefElement(part));
    } else {
      const some = Math.max(0, left);
      for (const { kind, text } of colourLine(part.text.slice(0, some))) {
        const piece = document.createElement("span");
        piece.className = kind;
        piece.textContent = text;
        element.append(piece);
      }
      element.append(part.text.slice(some));
    }
    left -= part.text.length;
  }
  return element;
}

/** The width of a line in characters. */
const widthOf = (parts: readonly Shown[]): number =>
  parts.reduce(
    (width, { text }) => width + text.length + (TAB - 1) * (text.split("\t").length - 1),
    0,
  );

/**
 * The lines in blocks. The browser lays out only blocks in view (`content-visibility`). Without wrapping, the sizes of
 * the others are known, because characters are equally wide and lines equally high.
 */
function blocksOf(text: string, wrap: boolean, reading: HowToRead | undefined): HTMLElement {
  const lines = shownText(text)
    .split("\n", MAX_LINES)
    .map((line) => shownParts(line, briefLine(line, reading ?? AS_IT_IS)));
  const all = document.createElement("div");
  all.className = "lines";
  const longest = lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
  all.style.setProperty("--longest", String(longest));
  const width = wrap ? COLOURED_WRAPPED : COLOURED_WIDTH;
  for (let first = 0; first < lines.length; first += BLOCK) {
    const some = lines.slice(first, first + BLOCK);
    const block = document.createElement("div");
    block.className = "block";
    block.style.setProperty("--before", String(first));
    block.style.setProperty("--count", String(some.length));
    for (const [i, line] of some.entries()) {
      block.append(lineElement(line, first + i < COLOURED_LINES ? width : 0));
    }
    all.append(block);
  }
  return all;
}

export class ProgramPreview extends LocalizedElement {
  static override properties = {
    text: { attribute: false },
    label: {},
    wrap: { type: Boolean },
    reading: { attribute: false },
  };
  static override styles = [
    base,
    colours,
    briefLooks,
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
        tab-size: ${TAB};
      }
      .lines {
        width: max-content;
        min-width: calc(var(--longest) * 1ch + 4.5rem + 8px);
      }
      .block {
        content-visibility: auto;
        contain-intrinsic-block-size: auto calc(var(--count) * 1.55em);
      }
      .line {
        padding: 0 2px 0 6px;
        white-space: pre;
      }
      /* Each block counts its lines from its own first line. */
      .line:first-child {
        counter-reset: line var(--before);
      }
      .wrap .lines {
        width: auto;
        min-width: 0;
      }
      .wrap .line {
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
  /** How lines are shortened. Undefined shows the full text. */
  declare reading: HowToRead | undefined;
  #lines: HTMLElement | undefined;

  constructor() {
    super();
    this.text = "";
    this.label = t("program.label");
    this.wrap = false;
  }

  override willUpdate(changed: PropertyValues<ProgramPreview>): void {
    if ((["text", "wrap", "reading"] as const).some((key) => changed.has(key))) {
      this.#lines = blocksOf(this.text, this.wrap, this.reading);
    }
  }

  override render(): TemplateResult {
    return html`<div
        class="scroller ${this.wrap ? "wrap" : ""}"
        role="textbox"
        aria-multiline="true"
        aria-readonly="true"
        aria-label=${this.label}
        tabindex="0"
        @copy=${(event: ClipboardEvent) => copyTextItself(event, this.renderRoot as ShadowRoot)}
      >
        ${this.#lines}
      </div>
      <div class="foot"></div>`;
  }

  /** The scroll position and the focus, for the editor that replaces the preview. */
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
