// The choice of how programs are shown. It appears wherever programs do.
import { css, html, type TemplateResult } from "lit";
import { t } from "./texts";
import { READINGS, type Reading } from "../core/relay/reading-kind";
import { base, controls } from "../ui/styles/shared";
import { View } from "../ui/view";

export class ReadingChoice extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: inline-flex;
        align-items: center;
      }
      select {
        min-height: 1.625rem;
        max-width: 9rem;
        border-color: transparent;
        background-color: transparent;
        color: var(--muted);
      }
    `,
  ];

  override render(): TemplateResult {
    const { reading } = this.state;
    return html`<select
      class="compact"
      aria-label=${t("reading.label")}
      title=${t("reading.title")}
      @change=${(event: Event) =>
        this.app.layout.setReading((event.target as HTMLSelectElement).value as Reading)}
    >
      ${READINGS.map(
        (one) =>
          html`<option value=${one} .selected=${one === reading}>${t(`reading.${one}`)}</option>`,
      )}
    </select>`;
  }
}

customElements.define("pc-reading", ReadingChoice);
