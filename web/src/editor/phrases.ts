// CodeMirror's own texts in the page's language.
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { t } from "./texts";

const PHRASES = [
  "Find",
  "Replace",
  "next",
  "previous",
  "all",
  "match case",
  "regexp",
  "by word",
  "replace",
  "replace all",
  "close",
  "current match",
  "on line",
  "replaced match on line $",
  "replaced $ matches",
  "Go to line",
  "go",
  "Completions",
  "Diagnostics",
  "No diagnostics",
  "Control character",
  "Selection deleted",
  "Folded lines",
  "Unfolded lines",
  "to",
  "folded code",
  "unfold",
  "Fold line",
  "Unfold line",
] as const;

const slot = new Compartment();

const phrases = (): Extension =>
  EditorState.phrases.of(Object.fromEntries(PHRASES.map((phrase) => [phrase, t(`cm.${phrase}`)])));

/** The extension that every editor needs. */
export const editorPhrases = (): Extension => slot.of(phrases());

/** Changes an editor's texts to the current language. */
export function changePhrases(editor: EditorView): void {
  editor.dispatch({ effects: slot.reconfigure(phrases()) });
}
