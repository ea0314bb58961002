// Renders messages in Chinese: the patterns of the tables with their arguments.
import type { Message, MessageArgument, Said } from "../../message";
import { messages } from "virtual:engine-messages";
import { ops } from "./ops";
import { own } from "../../own";

const HAN = /\p{Script=Han}/u;

/** Joins two pieces of a sentence. A Chinese character and a letter, digit or quote get a space between them. */
function joined(before: string, after: string): string {
  const last = before.at(-1) ?? "";
  const first = after.at(0) ?? "";
  if (last === " " && HAN.test(before.at(-2) ?? "") && HAN.test(first)) {
    return before.slice(0, -1) + after;
  }
  if (first === " " && HAN.test(last) && HAN.test(after.at(1) ?? "")) {
    return before + after.slice(1);
  }
  const foreign = /[\w@%`'"]/;
  const apart = (HAN.test(last) && foreign.test(first)) || (foreign.test(last) && HAN.test(first));
  return apart ? `${before} ${after}` : before + after;
}

const or = (items: readonly string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join("、")} 或 ${items.at(-1) ?? ""}`;

function argumentText({ text, list, message }: MessageArgument): string {
  if (message) return messageText(message);
  if (list) return list.form === "or" ? or(list.items) : list.items.join("、");
  // The text may be a description from the engine's tables, such as that of a missing attribute.
  return own(ops, text) ?? text;
}

/** The Chinese pattern. A pattern without words is the same in both languages, except for its colons. */
function translated(pattern: string): string | undefined {
  const known = own(messages, pattern);
  if (known !== undefined) return known;
  const words = pattern.replace(/`[^`]*`|\{\w+\}/g, "");
  return /\p{L}/u.test(words) ? undefined : pattern.replaceAll("}: {", "}：{");
}

export function messageText({ text, pattern, arguments: given }: Message): string {
  const chinese = translated(pattern);
  if (chinese === undefined) return text;
  // Every second piece is a place or a pair of braces.
  return chinese.split(/(\{\{|\}\}|\{\w+\})/).reduce((said, piece, i) => {
    if (i % 2 === 0) return joined(said, piece);
    if (piece === "{{" || piece === "}}") return said + piece.charAt(0);
    const argument = given.find(({ name }) => piece === `{${name}}`);
    return joined(said, argument ? argumentText(argument) : piece);
  }, "");
}

const SEVERITIES = { error: "错误", warning: "警告", note: "说明" } as const;

/** A diagnostic as the engine renders it, with its messages in Chinese; undefined if the text has another form. */
export function diagnosticText(
  rendered: string,
  { kind, severity, message, notes }: Said,
): string | undefined {
  const head = `${severity}[${kind}]: ${message.text}`;
  const tail = notes.map(({ text }) => `\n  note: ${text}`).join("");
  if (!rendered.startsWith(head) || !rendered.endsWith(tail)) return undefined;
  const place = rendered.slice(head.length, rendered.length - tail.length);
  return [
    `${SEVERITIES[severity]}[${kind}]：${messageText(message)}`,
    place.replace(/^ {2}in: /m, "  位于："),
    ...notes.map((note) => `\n  ${SEVERITIES.note}：${messageText(note)}`),
  ].join("");
}
