// Styles of the code editor that other text views do not need: completions, hints, mistakes.
import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const codeTheme = EditorView.theme({
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--text)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground":
    { background: "var(--accent-soft)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "none" },
  ".cm-tooltip": {
    maxWidth: "min(38rem, calc(100vw - 2rem))",
    border: "1px solid var(--border)",
    borderRadius: "var(--radius-s)",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    boxShadow: "0 0.25rem 1rem rgb(0 0 0 / 18%)",
    fontSize: "var(--text-s)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    maxHeight: "15rem",
    fontFamily: "var(--mono)",
    fontSize: "var(--text-s)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.125rem var(--s2)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--text)",
  },
  ".cm-completionMatchedText": { color: "var(--accent)", textDecoration: "none" },
  ".cm-completionIcon": { color: "var(--muted)", opacity: "1" },
  ".cm-tooltip.cm-completionInfo": { padding: "0", width: "max-content" },
  ".cm-description": {
    maxHeight: "16rem",
    padding: "var(--s2) var(--s3)",
    overflow: "auto",
    overflowWrap: "anywhere",
  },
  ".cm-description-signature": { fontFamily: "var(--mono)", whiteSpace: "pre-wrap" },
  ".cm-description-text": {
    marginTop: "var(--s1)",
    color: "var(--muted)",
    fontFamily: "var(--font)",
    whiteSpace: "pre-wrap",
  },
  ".cm-description-active": { color: "var(--accent)", fontWeight: "650" },
  ".cm-diagnostic": {
    padding: "var(--s2) var(--s3)",
    fontFamily: "var(--font)",
    whiteSpace: "pre-wrap",
  },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--minus)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-lintRange-error, .cm-lintRange-warning": {
    paddingBottom: "0",
    backgroundImage: "none",
    textDecoration: "underline wavy var(--minus) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--minus)" },
  ".cm-gutter-lint": { width: "1rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0.2em" },
  ".cm-lint-marker": { width: "0.65em", height: "0.65em", borderRadius: "50%", content: "none" },
  ".cm-lint-marker-error": { background: "var(--minus)" },
  ".cm-lint-marker-warning": { background: "var(--warn)" },
});

export const codeHighlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.self, tags.modifier], color: "var(--code-keyword)" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.className],
    color: "var(--code-op)",
  },
  { tag: [tags.variableName, tags.propertyName], color: "var(--code-var)" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment, tags.docComment], color: "var(--code-comment)" },
  { tag: [tags.operator, tags.punctuation], color: "var(--code-attr)" },
]);
