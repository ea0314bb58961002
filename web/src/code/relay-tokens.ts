// The tokens of Relay text, line by line: for the editor's highlighting, and for a text that is shown
// before the editor is there.
import type { StreamParser } from "@codemirror/language";

interface State {
  inComment: boolean;
}

const KEYWORDS = /^(?:def|fn|let|if|else|match|type|extern|ref|meta|free_var|in)$/;
const TYPES = /^(?:Tensor|bool|(?:u?int|float|bfloat)\d+|Ref|Any|TypeVar)$/;
const LITERALS = /^(?:True|False|inf|nan)$/;

export const relayParser: StreamParser<State> = {
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

/** Reads to the end of the comment, or of the line where the comment goes on. */
function comment(state: State, closed: boolean, stream: { skipToEnd(): void }): string {
  if (closed) state.inComment = false;
  else stream.skipToEnd();
  return "comment";
}

/** What of an editor's stream the tokens are read by. */
class Line {
  pos = 0;

  constructor(readonly text: string) {}

  peek(): string | undefined {
    return this.text[this.pos];
  }

  next(): string | undefined {
    return this.text[this.pos++];
  }

  eatSpace(): boolean {
    return this.match(/^\s+/) !== null;
  }

  skipToEnd(): void {
    this.pos = this.text.length;
  }

  match(pattern: string | RegExp, consume = true): boolean | RegExpMatchArray | null {
    const rest = this.text.slice(this.pos);
    if (typeof pattern === "string") {
      if (!rest.startsWith(pattern)) return null;
      if (consume) this.pos += pattern.length;
      return true;
    }
    const found = pattern.exec(rest);
    if (found && consume) this.pos += found[0].length;
    return found;
  }
}

export interface Token {
  readonly text: string;
  /** What the highlighting names it; undefined for plain text. */
  readonly kind: string | undefined;
}

/** Lines longer than this, such as the signature of a large network, are cut before they are shown. */
const MAX_LINE = 1200;

/** The tokens of the first lines of a text. */
export function* relayTokens(text: string, maxLines: number): Generator<readonly Token[]> {
  const state: State = { inComment: false };
  let from = 0;
  for (let line = 0; line < maxLines && from <= text.length; line += 1) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    const stream = new Line(text.slice(from, Math.min(to, from + MAX_LINE)));
    const tokens: Token[] = [];
    while (stream.pos < stream.text.length) {
      const start = stream.pos;
      const kind = relayParser.token(stream as never, state) ?? undefined;
      if (stream.pos === start) stream.next();
      tokens.push({ text: stream.text.slice(start, stream.pos), kind });
    }
    yield tokens;
    from = to + 1;
  }
}
