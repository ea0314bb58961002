// Typing over a selection, for every editable editor. Browsers put text that is typed over highlighted text into an
// element with a style attribute. The pages' policy forbids and reports that. So the editor prevents such input and
// makes the change itself.
import type { Extension, Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const replace = (view: EditorView, text: string): void => {
  const { main } = view.state.selection;
  const insert = (): Transaction =>
    view.state.update(view.state.replaceSelection(text), {
      userEvent: "input.type",
      scrollIntoView: true,
    });
  // Other input handlers come first, such as the one that closes brackets.
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
  // A composition cannot be prevented, so the selected text is removed before it begins.
  compositionstart(_event, view) {
    if (view.state.selection.main.empty || view.state.readOnly) return false;
    view.dispatch(view.state.replaceSelection(""), { userEvent: "delete.selection" });
    return false;
  },
});
