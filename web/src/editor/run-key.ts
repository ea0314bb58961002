// Ctrl+Enter and Cmd+Enter belong to the page, which runs the pipeline. An editor takes no line from them, whatever
// else is pressed: editors of macOS, for example, know only one of the two.
import { Prec, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export const leaveRunKey: Extension = Prec.highest(
  EditorView.domEventHandlers({
    keydown: (event) => {
      if (event.key !== "Enter" || event.altKey || !(event.ctrlKey || event.metaKey)) return false;
      event.preventDefault();
      return true;
    },
  }),
);
