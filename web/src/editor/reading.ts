// How a line of Relay text is shortened: the pieces that are hidden, and their replacements. The text itself does not
// change, so places, copying and editing refer to it.
import type { Operator } from "./operators";
import type { Reading } from "../core/relay/reading-kind";
import { valueText } from "./value-text";

/** The default of each attribute by operator, as Relay text writes it. */
export type Defaults = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface HowToRead {
  readonly reading: Reading;
  readonly defaults: Defaults;
}

/** A piece of a line and its replacement. */
interface Piece {
  readonly from: number;
  readonly to: number;
  /** Empty if the piece is hidden. */
  readonly text: string;
  /** Whether something in it changed. */
  readonly changed: boolean;
}

export interface BriefLine {
  /** In order and without overlap. */
  readonly pieces: readonly Piece[];
  /** The text to add at the end of the line. */
  readonly end: { readonly text: string; readonly changed: boolean } | undefined;
}

type IsChanged = (from: number, to: number) => boolean;

const WHOLE: BriefLine = { pieces: [], end: undefined };
const TENSOR = /Tensor\[\(([^()[\]]*)\), (\w+)\]/g;
const TOKENS =
  /\/\*.*?(?:\*\/|$)|\/\/.*|"(?:[^"\\]|\\.)*"|Tensor\[\([^()[\]]*\), \w+\]|meta\[relay\.Constant\](?=\[\d+\])|[A-Za-z_][\w.]*(?=\()|[A-Za-z_]\w*(?==(?!=))|[([{]|[)\]}]|,/g;
const INFO = /^\/\*(?: ty=(.*?))?(?: span=(.*?))? \*\/$/;
/** The most characters of the type and name at the end of a line. */
const MAX_END = 160;

/**
 * A tensor type as "1×64×56×56", with the dtype unless it is float32. This includes tensor types inside other types.
 */
export function shortType(type: string): string {
  return type.replace(TENSOR, (tensor, shape: string, dtype: string) => {
    const dims = shape.replace(/,\s*$/, "").replace(/,\s*/g, "×");
    if (dims === "") return dtype === "float32" ? tensor : dtype;
    return dtype === "float32" ? dims : `${dims} ${dtype}`;
  });
}

const tables = new WeakMap<readonly Operator[], Defaults>();

/** The defaults of operators. Equal arguments give the same object. */
export function defaultsOf(operators: readonly Operator[]): Defaults {
  const known = tables.get(operators);
  if (known) return known;
  const table = new Map(
    operators.map(({ name, attrs }) => [
      name,
      new Map(
        attrs
          .filter(({ required }) => !required)
          .map((attr) => [attr.name, attr.default === null ? "None" : valueText(attr.default)]),
      ),
    ]),
  );
  tables.set(operators, table);
  return table;
}

