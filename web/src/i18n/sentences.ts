// Sentences of the engine's tables in the current language. The engine speaks English, and the key of a translation is
// the English sentence. So equal sentences share one translation. A changed sentence is shown in English until its
// translation is updated (a test fails).
import { addTexts, language } from "./language";
import { own } from "./own";

/** Maps an English sentence to the Chinese one. */
export type Sentences = Readonly<Record<string, string>>;

/** `say(english)`: the sentence in the page's language, or in English if there is no translation. */
export type Say = (english: string) => string;

/** The sentences of some tables. `zh` fetches the Chinese ones at their first use. */
export function sentences(zh: () => Promise<Sentences>): Say {
  let chinese: Sentences = {};
  addTexts({
    load: async (wanted) => {
      if (wanted === "zh") chinese = await zh();
    },
  });
  return (english) => (language() === "zh" ? (own(chinese, english) ?? english) : english);
}
