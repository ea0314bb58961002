// Relay text that can be edited: history, brackets, indentation, comments, folding.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentService,
  indentUnit,
} from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
} from "@codemirror/view";
import { editorPhrases } from "./phrases";
import { relayFolding } from "./relay-fold";
import { leaveRunKey } from "./run-key";
import { relayBase } from "./setup";
import { typingOver } from "./typing-over";

/** A line's indentation: that of the line above, more behind an open bracket, less before a closing one. */
const indentation = indentService.of((context, offset) => {
  const { state, unit } = context;
  let above = "";
  if (context.simulatedBreak === offset) {
    // Read from the document: between two brackets there are two breaks, and the context's line is empty.
    const line = state.doc.lineAt(offset);
    above = line.text.slice(0, offset - line.from);
  } else {
    let number = state.doc.lineAt(offset).number - 1;
    while (number > 0 && state.doc.line(number).text.trim() === "") number -= 1;
    if (number > 0) above = state.doc.line(number).text;
  }
  const open = /[{([]\s*(?:\/\/.*)?$/.test(above) ? unit : 0;
  const closes = /^\s*[})\]]/.test(context.textAfterPos(offset)) ? unit : 0;
  const indent = /^\s*/.exec(above)?.[0].length ?? 0;
  return Math.max(0, indent + open - closes);
});

const looks = EditorView.theme({
  // Space for the marks of problems.
  ".cm-gutters": { paddingLeft: "1rem" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--text)" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--line)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--border-strong)",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "var(--minus-soft)",
    outline: "1px solid var(--minus)",
  },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-foldGutter .cm-gutterElement": {
    minWidth: "1rem",
    color: "var(--muted)",
    textAlign: "center",
    cursor: "pointer",
  },
  ".cm-foldPlaceholder": {
    padding: "0 var(--s2)",
    border: "1px solid var(--border)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--sunken)",
    color: "var(--muted)",
    cursor: "pointer",
  },
});

export function editableRelay(label: string): Extension {
  return [
    relayBase,
    editorPhrases(),
    EditorView.contentAttributes.of({
      "aria-label": label,
      autocapitalize: "off",
      tabindex: "0",
      spellcheck: "false",
    }),
    EditorState.allowMultipleSelections.of(true),
    indentUnit.of("  "),
    history(),
    drawSelection(),
    bracketMatching(),
    indentation,
    typingOver,
    indentOnInput(),
    relayFolding,
    codeFolding(),
    foldGutter({ openText: "▾", closedText: "▸" }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    leaveRunKey,
    keymap.of([...historyKeymap, ...foldKeymap, ...defaultKeymap]),
    looks,
  ];
}
