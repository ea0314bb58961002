// The editor of the user's code: templates, the language service's help, and where the latest run
// failed. It never runs anything.
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../../i18n/views";
import { codeEditor } from "../../code/code-editor";
import { changePhrases } from "../../code/phrases";
import { LanguageClient, type LanguageState } from "../../code/language/client";
import { languageReady } from "../../code/language/editor";
import { spawnLanguage } from "../../code/language/spawn";
import { offsetOf, setRunMark } from "../../code/run-marks";
import { appendTemplate, TEMPLATES, type Template } from "../../code/templates";
import type { CodePlace } from "../../protocol/code";
import type { Failure } from "../../protocol/messages";
import { currentFailure } from "../../state/app-state";
import { failureText } from "../../trace/failure-text";
import { View } from "../common/view";
import { codeTabStyles } from "./code-tab-styles";

/** How long the language service is kept while nobody looks at the code, in milliseconds. */
const KEEP_MS = 60_000;

/** The editor's state while the tab is not shown, with its undo history. */
let kept: EditorState | undefined;
const shown = new Set<CodeTab>();
/** Places that have been gone to. */
const visited = new WeakSet<CodePlace>();
let ending: ReturnType<typeof setTimeout> | undefined;

/** The tabs of the editors, which outlive them. */
const owners = new WeakMap<EditorView, CodeTab>();

/** One for all editors; made anew when code is looked at again. Without the service it stays "off". */
const language = new LanguageClient(spawnLanguage, (state) =>
  shown.forEach((tab) => tab.languageChanged(state)),
);

/** Whether code can be replaced without a question: there is none, or it is a template as it was. */
const isUntouched = (source: string): boolean =>
  source.trim() === "" || TEMPLATES.some((template) => template.source === source);

export class CodeTab extends View {
  static override properties = {
    ...View.properties,
    templates: { attribute: false },
    languageState: { state: true },
    asked: { state: true },
  };
  static override styles = codeTabStyles;

  declare templates: readonly Template[];
  declare languageState: LanguageState;
  /** The template that is to take the place of other code, if the user says so. */
  declare asked: Template | undefined;
  #view: EditorView | undefined;
  #marked: Failure | undefined;

  constructor() {
    super();
    this.templates = TEMPLATES;
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
    kept = this.#view?.state;
    this.#view?.destroy();
    this.#view = undefined;
    shown.delete(this);
    ending = setTimeout(() => language.dispose(), KEEP_MS);
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
          aria-label=${t("code.insert")}
          @change=${(event: Event) => this.#choose(event.target as HTMLSelectElement)}
        >
          <option value="">${t("code.templates")}</option>
          ${(["instruments", "passes"] as const).map(
            (group) =>
              html`<optgroup label=${t(`code.${group}`)}>
                ${this.templates
                  .filter((template) => template.group === group)
                  .map(({ id }) => html`<option value=${id}>${t(`template.${id}`)}</option>`)}
              </optgroup>`,
          )}
        </select>
        <span class="exports small">${this.#exports()}</span>
        <span class="language small muted" role="status">${this.#languageWords()}</span>
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

  /** Of the latest run, until the code is changed. */
  get #failed(): Failure | undefined {
    return currentFailure(this.state);
  }

  #exports(): TemplateResult {
    const { exports } = this.state;
    if (this.#source.trim() === "") {
      return html`<span class="muted">${t("code.write")}</span>`;
    }
    if (exports.length === 0) {
      return html`<span class="muted">${t("code.noExports")}</span>`;
    }
    return html`<span class="muted">${t("code.exports")}</span> ${exports.map(
        (name) => html` <code>${name}</code>`,
      )}`;
  }

  #languageWords(): string {
    return this.languageState === "off" ? "" : t(`code.${this.languageState}`);
  }

  #failure(): TemplateResult | typeof nothing {
    const failure = this.#failed;
    const place = failure?.place?.code;
    if (!failure || !place) return nothing;
    return html`<div class="run-failure">
      <button type="button" class="quiet" @click=${() => this.reveal(place)}>
        ${t("code.line", { line: place.line })}
      </button>
      <span class="message"><strong>${failure.name}:</strong> ${failureText(failure)}</span>
    </div>`;
  }

  #question(): TemplateResult | typeof nothing {
    const template = this.asked;
    if (!template) return nothing;
    const answer = (source: string | undefined): void => {
      this.asked = undefined;
      if (source !== undefined) this.#setText(source);
      // Nothing outside of the dialog can have the focus while it is there.
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
          @click=${() => answer(appendTemplate(this.#source, template.source))}
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
    if (!host) return;
    if (changed.has("language") && this.#view) changePhrases(this.#view);
    if (!this.#view) {
      this.#view = this.#makeView(host);
      // What was kept may be of another language.
      changePhrases(this.#view);
    }
    // Only what comes from elsewhere: what is typed here is there already.
    if (this.#view.state.doc.toString() !== this.#source) {
      this.#view.dispatch({
        changes: { from: 0, to: this.#view.state.doc.length, insert: this.#source },
      });
    }
    const { run } = this.state;
    const failure = run.kind === "failed" ? run.failure : undefined;
    if (failure !== this.#marked || changed.has("language")) {
      this.#marked = failure;
      const place = failure?.place?.code;
      // What is known before the code runs is a matter of all of it.
      const anywhere = failure?.name === "CodeError";
      const mark = place && { place, message: failureText(failure), anywhere };
      this.#view.dispatch({ effects: setRunMark.of(mark) });
    }
    const { codePlace } = this.state;
    if (codePlace && !visited.has(codePlace)) {
      visited.add(codePlace);
      this.reveal(codePlace);
    }
  }

  #makeView(parent: Element): EditorView {
    const state =
      kept?.doc.toString() === this.#source
        ? kept
        : EditorState.create({
            doc: this.#source,
            extensions: [
              codeEditor(() => t("code.label"), language),
              EditorView.updateListener.of((update) => {
                if (!update.docChanged) return;
                owners.get(update.view)?.changed(update.state.doc.toString());
              }),
            ],
          });
    kept = undefined;
    const view = new EditorView({ state, parent, root: this.renderRoot as ShadowRoot });
    owners.set(view, this);
    return view;
  }

  changed(source: string): void {
    if (source !== this.#source) this.app.setCode(source);
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
    const template = this.templates.find(({ id }) => id === select.value);
    select.value = "";
    if (!template) return;
    if (isUntouched(this.#source)) {
      this.#setText(template.source);
      this.#view?.focus();
    } else {
      this.asked = template;
    }
  }

  #startLanguage(): void {
    language.start();
    this.languageState = language.state;
    // A first question, so that its answer says that the service is there.
    if (language.state === "loading") void language.ask("diagnostics", this.#source, {});
  }

  /** Puts the cursor at a place of the code. */
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
