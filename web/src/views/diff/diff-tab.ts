// The tab of a pass's before and after: the difference or, while one of the two programs is being edited, its
// editor. With it come the buttons for the panel's head.
import { css, html, type TemplateResult } from "lit";
import { t } from "../../i18n/playground";
import { base, controls, panel } from "../../styles/shared";
import { Lazy } from "../common/lazy";
import { View } from "../common/view";
import "./pass-diff";

export class DiffTab extends View {
  static override styles = [
    base,
    controls,
    panel,
    css`
      :host {
        display: block;
        height: 100%;
      }
    `,
  ];

  readonly #editor = new Lazy(this, () => import("./snapshot-editor"), "pc-snapshot-editor");

  override render(): TemplateResult {
    const { app } = this;
    if (!this.state.editing) return html`<pc-pass-diff .app=${app}></pc-pass-diff>`;
    return this.#editor.show(() => html`<pc-snapshot-editor .app=${app}></pc-snapshot-editor>`);
  }
}

/** How the difference is shown. */
export class DiffTools extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: contents;
      }
    `,
  ];

  override render(): TemplateResult {
    const { wrapDiff, ignoreNumbers, inlineDiff } = this.state;
    return html`<button
        type="button"
        class="quiet"
        aria-pressed=${ignoreNumbers}
        title=${t("detail.ignoreNumbersTitle")}
        @click=${() => this.app.setIgnoreNumbers(!ignoreNumbers)}
      >
        ${t("detail.ignoreNumbers")}
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed=${inlineDiff}
        title=${t("detail.inlineTitle")}
        @click=${() => this.app.setInlineDiff(!inlineDiff)}
      >
        ${t("detail.inline")}
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed=${wrapDiff}
        @click=${() => this.app.setWrap("diff", !wrapDiff)}
      >
        ${t("common.wrapLines")}
      </button>`;
  }
}

customElements.define("pc-diff", DiffTab);
customElements.define("pc-diff-tools", DiffTools);
