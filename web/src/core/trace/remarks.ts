// Remarks as views show them: filtered, grouped, and by lines of a text.
import { messageText, type Message } from "../../i18n/message";
import type { PassRemark, RemarkPlace, RunRemarks } from "../protocol/messages";
import { REMARK_TYPES, type RemarkFilter, type RemarkType } from "./remark-filter";

/** The indices of the remarks that match a filter. */
export function filtered(
  { remarks }: RunRemarks,
  { types, row, kind, text }: RemarkFilter,
): number[] {
  const wanted = text.trim().toLowerCase();
  const has = (what: string): boolean => what.toLowerCase().includes(wanted);
  return [...remarks.keys()].filter((i) => {
    const remark = remarks[i];
    if (!remark) return false;
    return (
      (types.length === 0 || types.includes(remark.type)) &&
      (row < 0 || remark.row === row) &&
      (kind === "" || remark.kind === kind) &&
      (wanted === "" ||
        has(messageText(remark.message)) ||
        has(remark.message.text) ||
        has(remark.subject) ||
        has(remark.fn))
    );
  });
}

/** Remarks of a pass with the same message about several expressions, apart from the names of variables. */
export interface RemarkGroup {
  /** A key that does not depend on the filter. */
  readonly key: string;
  readonly first: PassRemark;
  /** Their message, with "%…" for variables that differ among them. */
  readonly message: Message;
  /** Their indices among the remarks of the run. */
  readonly members: readonly number[];
}

const nameless = (text: string): string => text.replace(/%[\w.]+/g, "%…");

/** The message with "%…" for each variable. */
const withoutNames = (message: Message): Message => ({
  ...message,
  text: nameless(message.text),
  arguments: message.arguments.map((argument) => ({
    ...argument,
    text: nameless(argument.text),
    ...(argument.list
      ? { list: { ...argument.list, items: argument.list.items.map(nameless) } }
      : {}),
    ...(argument.message ? { message: withoutNames(argument.message) } : {}),
  })),
});

/** Groups by pass in order. Within a pass, missed remarks come first, then the most frequent ones. */
export function grouped({ remarks }: RunRemarks, shown: readonly number[]): RemarkGroup[] {
  const groups = new Map<string, { first: PassRemark; message: Message; members: number[] }>();
  for (const i of shown) {
    const remark = remarks[i];
    if (!remark) continue;
    const { row, type, kind, message } = remark;
    const general = withoutNames(message);
    const key = `${row}\n${type}\n${kind}\n${general.text}`;
    const group = groups.get(key);
    if (group) {
      group.members.push(i);
      if (group.message.text !== message.text) group.message = general;
    } else groups.set(key, { first: remark, message, members: [i] });
  }
  const rank = ({ type }: PassRemark): number => REMARK_TYPES.indexOf(type);
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .sort(
      (a, b) =>
        a.first.row - b.first.row ||
        rank(a.first) - rank(b.first) ||
        b.members.length - a.members.length ||
        (a.members[0] ?? 0) - (b.members[0] ?? 0),
    );
}

/** The remarks of a line of a text. */
export interface LineRemarks {
  /** From 0. */
  readonly line: number;
  readonly remarks: readonly PassRemark[];
}

/**
 * Remarks by shown line.
 *
 * @param lineOf the shown line of a printed line, both from 0; undefined if it is not shown.
 */
export function byLine(
  { remarks }: RunRemarks,
  places: readonly RemarkPlace[],
  lineOf: (line: number) => number | undefined,
): LineRemarks[] {
  const lines = new Map<number, PassRemark[]>();
  for (const { remark, line } of places) {
    const said = remarks[remark];
    const shown = lineOf(line);
    if (!said || shown === undefined) continue;
    const there = lines.get(shown);
    if (there) there.push(said);
    else lines.set(shown, [said]);
  }
  return [...lines]
    .map(([line, said]) => ({ line, remarks: said }))
    .sort((a, b) => a.line - b.line);
}

/** The type that marks a line with several remarks: missed remarks come first. */
export const typeOf = (remarks: readonly PassRemark[]): RemarkType =>
  REMARK_TYPES.find((type) => remarks.some((remark) => remark.type === type)) ?? "analysis";

/** Each distinct message once, with its number of occurrences. */
export function sentencesOf(
  remarks: readonly PassRemark[],
): { readonly remark: PassRemark; readonly times: number }[] {
  const found = new Map<string, { remark: PassRemark; times: number }>();
  for (const remark of remarks) {
    const key = `${remark.type}\n${remark.kind}\n${remark.message.text}`;
    const known = found.get(key);
    if (known) known.times += 1;
    else found.set(key, { remark, times: 1 });
  }
  const rank = ({ type }: PassRemark): number => REMARK_TYPES.indexOf(type);
  return [...found.values()].sort((a, b) => rank(a.remark) - rank(b.remark));
}
