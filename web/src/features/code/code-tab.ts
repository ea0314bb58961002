// The editor of the user's code, with templates, the language service and a mark where the latest run failed.
// The tab itself never runs code.
import { javascript } from "@codemirror/lang-javascript";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { codeEditor } from "./code-editor";
import { changePhrases } from "../../editor/phrases";
import { LanguageClient, type LanguageState } from "./language/client";
import { languageReady, languageSupport } from "./language/editor";
import { spawnLanguage } from "./language/spawn";
import { offsetOf, setRunMark } from "./run-marks";
import { NO_SUPPORT, type CodeSupport, type Template } from "./support";
import { appendTemplate, TEMPLATES } from "./templates";
import {
  CODE_LANGUAGES,
  CODE_NAMES,
  type CodeLanguage,
  type CodePlace,
} from "../../core/protocol/code";
import type { Failure } from "../../core/protocol/messages";
import { currentFailure, isBusy, type AppState } from "../../core/state/app-state";
import { failureText } from "../../core/trace/failure-text";
import { playIcon, stopIcon } from "../../ui/icons";
import { View } from "../../ui/view";
import { codeTabStyles } from "./code-tab-styles";

/** How long the language service lives while no code tab is visible, in milliseconds. */
const KEEP_MS = 60_000;

/** For each language, the state of its hidden editor, including the undo history. */
const kept = new Map<CodeLanguage, EditorState>();
const shown = new Set<CodeTab>();
/** Places to which the cursor has already moved. */
const visited = new WeakSet<CodePlace>();
let ending: ReturnType<typeof setTimeout> | undefined;

/** The tabs of the editors, which outlive them. */
const owners = new WeakMap<EditorView, CodeTab>();

/**
 * One client for all editors. A new worker starts when a code tab opens again. Without a service the state stays "off".
 */
const language = new LanguageClient(spawnLanguage, (state) =>
  shown.forEach((tab) => tab.languageChanged(state)),
);

/** The support that has been loaded, by language. */
const supports = new Map<CodeLanguage, CodeSupport>([
  [
    "javascript",
    {
      extension: [EditorState.tabSize.of(2), javascript(), languageSupport(language)],
      templates: TEMPLATES,
      append: appendTemplate,
    },
  ],
]);

/** True if a template may replace the code without a question: the code is empty or an unchanged template. */
const isUntouched = (source: string, templates: readonly Template[]): boolean =>
  source.trim() === "" || templates.some((template) => template.source === source);

/** The failure of the shown code: of the code that ran on its own, or of the latest run. */
function failureIn(state: AppState): Failure | undefined {
  const { script, code } = state;
  if (script.kind === "failed") return script.code === code ? script.failure : undefined;
  return currentFailure(state);
}

export class CodeTab extends View {
  static override properties = {
    ...View.properties,
    support: { state: true },
    languageState: { state: true },
    asked: { state: true },
  };
  static override styles = codeTabStyles;

  /** Undefined while it is loaded. */
  declare support: CodeSupport | undefined;
  declare languageState: LanguageState;
  /** The template that waits for the user's permission to replace the code. */
  declare asked: Template | undefined;
  #view: EditorView | undefined;
  /** The language of the editor. */
  #shown: CodeLanguage = "javascript";
  #marked: Failure | undefined;

  constructor() {
    super();
    this.support = undefined;
    this.languageState = language.state;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    clearTimeout(ending);
    shown.add(this);
    this.languageState = language.state;
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drop();
    shown.delete(this);
    ending = setTimeout(() => language.dispose(), KEEP_MS);
  }

  /** Destroys the editor and keeps its state, so undo still works later. */
  #drop(): void {
    if (this.#view) kept.set(this.#shown, this.#view.state);
    this.#view?.destroy();
    this.#view = undefined;
  }

