// The filter of the rows of times: buttons for the panel's head.
import { css, html, type TemplateResult } from "lit";
import { t } from "./texts";
import { base, controls } from "../../ui/styles/shared";
import { foldedAtFirst } from "../../core/trace/tree";
import { View } from "../../ui/view";

export class TimingFilter extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        gap: var(--s1);
        align-items: center;
      }
      input {
        width: 8.5rem;
        min-height: 1.625rem;
        padding: 0 var(--s2);
        border: 1px solid var(--border);
        border-radius: var(--radius-s);
        background: var(--surface);
        color: inherit;
        font: inherit;
        font-size: var(--text-s);
      }
      @container (max-width: 62rem) {
        input {
          width: 7.25rem;
        }
      }
      @container (max-width: 40rem) {
        :host {
          flex-wrap: wrap;
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { hideUnchanged, search, trace, collapsed } = this.state;
    const own = foldedAtFirst(trace?.rows ?? []);
    const shown = own.size > 0 && ![...own].some((row) => collapsed.has(row));
    return html`<input
        type="search"
        aria-label=${t("timing.findLabel")}
        placeholder=${t("timing.find")}
        autocomplete="off"
        spellcheck="false"
        .value=${search}
        @input=${(event: Event) =>
          this.app.timing.filter({ search: (event.target as HTMLInputElement).value })}
      />
      <button
        type="button"
        class="quiet"
        aria-pressed=${hideUnchanged}
        @click=${() => this.app.timing.filter({ hideUnchanged: !hideUnchanged })}
      >
        ${t("timing.hideUnchanged")}
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed=${shown}
        title=${t("timing.ownInferenceTitle")}
        ?disabled=${own.size === 0}
        @click=${() => this.app.rows.foldRows(own, shown)}
      >
        ${t("timing.ownInference")}
      </button>`;
  }
}

customElements.define("pc-timing-filter", TimingFilter);
