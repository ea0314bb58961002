// The Program tab: the editor, and the buttons that open, save and copy its text. Files can be dropped anywhere on it.
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t as ui } from "../../ui/texts";
import { t } from "./texts";
import { textsReady } from "../../i18n/language";
import { sourceTitle, type AppState, type ProgramPlace } from "../../core/state/app-state";
import { howToRead } from "../../editor/how-to-read";
import { saveFile } from "../../ui/download";
import { lineageOf, sourceSnapshot } from "../lineage";
import type { TextPlace } from "../../core/trace/lineage-lines";
import { base, controls } from "../../ui/styles/shared";
import "../../ui/copy-button";
import "../../editor/reading-choice";
import { failureBox, failureStyles } from "../../ui/failure";
import { FileDrop, fileDropStyles } from "../../ui/file-drop";
import { fileName, openFile } from "./program-file";
import "./program-preview";
import type { EditorMemory, ProgramEditor } from "./program-editor";
import type { ProgramPreview } from "./program-preview";
import { View } from "../../ui/view";

const NONE: readonly number[] = [];

// The editor's text with its undo history, kept while another tab is shown.
const memory: EditorMemory = {};

/** Places to which the editor has already moved. */
const visited = new WeakSet<ProgramPlace>();

/** Whether the program of which a text was made has weights, which the text lacks. */
const hadWeights = ({ program }: NonNullable<AppState["editedFrom"]>): boolean =>
  program.kind === "ready" && program.parameters > 0;

