// What the editor of code is made of.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Prec, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { codeHighlighting, codeTheme } from "../../editor/code-styles";
import { editorPhrases } from "../../editor/phrases";
import { runMarks } from "./run-marks";
import { looks } from "../../editor/setup";
import { typingOver } from "../../editor/typing-over";

/**
 * `label`: the accessible name, asked for anew whenever something changes. `language`: the language of the code, with the
 * help for it.
 */
export function codeEditor(label: () => string, language: Extension): Extension {
  return [
    // A place for the focus inside of what scrolls, which assistive technology asks for.
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
    // Ctrl+Enter is the page's: it runs.
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => true }])),
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
