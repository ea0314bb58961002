// The extensions of every view of Relay text: highlighting, line numbers, search, keys, styles.
import { standardKeymap } from "@codemirror/commands";
import { syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { editorPhrases } from "./phrases";
import { relayHighlighting, relayLanguage } from "./relay-language";

export const looks = EditorView.theme({
  "&": {
    height: "100%",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    fontSize: "var(--text-s)",
  },
  "&.cm-focused": { outline: "none" },
  // The focus ring surrounds the visible part of the editor, not its whole content.
  "&.cm-focused::after": {
    content: '""',
    position: "absolute",
    inset: "0",
    zIndex: "5",
    border: "var(--focus)",
    pointerEvents: "none",
  },
  "&.cm-focused:not(:has(:focus-visible))::after": { display: "none" },
  ".cm-content": { padding: "var(--s2) 0" },
  ".cm-content:focus-visible": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": {
    border: "0",
    backgroundColor: "var(--surface)",
    color: "var(--code-comment)",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.5rem", padding: "0 var(--s2)" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--accent-soft)", outline: "var(--focus)" },
  ".cm-panels": {
    borderColor: "var(--border)",
    backgroundColor: "var(--sunken)",
    color: "var(--text)",
    fontFamily: "var(--font)",
  },
  ".cm-panels-top": { borderBottom: "1px solid var(--border)" },
  ".cm-panel.cm-search": {
    display: "flex",
    flexWrap: "wrap",
    gap: "var(--s1) var(--s2)",
    alignItems: "center",
    padding: "var(--s2) 2.25rem var(--s2) var(--s3)",
    fontSize: "var(--text-s)",
  },
  ".cm-panel.cm-search label": {
    display: "inline-flex",
    gap: "var(--s1)",
    alignItems: "center",
    fontSize: "var(--text-s)",
  },
  ".cm-panel.cm-search br": { display: "none" },
  ".cm-panel .cm-textfield": {
    minHeight: "1.75rem",
    padding: "0 var(--s2)",
    border: "1px solid var(--border-strong)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--surface)",
    color: "inherit",
    fontSize: "var(--text-s)",
  },
  ".cm-panel .cm-button": {
    minHeight: "1.75rem",
    padding: "0 var(--s2)",
    border: "1px solid var(--border)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--surface)",
    backgroundImage: "none",
    color: "inherit",
    fontSize: "var(--text-s)",
    textTransform: "capitalize",
    cursor: "pointer",
  },
  ".cm-panel.cm-search [name=close]": {
    top: "var(--s2)",
    right: "var(--s2)",
    width: "1.5rem",
    height: "1.5rem",
    color: "var(--muted)",
    fontSize: "1.1rem",
    cursor: "pointer",
  },
  ".cm-panel :focus-visible": { outline: "var(--focus)", outlineOffset: "1px" },
});

/** Extensions for all Relay text, editable or not. */
export const relayBase: Extension = [
  lineNumbers(),
  relayLanguage,
  syntaxHighlighting(relayHighlighting),
  search({ top: true }),
  highlightSelectionMatches({ minSelectionLength: 3 }),
  keymap.of(searchKeymap),
  looks,
];

/** Extensions for read-only Relay text. The content can be focused, so that its keys work. */
export function readOnlyRelay(label: string): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label }),
    editorPhrases(),
    relayBase,
    keymap.of(standardKeymap),
  ];
}
