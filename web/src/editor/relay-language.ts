// Highlighting of Relay text: a line tokenizer, which is all that a read-only view needs.
import { HighlightStyle, StreamLanguage, type StreamParser } from "@codemirror/language";
import { tags } from "@lezer/highlight";

interface State {
  inComment: boolean;
}

const KEYWORDS = /^(?:def|fn|let|if|else|match|type|extern|ref|meta|free_var|in)$/;
const TYPES = /^(?:Tensor|bool|(?:u?int|float|bfloat)\d+|Ref|Any|TypeVar)$/;
const LITERALS = /^(?:True|False|inf|nan)$/;

const parser: StreamParser<State> = {
  name: "relay",
  startState: () => ({ inComment: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.inComment) return comment(state, stream.match(/^.*?\*\//) !== null, stream);
    if (stream.eatSpace()) return null;
    if (stream.match("/*")) {
      state.inComment = true;
      return comment(state, stream.match(/^.*?\*\//) !== null, stream);
    }
    if (stream.match(/^\/\/.*/) || stream.match(/^#\[.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"/)) return "string";
    if (stream.match(/^[%@][\w.]+/)) return "variableName";
    if (stream.match(/^-?\d+(?:\.\d*)?(?:e[+-]?\d+)?(?:[fhul]\d*|bf16|i\d+)?/)) return "number";
    const word = stream.match(/^[A-Za-z_][\w.]*/);
    if (word && typeof word === "object") {
      const text = word[0];
      if (KEYWORDS.test(text)) return "keyword";
      if (TYPES.test(text)) return "typeName";
      if (LITERALS.test(text)) return "number";
      if (stream.match(/^=(?!=)/, false)) return "attributeName";
      if (stream.peek() === "(") return "operatorKeyword";
      return "typeName";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { block: { open: "/*", close: "*/" }, line: "//" } },
};

/** Reads to the end of the comment, or of the line if the comment continues. */
function comment(state: State, closed: boolean, stream: { skipToEnd(): void }): string {
  if (closed) state.inComment = false;
  else stream.skipToEnd();
  return "comment";
}

export const relayLanguage = StreamLanguage.define(parser);

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
