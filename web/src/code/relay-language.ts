// Highlighting of Relay text: a line tokenizer, which is all that a read-only view needs.
import { HighlightStyle, StreamLanguage } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { relayParser } from "./relay-tokens";

export const relayLanguage = StreamLanguage.define(relayParser);

export const relayHighlighting = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: tags.operatorKeyword, color: "var(--code-op)", fontWeight: "600" },
  { tag: tags.variableName, color: "var(--code-var)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.attributeName, color: "var(--code-attr)" },
  { tag: tags.typeName, color: "var(--code-attr)" },
  { tag: tags.comment, color: "var(--code-comment)" },
]);
