// Styles of changed lines and words. Colour is not the only sign: removed words are struck through, added ones
// underlined, and the gutter of changed lines has a bar.
import { EditorView } from "@codemirror/view";

export const mergeTheme = EditorView.theme({
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--minus-soft)" },
  "&.cm-merge-b .cm-changedLine": { backgroundColor: "var(--plus-soft)" },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk mark": {
    background: "var(--minus-strong)",
    textDecoration: "line-through",
    textDecorationThickness: "1px",
  },
  "&.cm-merge-b .cm-changedText": {
    background: "var(--plus-strong)",
    textDecoration: "underline",
    textDecorationThickness: "1px",
    textUnderlineOffset: "3px",
  },
  // In a changed word, syntax colours have too little contrast on the stronger background.
  ".cm-changedText *, .cm-changedText .cm-brief, .cm-deletedChunk mark": { color: "var(--text)" },
  ".cm-deletedChunk": { padding: "0 2px 0 6px" },
  ".cm-changeGutter": { width: "4px", paddingLeft: "0" },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { background: "var(--minus)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--plus)" },
  ".cm-currentChange": { boxShadow: "inset 3px 0 0 var(--accent)" },
  ".cm-insertedLine, .cm-deletedLine, .cm-deletedLine del": { textDecoration: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "var(--numbers)" },
});
