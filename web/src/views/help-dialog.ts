// A short glossary for people who are new to compiler passes.
import { css, html, type TemplateResult } from "lit";
import { LocalizedElement } from "../i18n/localized";
import { base, controls } from "../styles/shared";
import { closeIcon } from "./icons";

export class HelpDialog extends LocalizedElement {
  static override styles = [
    base,
    controls,
    css`
      dialog {
        width: min(38rem, calc(100vw - 2rem));
        max-height: calc(100dvh - 2rem);
        padding: var(--s4) var(--s5) var(--s5);
        border: 1px solid var(--border);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--text);
        box-shadow: 0 1rem 3rem rgb(0 0 0 / 25%);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 40%);
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
      }
      h2 {
        font-size: var(--text-l);
      }
      dl {
        display: grid;
        gap: var(--s3);
        margin: var(--s3) 0 0;
      }
      dt {
        font-weight: 650;
      }
      dd {
        margin: 0;
        color: var(--muted);
      }
      kbd {
        padding: 0 0.3em;
        border: 1px solid var(--border);
        border-radius: 0.25em;
        color: var(--text);
        font-family: var(--mono);
        font-size: 0.9em;
      }
    `,
  ];

  open(): void {
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  override render(): TemplateResult {
    const close = (): void => this.renderRoot.querySelector("dialog")?.close();
    return html`<dialog aria-labelledby="title">
      <div class="head">
        <h2 id="title">Passes in a few words</h2>
        <button type="button" class="icon" aria-label="Close" autofocus @click=${close}>
          ${closeIcon}
        </button>
      </div>
      <dl>
        <div>
          <dt>Relay program</dt>
          <dd>
            The network as a compiler sees it: one function, a line per operation. It is the text
            that Apache TVM prints.
          </dd>
        </div>
        <div>
          <dt>Pass</dt>
          <dd>
            A function from program to program that must not change what the program computes.
            Passes may run other passes, so a run forms a tree.
          </dd>
        </div>
        <div>
          <dt>opt_level</dt>
          <dd>
            Every pass has a level, and so has the context around a stage. A Sequential leaves out
            passes whose level is above the context's. A pass that is called by itself always runs.
          </dd>
        </div>
        <div>
          <dt>Sequential</dt>
          <dd>A pass made of passes. FoldScaleAxis is one; a stage can be run as one.</dd>
        </div>
        <div>
          <dt>Instrument</dt>
          <dd>
            An observer that the context tells before and after each pass. One measures the time,
            one counts operators, one keeps the program: that is all you see here.
          </dd>
        </div>
        <div>
          <dt>Keys</dt>
          <dd>
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs. In the tree, arrow keys select, fold and unfold.
            <kbd>Alt</kbd> with <kbd>↑</kbd> or <kbd>↓</kbd> moves a pass. <kbd>Ctrl</kbd>
            <kbd>F</kbd> searches in the program.
          </dd>
        </div>
      </dl>
    </dialog>`;
  }
}

customElements.define("pc-help", HelpDialog);
