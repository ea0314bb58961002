// The extensions of the code editor.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { codeHighlighting, codeTheme } from "../../editor/code-styles";
import { editorPhrases } from "../../editor/phrases";
import { leaveRunKey } from "../../editor/run-key";
import { runMarks } from "./run-marks";
import { looks } from "../../editor/setup";
import { typingOver } from "../../editor/typing-over";

/**
 * @param label returns the accessible name. The editor calls it on every update.
 * @param language the language of the code, with completion and hover.
 */
export function codeEditor(label: () => string, language: Extension): Extension {
  return [
    // Assistive technology needs a place for the focus inside of a scrollable element.
    EditorView.contentAttributes.of(() => ({ tabindex: "0", "aria-label": label() })),
    editorPhrases(),
    lineNumbers(),
    lintGutter(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    typingOver,
    search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    language,
    syntaxHighlighting(codeHighlighting),
    runMarks(),
    leaveRunKey,
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...lintKeymap,
      indentWithTab,
      ...defaultKeymap,
    ]),
    looks,
    codeTheme,
  ];
}
