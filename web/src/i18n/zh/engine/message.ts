// Says messages in Chinese: their patterns from the tables, and what stands in them.
import type { Message, MessageArgument, Said } from "../../message";
import { messages } from "./messages";
import { ops } from "./ops";

const HAN = /\p{Script=Han}/u;

/** Two pieces of a sentence. Between a Chinese character and a letter, a digit or a quote there is a blank. */
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
  // A description of the engine's, such as that of the attribute that is missing.
  return Object.hasOwn(ops, text) ? (ops[text] ?? text) : text;
}

/** The Chinese pattern; a pattern without words is the same in both languages, but for its colons. */
function translated(pattern: string): string | undefined {
  if (Object.hasOwn(messages, pattern)) return messages[pattern];
  const words = pattern.replace(/`[^`]*`|\{\w+\}/g, "");
  return /\p{L}/u.test(words) ? undefined : pattern.replaceAll("}: {", "}：{");
}

export function messageText({ text, pattern, arguments: given }: Message): string {
  const chinese = translated(pattern);
  if (chinese === undefined) return text;
  // Every other piece is a place or a pair of braces.
  return chinese.split(/(\{\{|\}\}|\{\w+\})/).reduce((said, piece, i) => {
    if (i % 2 === 0) return joined(said, piece);
    if (piece === "{{" || piece === "}}") return said + piece.charAt(0);
    const argument = given.find(({ name }) => piece === `{${name}}`);
    return joined(said, argument ? argumentText(argument) : piece);
  }, "");
}

const SEVERITIES = { error: "错误", warning: "警告", note: "说明" } as const;

/**
 * A diagnostic as the engine renders it, with what it says in Chinese; undefined for a text that is rendered in another
 * way.
 */
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
