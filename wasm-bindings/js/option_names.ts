// Names of options: those that are near to a misspelled one, and those of JavaScript in errors of the engine.

import { DiagnosticError, type Diagnostic, type Message } from "./errors.js";
import { say } from "./messages.js";

/** The number of letters to change, insert, remove or swap with the next one to get from one word to another. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (row[j - 1] as number) + 1,
          ((rows[i - 1] as number[])[j] as number) + 1,
          ((rows[i - 1] as number[])[j - 1] as number) + (same ? 0 : 1),
          swapped ? ((rows[i - 2] as number[])[j - 2] as number) + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return (rows[a.length] as number[])[b.length] as number;
}

/** The name that is nearest to a misspelled one; undefined if none is near. Case and underscores do not count. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const found = distance(plain(word), plain(name));
    if (found < least) [best, least] = [name, found];
  }
  return best;
}

/** The name that a word is nearly: it differs in at most two letters, or in case and underscores. */
export function misspelled(word: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.replaceAll("_", "").toLowerCase();
  return names.find((name) => distance(plain(word), plain(name)) <= 2);
}

/** Notes about an unknown name: the nearest one, and all that there are. */
export function notesOnNames(word: string, names: readonly string[]): Message[] {
  const name = nearest(word, names);
  return [
    ...(name === undefined ? [] : [say("kNameSuggestion", "did you mean {name}?", { name })]),
    names.length === 0
      ? say("kPassWithoutOptionsNote", "it has no options")
      : say("kPassOptionNames", "its options are: {options}", { options: names }),
  ];
}

/** The options of the next call of the engine: their names in JavaScript by their names in the engine. */
let given: ReadonlyMap<string, string> = new Map();

export function rememberNames(names: ReadonlyMap<string, string>): void {
  given = names;
}

export function forgetNames(): void {
  if (given.size > 0) given = new Map();
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const substituted = ({ pattern }: Message, args: Message["arguments"]): Message => ({
  pattern,
  arguments: args,
  text: pattern.replace(
    /\{(\w+)\}/g,
    (place, name: string) => args.find((arg) => arg.name === name)?.text ?? place,
  ),
});

/** An error of the engine about an option, with the option's name as the caller wrote it. */
export function withNamesGiven(error: unknown): unknown {
  if (given.size === 0 || !(error instanceof DiagnosticError)) return error;
  const [first, ...others] = error.diagnostics;
  const option = first?.arguments.find((arg) => arg.name === "option");
  const name = option && given.get(option.text);
  if (!first || name === undefined || others.length > 0) return error;
  const message = substituted(
    { text: first.message, pattern: first.pattern, arguments: first.arguments },
    first.arguments.map((arg) => (arg === option ? { name: "option", text: name } : arg)),
  );
  const notes = first.noteMessages.flatMap((note) => {
    const items = note.arguments.find((arg) => arg.name === "options")?.list?.items;
    if (!items) return [note];
    return notesOnNames(name, name.includes("_") ? items : items.map(camelCase));
  });
  const texts = notes.map((note) => note.text);
  const rendered = [
    `error[${first.kind}]: ${message.text}`,
    ...texts.map((note) => `  note: ${note}`),
  ].join("\n");
  const diagnostic: Diagnostic = {
    ...first,
    message: message.text,
    arguments: message.arguments,
    notes: texts,
    noteMessages: notes,
    rendered,
  };
  return new DiagnosticError(rendered, [diagnostic]);
}
