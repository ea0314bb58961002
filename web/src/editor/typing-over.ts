// Typing over a selection, for every editor that can be typed in. A browser puts what is typed over highlighted
// text into an element with a style attribute of its own, which the pages' policy forbids and reports. So such input
// never reaches the document: the editor makes the change itself.
import type { Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const replace = (view: EditorView, text: string): void => {
  const { main } = view.state.selection;
  const insert = (): Transaction =>
    view.state.update(view.state.replaceSelection(text), {
      userEvent: "input.type",
      scrollIntoView: true,
    });
  // What closes brackets, for instance, comes first.
  const handled = view.state
    .facet(EditorView.inputHandler)
    .some((handler) => handler(view, main.from, main.to, text, insert));
  if (!handled) view.dispatch(insert());
};

export const typingOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection;
    if (event.inputType !== "insertText" || !event.data || view.composing || main.empty) {
      return false;
    }
    event.preventDefault();
    replace(view, event.data);
    return true;
  },
  // Input of a composition cannot be prevented, so that what it would replace goes before it begins.
  compositionstart(_event, view) {
    if (view.state.selection.main.empty || view.state.readOnly) return false;
    view.dispatch(view.state.replaceSelection(""), { userEvent: "delete.selection" });
    return false;
  },
});
