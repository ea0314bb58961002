// The Program tab: the editor, with what opens, saves and copies its text. Files can be dropped
// anywhere on it.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../../i18n/playground";
import { textsReady } from "../../i18n/language";
import { sourceTitle, type ProgramPlace } from "../../state/app-state";
import { saveFile } from "../../state/files";
import { base, controls } from "../../styles/shared";
import "../common/copy-button";
import { failureBox, failureStyles } from "../common/failure";
import { fileName, openFile } from "./program-file";
import "./program-preview";
import type { EditorMemory, ProgramEditor } from "./program-editor";
import type { ProgramPreview } from "./program-preview";
import { View } from "../common/view";

// The editor's text with its undo history, which is kept while another tab is shown.
const memory: EditorMemory = {};

/** Places that have been gone to. */
const visited = new WeakSet<ProgramPlace>();

export class ProgramPanel extends View {
  static override properties = {
    ...View.properties,
    dragging: { state: true },
    refused: { state: true },
  };
  static override styles = [
    base,
    controls,
    failureStyles,
    css`
      :host {
        position: relative;
        display: flex;
        flex-direction: column;
        height: 100%;
        min-height: 0;
      }
      .bar {
        display: flex;
        flex: none;
        flex-wrap: wrap;
        gap: 0 var(--s2);
        align-items: center;
        min-height: 2.125rem;
        padding: 0 var(--s2) 0 var(--s3);
        border-bottom: 1px solid var(--border);
        font-size: var(--text-s);
      }
      .title {
        overflow: hidden;
        max-width: 100%;
        font-weight: 600;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        margin-left: auto;
      }
      pc-editor,
      pc-preview {
        flex: 1;
        min-height: 0;
      }
      .failure {
        margin: var(--s3);
      }
      .refused {
        display: flex;
        flex: none;
        gap: var(--s2);
        align-items: center;
        padding: var(--s1) var(--s2) var(--s1) var(--s3);
        border-bottom: 1px solid var(--border);
        background: var(--minus-soft);
        font-size: var(--text-s);
        overflow-wrap: anywhere;
      }
      .refused button {
        margin-left: auto;
      }
      .drop {
        position: absolute;
        inset: 0;
        z-index: 10;
        display: grid;
        place-content: center;
        gap: var(--s1);
        border: 2px dashed var(--accent);
        border-radius: 0 0 var(--radius) var(--radius);
        background: var(--accent-soft);
        color: var(--text);
        text-align: center;
        pointer-events: none;
      }
      .empty {
        display: grid;
        flex: 1;
        place-content: center;
        color: var(--muted);
      }
    `,
  ];

  declare dragging: boolean;
  declare refused: string;
  readonly #analyse = (text: string): ReturnType<typeof this.app.analyse> => this.app.analyse(text);

