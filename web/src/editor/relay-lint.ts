// The engine's diagnostics in the editor, with the fixes that they suggest.
import { setDiagnostics, type Action, type Diagnostic } from "@codemirror/lint";
import type { Text, TransactionSpec, EditorState } from "@codemirror/state";
import { messageText } from "../i18n/message";
import { t } from "./texts";
import { suggestions, type TextDiagnostic } from "../core/relay/analysis";

/** A change that fixes a problem. */
export interface Fix {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Problem {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly notes: readonly string[];
  readonly line: number;
  readonly column: number;
  readonly from: number;
  readonly to: number;
  readonly fixes: readonly Fix[];
}

const SEVERITIES = { error: "error", warning: "warning", note: "info" } as const;

/** A diagnostic at its place in the text that was analysed. */
export function problemOf(diagnostic: TextDiagnostic, doc: Text): Problem {
  const from = Math.min(diagnostic.span?.start ?? 0, doc.length);
  const to = Math.min(Math.max(diagnostic.span?.end ?? from, from), doc.length);
  const line = doc.lineAt(from);
  const fixes: Fix[] = suggestions(diagnostic).map((insert) => ({
    label: t("editor.changeTo", { text: insert }),
    from,
    to,
    insert,
  }));
  if (diagnostic.kind === "bad-version" && !doc.sliceString(0, 200).includes("#[version")) {
    fixes.push({
      label: t("editor.insertVersion"),
      from: 0,
      to: 0,
      insert: '#[version = "0.0.5"]\n',
    });
  }
  return {
    severity: SEVERITIES[diagnostic.severity],
    message: messageText({ ...diagnostic, text: diagnostic.message }),
    // Notes that a button offers as a fix are left out.
    notes: diagnostic.noteMessages
      .filter(({ text }) => fixes.length === 0 || !/^did you mean |^write `#\[version/.test(text))
      .map(messageText),
    line: line.number,
    column: from - line.from + 1,
    from,
    to,
    fixes,
  };
}

/** Shows the problems in the text: underlined, in the gutter, and under the pointer. */
export function showProblems(state: EditorState, problems: readonly Problem[]): TransactionSpec {
  return setDiagnostics(
    state,
    problems.map((problem): Diagnostic => {
      const { from, severity, message, notes } = problem;
      const end = Math.min(problem.to, state.doc.length);
      return {
        from: Math.min(from, state.doc.length),
        // Only the first line of a long span is underlined.
        to: Math.min(end, Math.max(state.doc.lineAt(from).to, from)),
        severity,
        message: [message, ...notes].join("\n"),
        actions: problem.fixes.map(({ label, insert }): Action => {
          return {
            name: label,
            apply: (view, begin, stop) => {
              const whole = problem.fixes.find((fix) => fix.insert === insert);
              const range =
                whole && whole.to === 0 && whole.from === 0
                  ? { from: 0, to: 0 }
                  : { from: begin, to: stop };
              view.dispatch({ changes: { ...range, insert }, userEvent: "input.fix" });
            },
          };
        }),
      };
    }),
  );
}
