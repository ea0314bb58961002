// The choice of the page's language. Each language has its own name for itself.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { language, LANGUAGES, type Language } from "../i18n/language";
import { LocalizedElement } from "../i18n/localized";
import { chooseLanguage } from "../i18n/page";
import { base, controls } from "../ui/styles/shared";

const NAMES: Readonly<Record<Language, { short: string; full: string; tag: string }>> = {
  en: { short: "EN", full: "English", tag: "en" },
  zh: { short: "中文", full: "简体中文", tag: "zh-Hans" },
};

export class LanguageMenu extends LocalizedElement {
  static override properties = { failed: { state: true } };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: inline-flex;
      }
      button[aria-pressed="true"] {
        color: var(--text);
        font-weight: 650;
      }
    `,
  ];

  declare failed: boolean;

  constructor() {
    super();
    this.failed = false;
  }

  override render(): TemplateResult {
    return html`<span role="group" aria-label=${t("language.menu")}>
        ${LANGUAGES.map((name) => {
          const { short, full, tag } = NAMES[name];
          // The accessible name contains the visible text, so that users of voice control can say it.
          return html`<button
            type="button"
            class="quiet"
            lang=${tag}
            title=${full}
            aria-label=${`${short} ${full}`}
            aria-pressed=${name === language()}
            @click=${() => void this.#choose(name)}
          >
            ${short}
          </button>`;
        })}
      </span>
      ${this.failed ? html`<span role="alert">${t("language.failed")}</span>` : nothing}`;
  }

  async #choose(name: Language): Promise<void> {
    this.failed = false;
    try {
      await chooseLanguage(name);
    } catch {
      this.failed = true;
    }
  }
}

customElements.define("pc-language", LanguageMenu);
