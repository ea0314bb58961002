// Sentences that the engine's tables have, in the language that is chosen. The engine speaks English; a
// translation is found by the English sentence itself. So several rows that say the same share one, and
// a sentence that the engine has changed is English until somebody has looked at its translation (a test fails).
import { addTexts, language } from "./language";

/** From an English sentence to the same in Chinese. */
export type Sentences = Readonly<Record<string, string>>;

/** `say(english)`: the sentence in the page's language, or in English where there is no translation. */
export type Say = (english: string) => string;

/** The sentences of some tables. `zh` fetches the Chinese ones when they are first needed. */
export function sentences(zh: () => Promise<Sentences>): Say {
  let chinese: Sentences = {};
  addTexts({
    load: async (wanted) => {
      if (wanted === "zh") chinese = await zh();
    },
  });
  return (english) =>
    language() === "zh" && Object.hasOwn(chinese, english) ? (chinese[english] ?? "") : english;
}
