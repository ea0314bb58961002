// The diagnostics of an error as data, for translation. Errors come from the engine or from users' code, which may put
// anything into them. So only well-formed fields are taken.
import type { Message, MessageArgument, Said } from "../../i18n/message";

/** The greatest nesting depth of messages; the engine's have two or three levels. */
const MAX_DEPTH = 8;
const SEVERITIES = ["error", "warning", "note"] as const;

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";

/** All converted values, or undefined if one cannot be converted. */
function each<T>(values: unknown, of: (value: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(values)) return undefined;
  const found = values.map(of).filter((value) => value !== undefined);
  return found.length === values.length ? found : undefined;
}

function argument(value: unknown, depth: number): MessageArgument | undefined {
  if (!isObject(value)) return undefined;
  const { name, text } = value;
  if (!isText(name) || !isText(text)) return undefined;
  const list = isObject(value["list"]) ? value["list"] : {};
  const items = each(list["items"], (item) => (isText(item) ? item : undefined));
  const inner = isObject(value["message"]) ? message(value["message"], depth + 1) : undefined;
  return {
    name,
    text,
    ...(items ? { list: { items, form: list["form"] === "or" ? "or" : "comma" } } : {}),
    ...(inner ? { message: inner } : {}),
  };
}

function message(value: unknown, depth = 0): Message | undefined {
  if (!isObject(value) || depth > MAX_DEPTH) return undefined;
  const { text, pattern } = value;
  const given = each(value["arguments"], (one) => argument(one, depth));
  return isText(text) && isText(pattern) && given ? { text, pattern, arguments: given } : undefined;
}

/** A diagnostic of the package; undefined if the value is not one. */
export function saidBy(diagnostic: unknown): Said | undefined {
  if (!isObject(diagnostic)) return undefined;
  const { kind, message: text, pattern } = diagnostic;
  const severity = SEVERITIES.find((name) => name === diagnostic["severity"]);
  const said = message({ text, pattern, arguments: diagnostic["arguments"] });
  const notes = each(diagnostic["noteMessages"], (note) => message(note));
  return isText(kind) && severity && said && notes
    ? { kind, severity, message: said, notes }
    : undefined;
}
