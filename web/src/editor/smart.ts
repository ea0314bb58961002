// The editor's knowledge of Relay: diagnostics, hover, completion, names. It loads when the editor is first used;
// viewing a program does not need it.
import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { TextIndex, type Analysis } from "../core/relay/analysis";
import { known, operators, setKnown } from "./known";
import type { Operator } from "./operators";
import { relayCompletions } from "./relay-complete";
import { relayHover } from "./relay-hover";
import { problemOf, showProblems, type Problem } from "./relay-lint";
import { relayNames } from "./relay-names";
import { smartTheme } from "./smart-styles";
import type { EditorView } from "@codemirror/view";

export { askFor, jumpTo, rename, renameProblem, usesAt, type NameUses } from "./relay-names";
export { toPresent } from "./known";
export type { Fix, Problem } from "./relay-lint";

export function smart(table: readonly Operator[]): Extension {
  return [
    known,
    operators.of(new Map(table.map((operator) => [operator.name, operator]))),
    closeBrackets(),
    autocompletion({ override: [relayCompletions], icons: false, maxRenderedOptions: 80 }),
    lintGutter(),
    relayHover,
    relayNames,
    keymap.of([
      ...closeBracketsKeymap,
      { key: "F8", run: nextDiagnostic, preventDefault: true },
      { key: "Shift-F8", run: previousDiagnostic, preventDefault: true },
    ]),
    smartTheme,
  ];
}

/** Gives the editor the analysis of its current text. Returns the problems. */
export function giveAnalysis(editor: EditorView, analysis: Analysis): Problem[] {
  const problems = analysis.diagnostics.map((diagnostic) =>
    problemOf(diagnostic, editor.state.doc),
  );
  const spec = showProblems(editor.state, problems);
  editor.dispatch({ effects: setKnown.of(new TextIndex(analysis)) }, spec);
  return problems;
}
