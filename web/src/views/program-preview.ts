// The program as it is seen before its editor is there: the first lines, highlighted. The editor, which is
// much larger than all else on the page, is fetched when the text is first touched.
import { css, html, LitElement, type TemplateResult } from "lit";
import { relayTokens } from "../code/relay-tokens";
import { base } from "../styles/shared";

/** More than a tall screen shows. */
const LINES = 150;

export class ProgramPreview extends LitElement {
  static override properties = {
    text: { attribute: false },
    label: {},
    wrap: { type: Boolean },
  };
  static override styles = [
    base,
    css`
      :host {
        display: block;
        overflow: auto;
      }
      pre {
        min-height: 100%;
        margin: 0;
        padding: var(--s2) 0;
        font-family: var(--mono);
        font-size: var(--text-s);
        line-height: 1.55;
      }
      .line {
        display: flex;
      }
      .number {
        box-sizing: border-box;
        flex: none;
        min-width: 2.5rem;
        padding: 0 var(--s2);
        color: var(--code-comment);
        text-align: right;
        user-select: none;
      }
      .code {
        padding: 0 2px 0 6px;
        white-space: pre;
      }
      .wrapped .code {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .keyword {
        color: var(--code-keyword);
      }
      .operatorKeyword {
        color: var(--code-op);
        font-weight: 600;
      }
      .variableName {
        color: var(--code-var);
      }
      .string {
        color: var(--code-string);
      }
      .number-token {
        color: var(--code-number);
      }
      .attributeName,
      .typeName {
        color: var(--code-attr);
      }
      .comment {
        color: var(--code-comment);
      }
    `,
  ];

  declare text: string;
  declare label: string;
  declare wrap: boolean;

  constructor() {
    super();
    this.text = "";
    this.label = "";
    this.wrap = false;
  }

  override render(): TemplateResult {
    const lines = [...relayTokens(this.text, LINES)];
    // prettier-ignore
    return html`<pre
      class=${this.wrap ? "wrapped" : ""}
      tabindex="0"
      role="region"
      aria-label=${this.label}
    >${lines.map(
      (tokens, i) =>
        html`<div class="line"><span class="number" aria-hidden="true">${i + 1}</span><span class="code">${tokens.map(({ text, kind }) =>
          kind ? html`<span class=${kind === "number" ? "number-token" : kind}>${text}</span>` : text,
        )}</span></div>`,
    )}</pre>`;
  }
}

customElements.define("pc-preview", ProgramPreview);