/** Whether a value equals the default, also as a number in another notation, or as a list of equal numbers. */
function isDefault(value: string, text: string): boolean {
  if (value === text) return true;
  const numbers = (list: string): number[] =>
    list
      .replace(/^[[(]|[\])]$/g, "")
      .split(/,\s*/)
      .map((one) => Number(one.replace(/(?:bf16|[fhiul]\d*)$/, "")));
  const [is, should] = [value, text].map((list) =>
    /^[[(]?-?[\d.]/.test(list) ? new Set(numbers(list)) : new Set<number>(),
  );
  const [one] = is ?? [];
  return (
    /^[[(]/.test(value) === /^[[(]/.test(text) &&
    is?.size === 1 &&
    should?.size === 1 &&
    one !== undefined &&
    should.has(one)
  );
}

interface Attribute {
  readonly from: number;
  readonly value: number;
  readonly default: string;
}

interface Open {
  readonly callee: string;
  attribute: Attribute | undefined;
}

/**
 * Shortens a line.
 *
 * @param isChanged whether something changed between two places of the line; changes are not hidden
 */
export function briefLine(
  line: string,
  { reading, defaults }: HowToRead,
  isChanged: IsChanged = () => false,
): BriefLine {
  if (reading === "full") return WHOLE;
  const pieces: Piece[] = [];
  let end: BriefLine["end"];
  const stack: Open[] = [];
  let callee = "";
  /** The end of a declared type, or of text whose type follows behind a colon. */
  let declared = -1;
  const put = (from: number, to: number, text: string): void => {
    pieces.push({ from, to, text, changed: text !== "" && isChanged(from, to) });
  };
  /** An attribute's value ends before `at`. */
  const close = (at: number): void => {
    const top = stack.at(-1);
    if (!top?.attribute) return;
    const { from, value, default: text } = top.attribute;
    top.attribute = undefined;
    if (isDefault(line.slice(value, at), text) && !isChanged(from, at)) put(from, at, "");
  };
  const parameter = /^\s*%\w+\s*:/.test(line);
  const header = parameter || /^\s*(?:def|%\w+ = fn|fn|let)\b/.test(line);

  for (const match of line.matchAll(TOKENS)) {
    const token = match[0];
    const at = match.index;
    const to = at + token.length;
    if (token.startsWith("/*")) {
      const info = INFO.exec(token);
      if (!info || (info[1] === undefined && info[2] === undefined)) continue;
      const from = line[at - 1] === " " ? at - 1 : at;
      const [, type = "", span = ""] = info;
      const before = line.slice(Math.max(0, from - 80), from);
      if (declared === from || parameter)
        put(from, to, isChanged(from, to) ? `: ${shortType(type)}` : "");
      else if (
        /meta\[relay\.Constant\]\[\d+\]$/.test(before) ||
        (header && /%[A-Za-z_]\w*$/.test(before))
      )
        put(from, to, `: ${shortType(type)}`);
      else if (/^\s*;?\s*$/.test(line.slice(to, to + 8)) && to + 8 > line.trimEnd().length) {
        const changed = isChanged(from, to);
        put(from, to, "");
        const text = endText(type, span, line);
        if (text !== "" && (reading === "short" || changed)) end = { text, changed };
      } else put(from, to, isChanged(from, to) ? `: ${shortType(type)}` : "");
    } else if (/^Tensor\[/.test(token)) {
      const short = shortType(token);
      if (short !== token) put(at, to, short);
      declared = to;
    } else if (token.startsWith("meta[")) {
      put(at, to, "const");
    } else if (token === "," || /^[)\]}]$/.test(token)) {
      close(at);
      if (token !== ",") {
        stack.pop();
        // A declared type may be a tuple or a function type.
        if (header && declared === at) declared = to;
      }
    } else if (/^[([{]$/.test(token)) {
      stack.push({ callee, attribute: undefined });
    } else if (line[to] === "=") {
      const top = stack.at(-1);
      const value = defaults.get(top?.callee ?? "")?.get(token);
      if (top && value !== undefined && line.startsWith(", ", at - 2)) {
        top.attribute = { from: at - 2, value: to + 1, default: value };
      }
    }
    callee = line[to] === "(" && /^[A-Za-z_]/.test(token) ? token : "";
  }
  // An attribute's piece is added after the pieces in its value.
  pieces.sort((a, b) => a.from - b.from);
  return { pieces: pieces.filter((piece, i) => piece.from >= (pieces[i - 1]?.to ?? 0)), end };
}

function endText(type: string, span: string, line: string): string {
  // A function's type is shown where the function begins.
  const short = type.startsWith("fn (") && /^\s*\}/.test(line) ? "" : shortType(type);
  // Places in a text are of no use here. Imported nodes have a name and no place.
  const name = /^(.*):0:0$/.exec(span)?.[1] ?? "";
  const both = [short, name].filter((text) => text !== "").join(" · ");
  return both.length > MAX_END ? `${both.slice(0, MAX_END - 1)}…` : both;
}

/** A part of a line as it is shown. `of` is the original text that the part replaces. */
export type Shown =
  | { readonly kind: "text"; readonly text: string; readonly from: number }
  | {
      readonly kind: "brief";
      readonly text: string;
      readonly of: string;
      readonly changed: boolean;
    };

/** The parts of a line: its own text and the replacements of pieces. The text at its end comes last. */
export function shownParts(line: string, { pieces, end }: BriefLine): Shown[] {
  const parts: Shown[] = [];
  let at = 0;
  for (const { from, to, text, changed } of pieces) {
    if (from > at) parts.push({ kind: "text", text: line.slice(at, from), from: at });
    parts.push({ kind: "brief", text, of: line.slice(from, to), changed });
    at = to;
  }
  if (at < line.length) parts.push({ kind: "text", text: line.slice(at), from: at });
  if (end) parts.push({ kind: "brief", text: `  ${end.text}`, of: "", changed: end.changed });
  return parts;
}

/** The shown column of a column of the original line. */
export function shownColumn(column: number, { pieces }: BriefLine): number {
  let shown = column;
  for (const { from, to, text } of pieces) {
    if (from < column) shown += text.length - (Math.min(to, column) - from);
  }
  return Math.max(0, shown);
}
