// A button that copies a text and reports whether that succeeded.
import { html, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../i18n/localized";
import { base, controls } from "./styles/shared";
import { copyText } from "./copy-text";
import { copyIcon } from "./icons";

export class CopyButton extends LocalizedElement {
  static override properties = {
    text: { attribute: false },
    label: {},
    outcome: { state: true },
  };
  static override styles = [base, controls];

  /** The text to copy. */
  declare text: string;
  /** The button's accessible name. */
  declare label: string;
  declare outcome: "" | "copied" | "refused";
  #reset: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.text = "";
    this.label = "";
    this.outcome = "";
  }

  override render(): TemplateResult {
    const outcome = this.outcome && t(`copy.${this.outcome}`);
    return html`<button
        type="button"
        class="quiet"
        aria-label=${this.label || t("copy.copy")}
        @click=${() => void this.#copy()}
      >
        ${copyIcon}<span>${outcome || t("copy.copy")}</span>
      </button>
      <span class="visually-hidden" role="status">${outcome}</span>`;
  }

  async #copy(): Promise<void> {
    this.outcome = (await copyText(this.text, this.renderRoot)) ? "copied" : "refused";
    clearTimeout(this.#reset);
    this.#reset = setTimeout(() => (this.outcome = ""), 1600);
  }
}

customElements.define("pc-copy", CopyButton);
