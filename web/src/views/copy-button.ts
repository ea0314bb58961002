// A button that copies a text and says whether it did.
import { html, type TemplateResult } from "lit";
import { t } from "../i18n/lab";
import { LocalizedElement } from "../i18n/localized";
import { base, controls } from "../styles/shared";
import { copyIcon } from "./icons";

export class CopyButton extends LocalizedElement {
  static override properties = {
    text: { attribute: false },
    label: {},
    outcome: { state: true },
  };
  static override styles = [base, controls];

  /** What to copy. */
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
    try {
      await navigator.clipboard.writeText(this.text);
      this.outcome = "copied";
    } catch {
      // Without permission, or on a page served without TLS, there is no clipboard.
      this.outcome = copyBySelection(this.text, this.renderRoot) ? "copied" : "refused";
    }
    clearTimeout(this.#reset);
    this.#reset = setTimeout(() => (this.outcome = ""), 1600);
  }
}

/** The older way, which also works on pages served over plain HTTP. */
function copyBySelection(text: string, root: HTMLElement | DocumentFragment): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "visually-hidden";
  root.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}

customElements.define("pc-copy", CopyButton);
