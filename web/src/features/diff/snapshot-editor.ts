// Edits the text of a snapshot, from which the rest of the pipeline then continues.
import { css, html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as editor } from "../../editor/texts";
import { howToRead } from "../../editor/how-to-read";
import { base, controls } from "../../ui/styles/shared";
import { rowName } from "../../core/trace/snapshot-pair";
import type { ProgramEditor } from "../program";
import { View } from "../../ui/view";

export class SnapshotEditor extends View {
  static override properties = { ...View.properties, changed: { state: true } };
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        flex-direction: column;
        height: 100%;
      }
      .what {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1) var(--s2);
        align-items: center;
        padding: var(--s1) var(--s3);
        border-bottom: 1px solid var(--border);
        background: var(--sunken);
        font-size: var(--text-s);
      }
      .what span {
        flex: 1 1 12rem;
      }
      pc-editor {
        flex: 1;
        min-height: 0;
      }
    `,
  ];

  declare changed: boolean;

  constructor() {
    super();
    this.changed = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.app.program.loadOperators();
  }

  override firstUpdated(): void {
    void this.updateComplete.then(() => this.#editor?.focus());
  }

  override render(): TemplateResult | typeof nothing {
    const { editing, trace, tracedPipeline, operators } = this.state;
    const row = editing && trace?.rows[editing.row];
    if (!editing || !row) return nothing;
    const name = rowName(row, tracedPipeline ?? []);
    return html`<div class="what">
        <span>${t("snapshot.intro", { name: html`<strong>${name}</strong>` })}</span>
        <button type="button" class="primary" ?disabled=${!this.changed} @click=${this.#go}>
          ${t("snapshot.run")}
        </button>
        <button type="button" @click=${() => this.app.diff.cancelEdit()}>
          ${editor("editor.cancel")}
        </button>
      </div>
      <pc-editor
        .text=${editing.text}
        .label=${t("snapshot.label", { name })}
        .reading=${howToRead(this.state)}
        .operators=${operators ?? []}
        .analyse=${this.#analyse}
        @change=${() => (this.changed = true)}
      ></pc-editor>`;
  }

  readonly #analyse = (text: string): ReturnType<typeof this.app.program.analyse> => {
    const { editing, trace } = this.state;
    return this.app.program.analyse(text, editing && trace?.rows[editing.row]?.after);
  };

  readonly #go = (): void => {
    const { editing } = this.state;
    this.#editor?.flush();
    const text = this.#editor?.value;
    if (editing && text !== undefined) this.app.diff.continueFrom(editing.row, text);
  };

  get #editor(): ProgramEditor | null {
    return this.renderRoot.querySelector<ProgramEditor>("pc-editor");
  }
}

customElements.define("pc-snapshot-editor", SnapshotEditor);