  /** Loads the support for a language. Without it, the editor works as plain text. */
  async #load(codeLanguage: CodeLanguage): Promise<void> {
    try {
      supports.set(codeLanguage, (await import("./python/support")).support);
      this.requestUpdate();
    } catch {
      if (this.state.codeLanguage === codeLanguage) this.support = NO_SUPPORT;
    }
  }

  override willUpdate(changed: PropertyValues<CodeTab>): void {
    super.willUpdate(changed);
    const { codeLanguage } = this.state;
    const support = supports.get(codeLanguage);
    if (support) this.support = support;
    else if (this.#shown !== codeLanguage) this.support = undefined;
    if (this.#shown === codeLanguage) return;
    this.#drop();
    this.#shown = codeLanguage;
    if (!support) void this.#load(codeLanguage);
  }

  languageChanged(state: LanguageState): void {
    this.languageState = state;
    if (state === "ready") this.#view?.dispatch({ effects: languageReady.of(null) });
  }

  override render(): TemplateResult {
    return html`<div class="code-tab">
      <div class="bar">
        <select
          class="compact"
          aria-label=${t("code.language")}
          @change=${(event: Event) => this.#setLanguage((event.target as HTMLSelectElement).value)}
        >
          ${CODE_LANGUAGES.map(
            (name) =>
              html`<option value=${name} ?selected=${name === this.state.codeLanguage}>
                ${CODE_NAMES[name]}
              </option>`,
          )}
        </select>
        <select
          class="compact"
          aria-label=${t("code.insert")}
          @change=${(event: Event) => this.#choose(event.target as HTMLSelectElement)}
        >
          <option value="">${t("code.templates")}</option>
          ${(["instruments", "passes"] as const).map(
            (group) =>
              html`<optgroup label=${t(`code.${group}`)}>
                ${(this.support?.templates ?? [])
                  .filter((template) => template.group === group)
                  .map(({ id }) => html`<option value=${id}>${t(`template.${id}`)}</option>`)}
              </optgroup>`,
          )}
        </select>
        <span class="exports small">${this.#exports()}</span>
        <span class="language small muted" role="status">${this.#languageWords()}</span>
        ${this.#scriptButton()}
      </div>
      <div class="editor" @focusin=${() => this.#startLanguage()}></div>
      ${this.#failure()}
      <p class="hint small muted">
        ${t("code.hint", { tab: html`<kbd>Tab</kbd>`, esc: html`<kbd>Esc</kbd>` })}
      </p>
      ${this.#question()}
    </div>`;
  }

  /** The code as the editor shows it. */
  get #source(): string {
    return this.state.code;
  }

  /** The failure of the code that is shown, until the code changes. */
  get #failed(): Failure | undefined {
    return failureIn(this.state);
  }

  #setLanguage(value: string): void {
    const chosen = CODE_LANGUAGES.find((name) => name === value);
    if (chosen) this.app.code.setLanguage(chosen);
  }

  #scriptButton(): TemplateResult {
    const { run, script } = this.state;
    if (script.kind === "running") {
      return html`<button type="button" @click=${() => this.app.code.stopScript()}>
        ${stopIcon} ${t("code.stop")}
      </button>`;
    }
    return html`<button
      type="button"
      title=${t("code.runTitle")}
      ?disabled=${this.#source.trim() === "" || isBusy(run)}
      @click=${() => void this.app.code.runScript()}
    >
      ${playIcon} ${t("code.run")}
    </button>`;
  }

  #exports(): TemplateResult {
    const { exports, codeLanguage } = this.state;
    const marked = codeLanguage === "javascript";
    if (this.#source.trim() === "") {
      return html`<span class="muted">${t("code.write")}</span>`;
    }
    if (exports.length === 0) {
      return html`<span class="muted"
        >${t(marked ? "code.noExports" : "code.noDefinitions")}</span
      >`;
    }
    return html`<span class="muted">${t(marked ? "code.exports" : "code.definitions")}</span>
      ${exports.map((name) => html` <code>${name}</code>`)}`;
  }

  #languageWords(): string {
    const { codeLanguage, script } = this.state;
    switch (script.kind) {
      case "running":
        return t("code.scriptRunning");
      case "done":
        return t("code.scriptDone");
      case "stopped":
        return t("code.scriptStopped");
      case "failed":
        return t("code.scriptFailed");
      case "idle":
        break;
    }
    const { languageState } = this;
    return codeLanguage !== "javascript" || languageState === "off"
      ? ""
      : t(`code.${languageState}`);
  }

  #failure(): TemplateResult | typeof nothing {
    const failure = this.#failed;
    const place = failure?.place?.code;
    if (!failure || !place) return nothing;
    return html`<div class="run-failure">
      <button type="button" class="quiet" @click=${() => this.reveal(place)}>
        ${t("code.line", { line: place.line })}
      </button>
      <span class="message"
        ><strong>${failure.name}:</strong> ${
          this.state.codeLanguage === "python"
            ? html`<span class="traceback">${failureText(failure)}</span>`
            : failureText(failure)
        }</span
      >
    </div>`;
  }

  #question(): TemplateResult | typeof nothing {
    const template = this.asked;
    if (!template) return nothing;
    const answer = (source: string | undefined): void => {
      this.asked = undefined;
      if (source !== undefined) this.#setText(source);
      // The dialog takes the focus from the editor until it closes.
      void this.updateComplete.then(() => this.#view?.focus());
    };
    return html`<dialog
      aria-labelledby="question"
      @cancel=${(event: Event) => {
        event.preventDefault();
        answer(undefined);
      }}
    >
      <p id="question">${t("code.question")}</p>
      <div class="answers">
        <button
          type="button"
          class="primary"
          autofocus
          @click=${() => answer((this.support ?? NO_SUPPORT).append(this.#source, template.source))}
        >
          ${t("code.addBelow")}
        </button>
        <button type="button" @click=${() => answer(template.source)}>${t("code.replace")}</button>
        <button type="button" @click=${() => answer(undefined)}>${t("code.cancel")}</button>
      </div>
    </dialog>`;
  }

  override updated(changed: PropertyValues<CodeTab>): void {
    super.updated(changed);
    this.#update(changed);
    this.renderRoot.querySelector<HTMLDialogElement>("dialog:not([open])")?.showModal();
  }

  #update(changed: PropertyValues<CodeTab>): void {
    const host = this.renderRoot.querySelector(".editor");
    const { support } = this;
    if (!host || !support) return;
    if (changed.has("language") && this.#view) changePhrases(this.#view);
    if (!this.#view) {
      this.#view = this.#makeView(host, support);
      // The kept state may have phrases of another language.
      changePhrases(this.#view);
    }
    // Typed text is already in the document, so only other changes are applied.
    if (this.#view.state.doc.toString() !== this.#source) {
      this.#view.dispatch({
        changes: { from: 0, to: this.#view.state.doc.length, insert: this.#source },
      });
    }
    const { run, script } = this.state;
    const { failure } =
      script.kind === "failed" ? script : run.kind === "failed" ? run : { failure: undefined };
    if (failure !== this.#marked || changed.has("language")) {
      this.#marked = failure;
      const place = failure?.place?.code;
      // An error from before the run, such as a syntax error, can have its cause anywhere in the code.
      const anywhere = /^(?:CodeError|SyntaxError|IndentationError|TabError)$/.test(
        failure?.name ?? "",
      );
      const mark = place && { place, message: failureText(failure), anywhere };
      this.#view.dispatch({ effects: setRunMark.of(mark) });
    }
    const { codePlace } = this.state;
    if (codePlace && !visited.has(codePlace)) {
      visited.add(codePlace);
      this.reveal(codePlace);
    }
  }

  #makeView(parent: Element, support: CodeSupport): EditorView {
    const before = kept.get(this.#shown);
    const state =
      before?.doc.toString() === this.#source
        ? before
        : EditorState.create({
            doc: this.#source,
            extensions: [
              codeEditor(
                () => t("code.label", { language: CODE_NAMES[this.#shown] }),
                support.extension,
              ),
              EditorView.updateListener.of((update) => {
                if (!update.docChanged) return;
                owners.get(update.view)?.changed(update.state.doc.toString());
              }),
            ],
          });
    kept.delete(this.#shown);
    const view = new EditorView({ state, parent, root: this.renderRoot as ShadowRoot });
    owners.set(view, this);
    return view;
  }

  changed(source: string): void {
    if (source !== this.#source) this.app.code.set(source);
  }

  #setText(source: string): void {
    const view = this.#view;
    if (!view) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: source },
      selection: { anchor: 0 },
      scrollIntoView: true,
      userEvent: "input.template",
    });
  }

  #choose(select: HTMLSelectElement): void {
    const templates = this.support?.templates ?? [];
    const template = templates.find(({ id }) => id === select.value);
    select.value = "";
    if (!template) return;
    if (isUntouched(this.#source, templates)) {
      this.#setText(template.source);
      this.#view?.focus();
    } else {
      this.asked = template;
    }
  }

  #startLanguage(): void {
    if (this.state.codeLanguage !== "javascript") return;
    language.start();
    this.languageState = language.state;
    // The first request makes the worker start; its answer reports that the service is ready.
    if (language.state === "loading") void language.ask("diagnostics", this.#source, {});
  }

  /** Moves the cursor to a place in the code. */
  reveal(place: CodePlace): void {
    const view = this.#view;
    if (!view) return;
    view.dispatch({
      selection: { anchor: offsetOf(view.state, place) },
      effects: EditorView.scrollIntoView(offsetOf(view.state, place), { y: "center" }),
    });
    view.focus();
  }
}

customElements.define("pc-code-tab", CodeTab);