export class ProgramPanel extends View {
  static override properties = {
    ...View.properties,
    refused: { state: true },
    relatives: { state: true },
  };
  static override styles = [
    base,
    controls,
    failureStyles,
    fileDropStyles,
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
      .dropped {
        display: flex;
        flex: none;
        flex-wrap: wrap;
        gap: 0 var(--s2);
        align-items: center;
        padding: 0 var(--s2) 0 var(--s3);
        border-bottom: 1px solid var(--border);
        background: var(--warn-soft);
        font-size: var(--text-s);
      }
      .refused button,
      .dropped button {
        margin-left: auto;
      }
      .empty {
        display: grid;
        flex: 1;
        place-content: center;
        color: var(--muted);
      }
    `,
  ];

  declare refused: string;
  /** Lines of the text with relatives of the expression whose lineage is shown. */
  declare relatives: readonly number[];
  /** The inputs of the latest request for `relatives`. */
  #relativesOf: unknown;
  /** In the playground, the page takes dropped files before this element does. */
  readonly #files = new FileDrop(this, ([file]) => void this.#open(file));
  readonly #analyse = (text: string): ReturnType<typeof this.app.program.analyse> =>
    this.app.program.analyse(text);

  constructor() {
    super();
    this.refused = "";
    this.relatives = NONE;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (customElements.get("pc-editor")) void this.app.program.loadOperators();
  }

  override willUpdate(): void {
    const { state } = this;
    const lineage = lineageOf(state);
    const of = sourceSnapshot(state) === undefined ? undefined : lineage;
    if (this.#relativesOf === of) return;
    this.#relativesOf = of;
    this.relatives = NONE;
    if (of?.kind !== "ready") return;
    this.app.lineage.linesOfProgram().then(
      (lines) => {
        if (this.#relativesOf === of) this.relatives = lines;
      },
      // The engine restarted; the lineage strip reports it on its next request.
      () => undefined,
    );
  }

  override render(): TemplateResult {
    return html`${this.#bar()} ${this.#dropped()}
    ${
      this.refused
        ? html`<div class="refused" role="alert">
            <span>${this.refused}</span>
            <button type="button" class="quiet" @click=${() => (this.refused = "")}>
              ${ui("common.close")}
            </button>
          </div>`
        : nothing
    }
    ${this.#body()} ${this.#files.overlay()}`;
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
        editedFrom && !hadWeights(editedFrom)
          ? html`<button
              type="button"
              class="quiet"
              title=${t("program.backTitle")}
              @click=${() => this.app.program.backToModel()}
            >
              ${t("program.backTo", { title: sourceTitle(editedFrom.source) })}
            </button>`
          : nothing
      }
      <div class="tools">
        <button type="button" class="quiet" ?disabled=${!ready} @click=${this.#save}>
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
          ?disabled=${!ready || source.kind === "import"}
          @pointerenter=${this.#soon}
          @focusin=${this.#soon}
          @click=${this.#search}
        >
          ${t("program.search")}
        </button>
        <button
          type="button"
          class="quiet"
          title=${t("program.lineageTitle")}
          aria-keyshortcuts="Alt+L"
          ?disabled=${!ready || source.kind === "import"}
          @pointerenter=${this.#soon}
          @focusin=${this.#soon}
          @click=${this.#askAtCursor}
        >
          ${t("program.lineage")}
        </button>
        <pc-reading .app=${this.app}></pc-reading>
        <button
          type="button"
          class="quiet"
          aria-pressed=${wrapProgram}
          @click=${() => this.app.program.setWrap(!wrapProgram)}
        >
          ${ui("common.wrapLines")}
        </button>
      </div>
    </div>`;
  }

  /** Says that an edited text lacks the weights of its model, with the way back to them. */
  #dropped(): TemplateResult | typeof nothing {
    const { editedFrom } = this.state;
    if (!editedFrom || !hadWeights(editedFrom)) return nothing;
    const title = sourceTitle(editedFrom.source);
    return html`<div class="dropped" role="status">
      <span>${t("program.noWeights", { title })}</span>
      <button
        type="button"
        class="quiet"
        title=${t("program.backTitle")}
        @click=${() => this.app.program.backToModel()}
      >
        ${t("program.backTo", { title })}
      </button>
    </div>`;
  }

  #body(): TemplateResult {
    const { source, program, operators, wrapProgram } = this.state;
    const reading = howToRead(this.state);
    switch (program.kind) {
      case "loading":
        return html`<div class="empty">
          <p>${t("program.building", { title: sourceTitle(source) })}</p>
        </div>`;
      case "failed":
        return html`<div>${failureBox(program.failure)}</div>`;
      case "ready":
        // The user's own text needs the editor at once, because it is checked and probably edited further.
        if (source.kind === "text") void this.#turnTo();
        // The text of an imported model names constants that are only in its file, so it is read-only. A stage of the
        // pipeline can continue from an edited text.
        if (source.kind === "import" || !customElements.get("pc-editor")) {
          const turnTo = (): void => {
            if (source.kind !== "import") void this.#turnTo();
          };
          return html`<pc-preview
            .text=${program.text}
            .label=${t("program.ofTitle", { title: sourceTitle(source) })}
            .reading=${reading}
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
          .reading=${reading}
          .relatives=${this.relatives}
          ?wrap=${wrapProgram}
          ?eager=${source.kind === "text"}
          @change=${(event: CustomEvent<string>) => this.app.program.editText(event.detail)}
          @lineage=${({ detail }: CustomEvent<TextPlace>) =>
            void this.app.lineage.askOfProgram(detail.line, detail.column)}
        ></pc-editor>`;
    }
  }

  /** Shows the editor, and loads it at the first use. Null if it cannot load. */
  async #turnTo(): Promise<ProgramEditor | null> {
    if (!customElements.get("pc-editor")) {
      void this.app.program.loadOperators();
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

  /** Loads the editor before its first use. */
  readonly #soon = (): void => void this.#turnTo();

  async #search(): Promise<void> {
    (await this.#turnTo())?.openSearch();
  }

  async #askAtCursor(): Promise<void> {
    (await this.#turnTo())?.askLineage();
  }

  #save(): void {
    this.#editor?.flush();
    const { source, program } = this.state;
    if (program.kind === "ready")
      saveFile(fileName(sourceTitle(source)), program.text, "text/plain");
  }

  async #open(file: File): Promise<void> {
    const opened = await openFile(file);
    this.refused = "";
    if (opened.kind === "refused") {
      this.refused = opened.why;
    } else if (opened.kind === "reproducer") {
      // A listener that opens the reproducer calls preventDefault. Without one, the file is rejected.
      const event = new CustomEvent("reproducer", {
        detail: opened.text,
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      if (this.dispatchEvent(event)) this.refused = t("program.notRelay", { name: file.name });
    } else {
      const { text, title } = opened;
      this.app.program.setSource({ kind: "text", text, title });
    }
  }
}

customElements.define("pc-program", ProgramPanel);
