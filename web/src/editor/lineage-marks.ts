// Marks the lines of an expression's ancestors or descendants. The user asks about an expression by a click, or by
// Alt-L at the cursor.
import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, type DecorationSet } from "@codemirror/view";
import { scrollToLine } from "./scroll-to";

const setLines = StateEffect.define<readonly number[]>();

const relative = Decoration.line({ class: "cm-relative" });

const linesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, state, changes }) {
    value = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setLines)) continue;
      const { doc } = state;
      const shown = effect.value.filter((line) => line < doc.lines);
      value = Decoration.set(
        shown.map((line) => relative.range(doc.line(line + 1).from)),
        true,
      );
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const looks = EditorView.theme({
  ".cm-relative": {
    boxShadow: "inset 3px 0 0 var(--accent)",
    outline: "1px solid var(--accent)",
    outlineOffset: "-1px",
  },
});

/**
 * @param ask called with a line and a column, from 0.
 * @param byPress whether a click asks too, as in read-only text.
 */
export function lineageMarks(
  ask: (line: number, column: number) => void,
  byPress = true,
): Extension {
  const askAt = (view: EditorView, at: number): void => {
    const line = view.state.doc.lineAt(at);
    ask(line.number - 1, at - line.from);
  };
  return [
    linesField,
    // Listens for a press and its release, not for a click: the editor redraws the line of the cursor in between, so no
    // click arrives.
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (!byPress) return false;
        // Selecting text, or pressing a button in it, asks nothing.
        const { target, detail, button, clientX: x, clientY: y } = event;
        const inText = target instanceof Element && target.closest(".cm-line") !== null;
        const onButton = target instanceof Element && target.closest("button") !== null;
        const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
        if (!inText || onButton || modified || button !== 0 || detail > 1) return false;
        const at = view.posAtCoords({ x, y });
        if (at === null) return false;
        const released = ({ clientX, clientY }: MouseEvent): void => {
          const stays = Math.hypot(clientX - x, clientY - y) < 4;
          if (stays && view.state.selection.main.empty) askAt(view, at);
        };
        view.dom.ownerDocument.addEventListener("mouseup", released, { once: true });
        return false;
      },
    }),
    keymap.of([
      {
        key: "Alt-l",
        run: (view) => {
          askAt(view, view.state.selection.main.head);
          return true;
        },
      },
    ]),
    looks,
  ];
}

/** Marks lines, from 0. */
export function markLineage(view: EditorView, lines: readonly number[]): void {
  view.dispatch({ effects: setLines.of(lines) });
}

/** Scrolls a line, from 0, into view. */
export function showLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  if (line >= doc.lines) return;
  scrollToLine(view, doc.line(line + 1).from);
}
