// What the diagnostics of an error say, as data for whoever says it in another language. Errors are thrown by the
// engine or by users' code, which may put anything into them: only what is as it should be is taken.
import type { Message, MessageArgument, Said } from "../../i18n/message";

/** How deep words lie in words; the engine's do in two or three. */
const MAX_DEPTH = 8;
const SEVERITIES = ["error", "warning", "note"] as const;

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";

/** All of them, or nothing if one is missing. */
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

/** A diagnostic of the package's; undefined for what is none. */
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
