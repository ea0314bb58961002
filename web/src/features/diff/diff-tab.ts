// The tab that shows a pass before and after: the diff, or the editor while a snapshot is edited. It also has the
// buttons for the panel's head.
import { css, html, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as ui } from "../../ui/texts";
import { base, controls, panel } from "../../ui/styles/shared";
import { Lazy } from "../../ui/lazy";
import { inlineIcon, numbersIcon, wrapIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import { loadProgramEditor } from "../program";
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

  readonly #editor = new Lazy(
    this,
    () => Promise.all([import("./snapshot-editor"), loadProgramEditor()]),
    "pc-snapshot-editor",
  );

  override render(): TemplateResult {
    const { app } = this;
    if (!this.state.editing) return html`<pc-pass-diff .app=${app}></pc-pass-diff>`;
    return this.#editor.show(() => html`<pc-snapshot-editor .app=${app}></pc-snapshot-editor>`);
  }
}

/** The buttons that set how the diff is shown. */
export class DiffTools extends View {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: contents;
      }
      .icon {
        display: none;
        line-height: 0;
      }
      /* In a narrow panel, signs replace the words, which would need a row. */
      @container (max-width: 72rem) {
        .icon {
          display: inline;
        }
        .words {
          display: none;
        }
        button.quiet {
          padding: 0 var(--s1);
        }
      }
    `,
  ];

  override render(): TemplateResult {
    const { wrapDiff, ignoreNumbers, inlineDiff } = this.state;
    const toggle = (
      pressed: boolean,
      icon: TemplateResult,
      label: string,
      title: string,
      act: () => void,
    ): TemplateResult =>
      html`<button
        type="button"
        class="quiet"
        aria-pressed=${pressed}
        aria-label=${label}
        title=${title}
        @click=${act}
      >
        <span class="icon">${icon}</span><span class="words">${label}</span>
      </button>`;
    const { app } = this;
    return html`${toggle(
      ignoreNumbers,
      numbersIcon,
      t("detail.ignoreNumbers"),
      `${t("detail.ignoreNumbers")}: ${t("detail.ignoreNumbersTitle")}`,
      () => app.diff.setIgnoreNumbers(!ignoreNumbers),
    )}
    ${toggle(inlineDiff, inlineIcon, t("detail.inline"), t("detail.inlineTitle"), () =>
      app.diff.setInline(!inlineDiff),
    )}
    ${toggle(wrapDiff, wrapIcon, ui("common.wrapLines"), ui("common.wrapLines"), () =>
      app.diff.setWrap(!wrapDiff),
    )}`;
  }
}

customElements.define("pc-diff", DiffTab);
customElements.define("pc-diff-tools", DiffTools);
