// The context of the cursor, derived only from the text before it: text that is being typed is seldom a valid program.

export interface CallContext {
  /** An operator, or a function with its "@" or "%". */
  readonly callee: string;
  /** Attributes before the cursor. */
  readonly given: readonly string[];
  /** The number of complete arguments and attributes before the cursor. */
  readonly position: number;
}

export interface Context {
  readonly inComment: boolean;
  /** In a string: its content so far. */
  readonly string: string | undefined;
  /** The call whose parentheses are the innermost brackets. */
  readonly call: CallContext | undefined;
  /** The attribute whose value begins here. */
  readonly attribute: string | undefined;
  /**
   * The kind of text that can begin here: an argument of `call`, an item of a block, a type, another value, or nothing.
   */
  readonly expects: "argument" | "item" | "type" | "value" | "nothing";
}

interface Open {
  readonly bracket: string;
  /** The word in front of the bracket. */
  readonly word: string;
  readonly given: string[];
  commas: number;
}

const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|#\[[^\n]*|"(?:[^"\\\n]|\\.)*"?|[%@]?[\w.]+|->|=>|[<>=!]=|\S/g;

const isWord = (piece: string): boolean => /^[%@]?[\w.]+$/.test(piece);
const isClosed = (text: string): boolean => text.length > 1 && /[^\\](?:\\\\)*"$|^""$/.test(text);

/**
 * The context at the end of a text.
 *
 * @param text the text before the cursor; it must begin outside of comments and strings.
 */
export function contextOf(text: string): Context {
  const stack: Open[] = [];
  // The token before the cursor, or before the word that contains the cursor.
  let last = "";
  let inComment = false;
  let string: string | undefined;
  for (const match of text.matchAll(TOKENS)) {
    const piece = match[0];
    const atEnd = match.index + piece.length === text.length;
    if (piece.startsWith("//") || piece.startsWith("#[")) {
      inComment = atEnd;
      continue;
    }
    if (piece.startsWith("/*")) {
      inComment = piece.length < 4 || !piece.endsWith("*/");
      continue;
    }
    if (piece.startsWith('"') && !isClosed(piece)) {
      if (atEnd) string = piece.slice(1);
      continue;
    }
    if (atEnd && isWord(piece)) continue;
    const top = stack.at(-1);
    if (piece === "(" || piece === "[" || piece === "{") {
      const word = isWord(last) && !/^(?:if|fn|match|ref|in)$/.test(last) ? last : "";
      stack.push({ bracket: piece, word, given: [], commas: 0 });
    } else if (piece === ")" || piece === "]" || piece === "}") {
      stack.pop();
    } else if (piece === "=" && /^\w+$/.test(last)) {
      top?.given.push(last);
    } else if (piece === "," && top) {
      top.commas += 1;
    }
    last = piece;
  }
  const top = stack.at(-1);
  const call =
    top?.bracket === "(" && top.word
      ? { callee: top.word, given: top.given, position: top.commas }
      : undefined;
  return {
    inComment,
    string,
    call,
    attribute: call && last === "=" ? call.given.at(-1) : undefined,
    expects: expected(last, top),
  };
}

function expected(last: string, top: Open | undefined): Context["expects"] {
  if (last === ":" || last === "->") return "type";
  if (top?.bracket === "[") return /^[A-Z]/.test(top.word) ? "type" : "nothing";
  if (last === "" || last === ";" || last === "{" || last === "}") return "item";
  if (top?.bracket === "(" && (last === "(" || last === ","))
    return top.word ? "argument" : "value";
  return /^(?:=|=>|[-+*/<>]|[<>=!]=|\(|,)$/.test(last) ? "value" : "nothing";
}

/**
 * The start of the text that `contextOf` needs for the statement around `offset`: behind the last earlier line that
 * ends an item of a block, at most 300 lines back.
 */
export function contextStart(text: string, offset: number): number {
  let at = offset;
  for (let lines = 0; lines < 300 && at > 0; lines += 1) {
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const before = text.slice(
      text.lastIndexOf("\n", lineStart - 2) + 1,
      Math.max(lineStart - 1, 0),
    );
    if (lineStart === 0 || /[;{}]\s*(?:\/\/.*)?$/.test(before)) return lineStart;
    at = lineStart - 1;
  }
  return at;
}
