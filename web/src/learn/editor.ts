// The editor of a cell. It loads when the first cell comes into view.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { diagnosticCount, lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, Prec, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { codeHighlighting, codeTheme } from "../editor/code-styles";
import { looks } from "../editor/setup";
import { typingOver } from "../editor/typing-over";

export interface EditorOptions {
  readonly parent: Element;
  readonly code: string;
  /** The language of the code. */
  readonly language: Extension;
  readonly label: string;
  readonly changed: (code: string) => void;
  /** Called by Shift+Enter, and by Ctrl+Enter or Cmd+Enter, which does not go to the next cell. */
  readonly run: (andNext: boolean) => void;
}

/** A mistake and its line, from 1. */
export interface Mistake {
  readonly line: number;
  readonly message: string;
}

export class CellEditor {
  readonly #view: EditorView;

  constructor({ parent, code, language, label, changed, run }: EditorOptions) {
    const running =
      (andNext: boolean): (() => boolean) =>
      () => {
        run(andNext);
        return true;
      };
    // In a shadow root, the editor uses style sheets; in the page it would use inline styles.
    const root = parent.attachShadow({ mode: "open", delegatesFocus: true });
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: code,
        extensions: [
          EditorView.contentAttributes.of({ "aria-label": label }),
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          typingOver,
          language,
          syntaxHighlighting(codeHighlighting),
          lintGutter(),
          Prec.highest(
            keymap.of([
              { key: "Shift-Enter", run: running(true) },
              { key: "Mod-Enter", run: running(false) },
            ]),
          ),
          // Tab belongs to the browser: it goes to the next control.
          keymap.of([...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged) return;
            // The mistake was in the code that ran; the result below still shows it.
            if (diagnosticCount(state) > 0) this.mark(undefined);
            changed(state.doc.toString());
          }),
          looks,
          codeTheme,
        ],
      }),
    });
  }

  get code(): string {
    return this.#view.state.doc.toString();
  }

  set code(code: string) {
    if (code === this.code) return;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: code } });
  }

  focus(): void {
    this.#view.focus();
  }

  /** Underlines the line of a mistake; undefined removes the mark. */
  mark(mistake: Mistake | undefined): void {
    const { doc } = this.#view.state;
    const found: Diagnostic[] = [];
    if (mistake && mistake.line >= 1 && mistake.line <= doc.lines) {
      const { from, to, text } = doc.line(mistake.line);
      const indent = text.length - text.trimStart().length;
      found.push({ from: from + indent, to, severity: "error", message: mistake.message });
    }
    this.#view.dispatch(setDiagnostics(this.#view.state, found));
  }
}