  constructor() {
    super();
    this.dragging = false;
    this.refused = "";
    // In the capture phase, before the editor, which would insert the text of a dropped file at the cursor.
    const options = { capture: true };
    this.addEventListener("dragenter", (event) => this.#drag(event), options);
    this.addEventListener("dragover", (event) => this.#drag(event), options);
    this.addEventListener("dragleave", (event) => {
      if (!this.contains(event.relatedTarget as Node | null)) this.dragging = false;
    });
    this.addEventListener("drop", (event) => this.#take(event, event.dataTransfer), options);
    this.addEventListener("paste", (event) => this.#take(event, event.clipboardData), options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (customElements.get("pc-editor")) void this.app.loadOperators();
  }

  override render(): TemplateResult {
    return html`${this.#bar()}
    ${
      this.refused
        ? html`<div class="refused" role="alert">
            <span>${this.refused}</span>
            <button type="button" class="quiet" @click=${() => (this.refused = "")}>
              ${t("common.close")}
            </button>
          </div>`
        : nothing
    }
    ${this.#body()}
    ${
      this.dragging
        ? html`<div class="drop">
            <strong>${t("program.drop")}</strong>
            <span class="small">${t("program.dropKinds")}</span>
          </div>`
        : nothing
    }`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { programPlace } = this.state;
    if (programPlace && !visited.has(programPlace)) {
      visited.add(programPlace);
      void this.#reveal(programPlace);
    }
  }

  async #reveal(place: ProgramPlace): Promise<void> {
    const editor = await this.#turnTo();
    editor?.revealPlace(place);
  }

  #bar(): TemplateResult {
    const { source, program, editedFrom, wrapProgram } = this.state;
    const ready = program.kind === "ready";
    return html`<div class="bar">
      <span class="title">${sourceTitle(source)}</span>
      ${
        editedFrom
          ? html`<button
              type="button"
              class="quiet"
              title=${t("program.backTitle")}
              @click=${() => this.app.backToModel()}
            >
              ${t("program.backTo", { title: sourceTitle(editedFrom.source) })}
            </button>`
          : nothing
      }
      <div class="tools">
        <button
          type="button"
          class="quiet"
          aria-label=${t("program.openLabel")}
          @click=${this.#pick}
        >
          ${t("program.open")}
        </button>
        <button
          type="button"
          class="quiet"
          aria-label=${t("program.saveLabel")}
          ?disabled=${!ready}
          @click=${this.#save}
        >
          ${t("program.save")}
        </button>
        ${
          ready
            ? html`<pc-copy .text=${program.text} label=${t("program.copy")}></pc-copy>`
            : nothing
        }
        <button
          type="button"
          class="quiet"
          ?disabled=${!ready}
          @pointerenter=${this.#soon}
          @focusin=${this.#soon}
          @click=${this.#search}
        >
          ${t("program.search")}
        </button>
        <button
          type="button"
          class="quiet"
          aria-pressed=${wrapProgram}
          @click=${() => this.app.setWrap("program", !wrapProgram)}
        >
          ${t("common.wrapLines")}
        </button>
      </div>
      <input
        type="file"
        hidden
        accept=".relay,.txt,.json,text/plain,application/json"
        aria-label=${t("program.openFile")}
        @change=${this.#picked}
      />
    </div>`;
  }

  #body(): TemplateResult {
    const { source, program, operators, wrapProgram } = this.state;
    switch (program.kind) {
      case "loading":
        return html`<div class="empty">
          <p>${t("program.building", { title: sourceTitle(source) })}</p>
        </div>`;
      case "failed":
        return html`<div>${failureBox(program.failure)}</div>`;
      case "ready":
        // The user's own text needs the editor at once: it is checked, and the user will go on editing it.
        if (source.kind === "text") void this.#turnTo();
        if (!customElements.get("pc-editor")) {
          const turnTo = (): void => void this.#turnTo();
          return html`<pc-preview
            .text=${program.text}
            .label=${t("program.ofTitle", { title: sourceTitle(source) })}
            ?wrap=${wrapProgram}
            @pointerenter=${turnTo}
            @pointerdown=${turnTo}
            @focusin=${turnTo}
          ></pc-preview>`;
        }
        return html`<pc-editor
          .text=${program.text}
          .label=${t("program.ofTitle", { title: sourceTitle(source) })}
          .operators=${operators ?? []}
          .analyse=${this.#analyse}
          .memory=${memory}
          ?wrap=${wrapProgram}
          ?eager=${source.kind === "text"}
          @change=${(event: CustomEvent<string>) => this.app.editText(event.detail)}
        ></pc-editor>`;
    }
  }

  /** Shows the editor, which is loaded when it is first used; null when it cannot be loaded. */
  async #turnTo(): Promise<ProgramEditor | null> {
    if (!customElements.get("pc-editor")) {
      void this.app.loadOperators();
      try {
        await import("./program-editor");
        await textsReady();
      } catch {
        this.refused = t("program.noEditor");
        return null;
      }
      const position = this.renderRoot.querySelector<ProgramPreview>("pc-preview")?.position;
      this.requestUpdate();
      await this.updateComplete;
      const editor = this.#editor;
      await editor?.updateComplete;
      if (position) editor?.takeOver(position);
    }
    await this.updateComplete;
    return this.#editor;
  }

  get #editor(): ProgramEditor | null {
    return this.renderRoot.querySelector<ProgramEditor>("pc-editor");
  }

  /** Loads the editor ahead of its use. */
  readonly #soon = (): void => void this.#turnTo();

  async #search(): Promise<void> {
    (await this.#turnTo())?.openSearch();
  }

  #save(): void {
    this.#editor?.flush();
    const { source, program } = this.state;
    if (program.kind === "ready")
      saveFile(fileName(sourceTitle(source)), program.text, "text/plain");
  }

  #pick(): void {
    this.renderRoot.querySelector<HTMLInputElement>("input[type=file]")?.click();
  }

  #picked(event: Event): void {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) void this.#open(file);
    // So that the same file can be chosen again.
    input.value = "";
  }

  #drag(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    this.dragging = true;
  }

  /** Opens the first file of what was dropped or pasted; text is the editor's. */
  #take(event: Event, data: DataTransfer | null): void {
    this.dragging = false;
    const file = data?.files[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#open(file);
  }

  async #open(file: File): Promise<void> {
    const opened = await openFile(file);
    this.refused = "";
    if (opened.kind === "refused") {
      this.refused = opened.why;
    } else if (opened.kind === "reproducer") {
      // Who handles the event and opens the reproducer calls preventDefault; otherwise it is refused.
      const event = new CustomEvent("reproducer", {
        detail: opened.text,
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      if (this.dispatchEvent(event)) this.refused = t("program.notRelay", { name: file.name });
    } else {
      const { text, title } = opened;
      // As one change of the text, so that it can be undone.
      if (this.state.source.kind === "text") this.#editor?.replaceAll(text);
      this.app.setSource({ kind: "text", text, title });
    }
  }
}

customElements.define("pc-program", ProgramPanel);
