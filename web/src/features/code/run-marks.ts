// Underlines the place in the code where the latest run failed. The mark moves with edits, until an edit may have fixed
// the error.
import { linter, type Diagnostic } from "@codemirror/lint";
import { StateEffect, StateField, type EditorState, type Extension } from "@codemirror/state";
import type { CodePlace } from "../../core/protocol/code";

export interface RunMark {
  readonly place: CodePlace;
  readonly message: string;
  /**
   * True if an edit anywhere may fix it, as with a syntax error. Otherwise only an edit of its line removes the mark.
   */
  readonly anywhere: boolean;
}

interface Mark extends Diagnostic {
  readonly anywhere: boolean;
}

export const setRunMark = StateEffect.define<RunMark | undefined>();

const marks = StateField.define<Mark | undefined>({
  create: () => undefined,
  update(mark, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setRunMark))
        return effect.value && diagnosticOf(transaction.state, effect.value);
    }
    if (!mark || !transaction.docChanged) return mark;
    const { changes, startState } = transaction;
    const line = startState.doc.lineAt(mark.from);
    if (mark.anywhere || changes.touchesRange(line.from, line.to)) return undefined;
    const from = changes.mapPos(mark.from, 1);
    return { ...mark, from, to: Math.max(from, changes.mapPos(mark.to, -1)) };
  },
});

/** Marks the word at a place, or the rest of the line if there is no word. */
function diagnosticOf(state: EditorState, { place, message, anywhere }: RunMark): Mark {
  const from = offsetOf(state, place);
  const line = state.doc.lineAt(from);
  const word = state.wordAt(from);
  const to = word && word.from <= from && word.to > from ? word.to : line.to;
  return { from, to, severity: "error", source: "run", message, anywhere };
}

/** The offset of a place in the document, or the nearest offset if the place is outside. */
export function offsetOf(state: EditorState, { line, column }: CodePlace): number {
  const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  return Math.min(found.from + Math.max(0, column - 1), found.to);
}

export function runMarks(): Extension {
  return [
    marks,
    linter(
      (view) => {
        const mark = view.state.field(marks);
        return mark ? [mark] : [];
      },
      {
        delay: 0,
        needsRefresh: (update) => update.startState.field(marks) !== update.state.field(marks),
      },
    ),
  ];
}
