// The engine's messages in the current language. A message is data: an English pattern with named places, and their
// arguments. So it can be shown in Chinese. The Chinese patterns are many and seldom needed, so they are fetched with
// the first message. Until then, the message is in English.
import { addTexts, language, textsReady } from "./language";
import type * as zh from "./zh/engine/message";

/** A copy of the package's record. */
export interface Message {
  /** The message in English. */
  readonly text: string;
  /** The pattern, with `{name}` for an argument; `{{` and `}}` are braces. */
  readonly pattern: string;
  readonly arguments: readonly MessageArgument[];
}

export interface MessageArgument {
  readonly name: string;
  /** The argument in the English text. */
  readonly text: string;
  /** For an argument that is a list: its items, and how they are joined. */
  readonly list?: { readonly items: readonly string[]; readonly form: "comma" | "or" };
  /** For an argument that is itself a message. */
  readonly message?: Message;
}

/** A diagnostic without its place; its English text has the place. */
export interface Said {
  readonly kind: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: Message;
  readonly notes: readonly Message[];
}

type Chinese = typeof zh;

let chinese: Chinese | undefined;
let asked = false;

function inChinese(): Chinese | undefined {
  if (language() !== "zh") return undefined;
  if (!asked) {
    asked = true;
    addTexts({
      load: async (wanted) => {
        if (wanted === "zh") chinese ??= await import("./zh/engine/message");
      },
    });
  }
  return chinese;
}

/** Resolves when later messages are available in the page's language, or cannot be loaded. */
export async function messagesReady(): Promise<void> {
  inChinese();
  await textsReady();
}

export const messageText = (message: Message): string =>
  inChinese()?.messageText(message) ?? message.text;

/**
 * A diagnostic in the page's language.
 *
 * @param rendered the diagnostic in English, as text of several lines with an excerpt of the program.
 */
export const diagnosticText = (rendered: string, said: Said | undefined): string =>
  (said && inChinese()?.diagnosticText(rendered, said)) ?? rendered;
