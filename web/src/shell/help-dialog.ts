// A short glossary for people who are new to compiler passes.
import { css, html, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as ui } from "../ui/texts";
import { LocalizedElement } from "../i18n/localized";
import { base, controls, dialogBox } from "../ui/styles/shared";
import { closeIcon } from "../ui/icons";

const keys = (...names: readonly string[]): TemplateResult =>
  html`${names.map((name, i) => html`${i > 0 ? " " : ""}<kbd>${name}</kbd>`)}`;

export class HelpDialog extends LocalizedElement {
  static override styles = [
    base,
    controls,
    dialogBox,
    css`
      dialog {
        width: min(38rem, calc(100vw - 2rem));
        max-height: calc(100dvh - 2rem);
        padding: var(--s4) var(--s5) var(--s5);
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
        <h2 id="title">${t("help.title")}</h2>
        <button
          type="button"
          class="icon"
          aria-label=${ui("common.close")}
          autofocus
          @click=${close}
        >
          ${closeIcon}
        </button>
      </div>
      <dl>
        <div>
          <dt>${t("help.program")}</dt>
          <dd>${t("help.programText")}</dd>
        </div>
        <div>
          <dt>${t("help.pass")}</dt>
          <dd>${t("help.passText")}</dd>
        </div>
        <div>
          <dt>${t("help.optLevel")}</dt>
          <dd>${t("help.optLevelText")}</dd>
        </div>
        <div>
          <dt>${t("help.sequential")}</dt>
          <dd>${t("help.sequentialText")}</dd>
        </div>
        <div>
          <dt>${t("help.instrument")}</dt>
          <dd>${t("help.instrumentText")}</dd>
        </div>
        <div>
          <dt>${t("help.times")}</dt>
          <dd>${t("help.timesText")}</dd>
        </div>
        <div>
          <dt>${t("help.keys")}</dt>
          <dd>
            ${t("help.keysText", {
              run: keys("Ctrl", "Enter"),
              alt: keys("Alt"),
              up: keys("↑"),
              down: keys("↓"),
              find: keys("Ctrl", "F"),
              undo: keys("Ctrl", "Z"),
              redo: keys("Ctrl", "Shift", "Z"),
            })}
          </dd>
        </div>
      </dl>
    </dialog>`;
  }
}

customElements.define("pc-help", HelpDialog);
