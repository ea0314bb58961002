// What the engine says of mistakes, in the language that is chosen. A message comes as data, an English pattern with
// named places and what stands in them, so that it can be said in Chinese. The Chinese patterns are many and seldom
// needed, so they are fetched when there is something to say; until they are there it is said in English.
import { addTexts, language, textsReady } from "./language";
import type * as zh from "./zh/engine/message";

/** A record of the package's, as a copy has it. */
export interface Message {
  /** In English. */
  readonly text: string;
  /** With `{name}` where an argument stands; `{{` and `}}` are braces. */
  readonly pattern: string;
  readonly arguments: readonly MessageArgument[];
}

export interface MessageArgument {
  readonly name: string;
  /** As it stands in the English text. */
  readonly text: string;
  /** Several things. */
  readonly list?: { readonly items: readonly string[]; readonly form: "comma" | "or" };
  /** Words that have a pattern of their own. */
  readonly message?: Message;
}

/** A diagnostic without its place, which the English text of it tells. */
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

/** Resolves when what comes next can be said in the page's language, or cannot be had in it. */
export async function messagesReady(): Promise<void> {
  inChinese();
  await textsReady();
}

export const messageText = (message: Message): string =>
  inChinese()?.messageText(message) ?? message.text;

/** @param rendered the diagnostic in English, as text of several lines with an excerpt of the program. */
export const diagnosticText = (rendered: string, said: Said | undefined): string =>
  (said && inChinese()?.diagnosticText(rendered, said)) ?? rendered;
