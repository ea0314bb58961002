// Styles of tooltips, completions, problems and marked names.
import { EditorView } from "@codemirror/view";

export const smartTheme = EditorView.theme({
  ".cm-tooltip": {
    border: "1px solid var(--border-strong)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--font)",
    fontSize: "var(--text-s)",
    maxWidth: "min(36rem, calc(100vw - 2rem))",
    overflow: "hidden",
  },
  ".cm-tooltip-section:not(:first-child)": { borderTop: "1px solid var(--border)" },
  ".relay-hover": {
    maxHeight: "min(20rem, 40vh)",
    overflow: "auto",
    padding: "var(--s2) var(--s3)",
  },
  ".relay-type": {
    fontFamily: "var(--mono)",
    overflowWrap: "anywhere",
    whiteSpace: "pre-wrap",
  },
  ".relay-type + .relay-doc": {
    marginTop: "var(--s2)",
    borderTop: "1px solid var(--border)",
    paddingTop: "var(--s2)",
  },
  ".relay-doc p": { margin: "var(--s1) 0 0" },
  ".relay-doc dl": { margin: "var(--s2) 0 0" },
  ".relay-doc dd": { margin: "0 0 var(--s1)", color: "var(--muted)" },
  ".relay-doc code": { fontFamily: "var(--mono)", fontSize: "0.95em" },
  ".relay-signature": { color: "var(--code-op)", fontWeight: "600" },
  ".relay-kind": { color: "var(--code-attr)", fontFamily: "var(--mono)", fontSize: "0.95em" },

  ".cm-tooltip.cm-tooltip-autocomplete": { overflow: "visible" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "var(--text-s)",
    maxHeight: "14rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    gap: "var(--s3)",
    alignItems: "baseline",
    padding: "2px var(--s2)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--text)",
  },
  ".cm-completionDetail": {
    marginLeft: "auto",
    overflow: "hidden",
    color: "var(--muted)",
    fontStyle: "normal",
    textOverflow: "ellipsis",
  },
  ".cm-completionMatchedText": {
    color: "var(--accent)",
    fontWeight: "600",
    textDecoration: "none",
  },
  ".cm-tooltip.cm-completionInfo": {
    maxHeight: "20rem",
    overflow: "auto",
    padding: "var(--s2) var(--s3)",
  },
  "@media (max-width: 40rem)": {
    ".cm-tooltip.cm-completionInfo": { display: "none" },
  },

  ".cm-diagnostic": { padding: "var(--s2) var(--s3)", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--minus)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnosticAction": {
    margin: "0 var(--s2) 0 0",
    border: "1px solid var(--border-strong)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    cursor: "pointer",
  },
  ".cm-lintRange-error, .cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-error": { textDecorationColor: "var(--minus)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
  ".cm-lintRange-active": { backgroundColor: "var(--accent-soft)" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--minus)" },
  ".cm-gutters.cm-gutters": { paddingLeft: "0" },
  ".cm-gutter-lint": { width: "1rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  // The marks of the gutter are a disc and a triangle, so that colour is not the only sign.
  ".cm-lint-marker": {
    width: "0.625rem",
    height: "0.625rem",
    margin: "0.3em auto 0",
    content: "none",
  },
  ".cm-lint-marker-error": { borderRadius: "50%", backgroundColor: "var(--minus)" },
  ".cm-lint-marker-warning": {
    clipPath: "polygon(50% 0, 100% 100%, 0 100%)",
    backgroundColor: "var(--warn)",
  },

  ".cm-name-use": { backgroundColor: "var(--accent-soft)", borderRadius: "2px" },
  ".cm-name-definition": {
    backgroundColor: "var(--accent-soft)",
    borderRadius: "2px",
    boxShadow: "inset 0 -2px 0 var(--accent-line)",
  },
});
