// The editor of Relay text. The user can type at once; the module that knows Relay loads at the first use. The engine
// gets the text a moment after the last change, never during typing.
import { historyField } from "@codemirror/commands";
import { closeSearchPanel, openSearchPanel, searchPanelOpen } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "./texts";
import { LocalizedElement } from "../../i18n/localized";
import type { Analysis } from "../../core/relay/analysis";
import type { Operator } from "../../editor/operators";
import { changePhrases } from "../../editor/phrases";
import { lineageMarks, markLineage } from "../../editor/lineage-marks";
import type { HowToRead } from "../../editor/reading";
import { readAs } from "../../editor/reading-view";
import { editableRelay } from "../../editor/relay-editor";
import type * as smartModule from "../../editor/smart";
import type { Fix, Problem } from "../../editor/smart";
import { base, controls } from "../../ui/styles/shared";
import { Checker } from "./checker";
import { partStyles, problemCounts, problemList } from "./editor-parts";
import { NamePanel } from "./name-panel";

type Smart = typeof smartModule;

/** The text and its undo history as JSON, kept while the element is not in the page. */
export interface EditorMemory {
  saved?: unknown;
}

const CHANGE_DELAY_MS = 200;

export class ProgramEditor extends LocalizedElement {
  static override properties = {
    text: { attribute: false },
    readOnly: { type: Boolean },
    wrap: { type: Boolean },
    eager: { type: Boolean },
    reading: { attribute: false },
    relatives: { attribute: false },
    label: {},
    analyse: { attribute: false },
    operators: { attribute: false },
    memory: { attribute: false },
    problems: { state: true },
    checking: { state: true },
    listOpen: { state: true },
    place: { state: true },
    trouble: { state: true },
  };
  static override styles = [
    base,
    controls,
    partStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
        overflow: hidden;
      }
      .host {
        flex: 1;
        min-height: 0;
      }
      .host > .cm-editor {
        height: 100%;
      }
    `,
  ];

  /** The program. A new text replaces the edited one and its history. */
  declare text: string;
  declare readOnly: boolean;
  declare wrap: boolean;
  /** How lines are shortened. Undefined shows the full text. */
  declare reading: HowToRead | undefined;
  /** Lines of the text, from 0, with relatives of the expression whose lineage is shown. */
  declare relatives: readonly number[];
  /** True to check the text before the editor is used. */
  declare eager: boolean;
  /** The accessible name of the text. */
  declare label: string;
  declare analyse: ((text: string) => Promise<Analysis>) | undefined;
  declare operators: readonly Operator[];
  declare memory: EditorMemory | undefined;

  /** Undefined before the first check of the text. */
  declare problems: readonly Problem[] | undefined;
  /** True while the problems belong to an older text and a check is running. */
  declare checking: boolean;
  declare listOpen: boolean;
  /** Line and column of the cursor, 1-based. */
  declare place: { readonly line: number; readonly column: number };
  /** Why the problems are unknown. */
  declare trouble: "noChecker" | "stopped" | undefined;

  #view: EditorView | undefined;
  #smart: Smart | undefined;
  #waking: Promise<void> | undefined;
  /** The text that was last set from outside or reported in a `change` event. */
  #told: string | undefined;
  #changeTimer: ReturnType<typeof setTimeout> | undefined;
  #openedOnce = false;
  readonly #names = new NamePanel(this, () => this.#tools());
  readonly #checker = new Checker({
    question: () => {
      const { analyse } = this;
      const doc = this.#smart && this.#view?.state.doc;
      return doc && analyse && { doc, analyse };
    },
    answered: (analysis) => this.#checked(analysis),
    scheduled: () => (this.checking = true),
    failed: () => {
      this.trouble = "stopped";
      this.checking = false;
    },
  });
  readonly #slots = {
    smart: new Compartment(),
    wrap: new Compartment(),
    reading: new Compartment(),
    readOnly: new Compartment(),
  };

  constructor() {
    super();
    this.text = "";
    this.readOnly = false;
    this.wrap = false;
    this.relatives = [];
    this.eager = false;
    this.label = t("editor.program");
    this.operators = [];
    this.listOpen = false;
    this.checking = false;
    this.place = { line: 1, column: 1 };
    // Reports a change before a key or a click elsewhere, such as Run, uses the text.
    this.addEventListener("focusout", () => this.flush());
    this.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.flush();
    });
  }

  override render(): TemplateResult {
    const wake = (): void => void this.#wake();
    return html`<div class="host" @focusin=${wake} @pointerenter=${wake}></div>
      ${this.#names.render()}
      <div class="status">
        <button
          type="button"
          class="quiet"
          aria-expanded=${this.listOpen}
          aria-controls="problems"
          title=${t("editor.problemsTitle")}
          ?disabled=${!this.problems}
          @click=${() => (this.listOpen = !this.listOpen)}
        >
          <span class="counts" role="status" aria-busy=${this.checking}>
            ${
              this.trouble
                ? html`<span class="count"
                    ><i class="sign warning"></i>${t(`editor.${this.trouble}`)}</span
                  >`
                : this.problems
                  ? problemCounts(this.problems)
                  : t("editor.unchecked")
            }
          </span>
        </button>
        <span class="place">${t("editor.place", this.place)}</span>
      </div>
      ${
        this.listOpen && this.problems
          ? problemList(
              this.problems,
              (problem) => this.#goTo(problem),
              (_problem, fix) => this.#apply(fix),
            )
          : nothing
      }`;
  }

  override updated(changed: PropertyValues<ProgramEditor>): void {
    const host = this.renderRoot.querySelector<HTMLElement>(".host");
    if (!host) return;
    if (!this.#view) {
      this.#view = new EditorView({
        state: this.#restored() ?? this.#fresh(),
        parent: host,
        root: this.renderRoot as ShadowRoot,
      });
      this.#placed(this.#view.state);
      if (this.eager) void this.#wake();
    } else if (changed.has("text") && this.text !== this.#told) {
      // When one text of the user replaces another, such as an opened file, the change can be undone.
      if (this.eager && !changed.has("eager")) this.#replaceAll();
      else this.#replace();
    }
    if ((["label", "readOnly", "wrap", "reading"] as const).some((key) => changed.has(key))) {
      this.#view.dispatch({
        effects: [
          this.#slots.wrap.reconfigure(this.#wrapping()),
          this.#slots.reading.reconfigure(this.#covered()),
          this.#slots.readOnly.reconfigure(this.#identity()),
        ],
      });
    }
    if (changed.has("relatives")) markLineage(this.#view, this.relatives);
    if (changed.has("language")) {
      changePhrases(this.#view);
      // Problems are in the page's language, so a new check renews their messages.
      this.#checker.schedule(0);
    }
    if (changed.has("operators") && this.#smart) this.#equip();
    if (changed.has("eager") && this.eager) void this.#wake();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.flush();
    this.#checker.cancel();
    if (this.#view && this.memory) {
      this.memory.saved = this.#view.state.toJSON({ history: historyField });
    }
    this.#view?.destroy();
    this.#view = undefined;
  }

  /** Opens the search panel and focuses it, or closes it. */
  openSearch(): void {
    if (!this.#view) return;
    if (searchPanelOpen(this.#view.state)) closeSearchPanel(this.#view);
    else openSearchPanel(this.#view);
  }

  /** Requests the lineage of the expression at the cursor. */
  askLineage(): void {
    const { line, column } = this.place;
    this.#askLineage(line - 1, column - 1);
  }

  override focus(): void {
    this.#view?.focus();
  }

  /** Takes the scroll position and the focus from the preview of the same text. */
  takeOver({ top, left, focused }: { top: number; left: number; focused: boolean }): void {
    if (!this.#view) return;
    this.#view.scrollDOM.scrollTo({ top, left });
    if (focused) this.#view.focus();
  }

  /** The current text, including unreported changes. */
  get value(): string {
    return this.#view?.state.doc.toString() ?? this.text;
  }

  /** Selects a range of the text and scrolls to it. */
  reveal(from: number, to: number): void {
    const length = this.#view?.state.doc.length ?? 0;
    this.#view?.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      effects: EditorView.scrollIntoView(Math.min(from, length), { y: "center" }),
    });
  }

  /** Moves the cursor and the focus to a place. Line and column count from 1. */
  revealPlace({ line, column }: { readonly line: number; readonly column: number }): void {
    const doc = this.#view?.state.doc;
    if (!doc) return;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    const offset = Math.min(at.from + Math.max(0, column - 1), at.to);
    this.reveal(offset, offset);
    this.focus();
  }

  /** Reports a change that is not reported yet. */
  flush(): void {
    if (this.#changeTimer === undefined) return;
    clearTimeout(this.#changeTimer);
    this.#changeTimer = undefined;
    const text = this.value;
    if (text === this.#told) return;
    this.#told = text;
    this.dispatchEvent(new CustomEvent("change", { detail: text }));
  }

  readonly #askLineage = (line: number, column: number): void => {
    this.flush();
    this.dispatchEvent(new CustomEvent("lineage", { detail: { line, column } }));
  };

  #extensions(): Extension {
    return [
      // Must come before the keys of the base.
      lineageMarks(this.#askLineage, false),
      // Must come before the keys of the base, so the keys of the completion take precedence.
      this.#slots.smart.of(this.#smart ? this.#smart.smart(this.operators) : []),
      editableRelay(this.label),
      this.#slots.wrap.of(this.#wrapping()),
      this.#slots.reading.of(this.#covered()),
      this.#slots.readOnly.of(this.#identity()),
      EditorView.updateListener.of((update) => this.#onUpdate(update)),
    ];
  }

  #fresh(): EditorState {
    this.#told = this.text;
    return EditorState.create({ doc: this.text, extensions: this.#extensions() });
  }

  /** The state of an earlier element, if it has the same text. */
  #restored(): EditorState | undefined {
    const saved = this.memory?.saved as { doc: string } | undefined;
    if (saved?.doc !== this.text) return undefined;
    this.#told = this.text;
    return EditorState.fromJSON(
      saved,
      { extensions: this.#extensions() },
      { history: historyField },
    );
  }

  /** Replaces the whole text in one change, which can be undone. */
  #replaceAll(): void {
    if (!this.#view) return;
    const { text } = this;
    clearTimeout(this.#changeTimer);
    this.#changeTimer = undefined;
    this.#told = text;
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      scrollIntoView: true,
      userEvent: "input.open",
    });
    clearTimeout(this.#changeTimer);
    this.#changeTimer = undefined;
  }

  #replace(): void {
    this.#view?.setState(this.#fresh());
    this.problems = undefined;
    this.#names.clear();
    if (this.#view) this.#placed(this.#view.state);
    if (this.#smart) this.#checker.schedule(0);
  }

  #wrapping(): Extension {
    return this.wrap ? EditorView.lineWrapping : [];
  }

  #covered(): Extension {
    return this.reading ? readAs(this.reading) : [];
  }

  #identity(): Extension {
    return [
      EditorState.readOnly.of(this.readOnly),
      EditorView.contentAttributes.of({ "aria-label": this.label }),
    ];
  }

  #onUpdate(update: ViewUpdate): void {
    if (update.docChanged) {
      clearTimeout(this.#changeTimer);
      this.#changeTimer = setTimeout(() => this.flush(), CHANGE_DELAY_MS);
      this.#checker.schedule();
      this.#names.clear();
    }
    if (update.docChanged || update.selectionSet) this.#placed(update.state);
    for (const { effects } of update.transactions) {
      for (const effect of effects) {
        if (!this.#smart || !effect.is(this.#smart.askFor)) continue;
        const { what, uses } = effect.value;
        if (what === "rename" && this.readOnly) this.#names.clear();
        else this.#names.show(what, uses);
      }
    }
  }

  #placed(state: EditorState): void {
    const line = state.doc.lineAt(state.selection.main.head);
    this.place = { line: line.number, column: state.selection.main.head - line.from + 1 };
  }

  /** Loads the module that knows Relay once, and checks the text. */
  #wake(): Promise<void> {
    this.#waking ??= import("../../editor/smart").then(
      (smart) => {
        this.#smart = smart;
        this.#equip();
        this.#checker.schedule(0);
      },
      () => {
        // Without a connection the text can still be edited, and the next use tries again.
        this.#waking = undefined;
        this.trouble = "noChecker";
      },
    );
    return this.#waking;
  }

  #equip(): void {
    if (!this.#view || !this.#smart) return;
    this.#view.dispatch({
      effects: this.#slots.smart.reconfigure(this.#smart.smart(this.operators)),
    });
  }

  #checked(analysis: Analysis): void {
    if (!this.#view || !this.#smart) return;
    this.trouble = undefined;
    this.checking = false;
    this.problems = this.#smart.giveAnalysis(this.#view, analysis);
    // The list opens automatically only once, so nothing jumps during typing.
    if (this.problems.length > 0 && !this.#openedOnce) this.listOpen = this.#openedOnce = true;
  }

  #tools(): { view: EditorView; smart: Smart } | undefined {
    return this.#view && this.#smart && { view: this.#view, smart: this.#smart };
  }

  #goTo(problem: Problem): void {
    if (!this.#view || !this.#smart) return;
    const { from, to } = this.#smart.toPresent(this.#view.state, problem);
    this.#smart.jumpTo(this.#view, from, to);
  }

  #apply(fix: Fix): void {
    if (!this.#view || !this.#smart || this.readOnly) return;
    const { from, to } = this.#smart.toPresent(this.#view.state, fix);
    this.#view.dispatch({
      changes: { from, to, insert: fix.insert },
      selection: { anchor: from + fix.insert.length },
      scrollIntoView: true,
      userEvent: "input.fix",
    });
    this.#view.focus();
  }
}

customElements.define("pc-editor", ProgramEditor);
