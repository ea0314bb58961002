// What is looked at in a Chinese text, whatever it says.

/** Field terms and names that the Chinese has although the English does not say them. */
const TERMS = new Set([
  "Pass",
  "Instrument",
  "one-hot",
  "depthwise",
  "dense",
  "span",
  "kernel",
  "NaN",
  "PassContext",
]);

/** Latin words of a translation that its English does not have, and that are no terms of the field. */
export function englishIn(chinese: string, english: string): string[] {
  const words = chinese.match(/[A-Za-z][\w.-]*\w|[A-Za-z]/g) ?? [];
  return words.filter((word) => !TERMS.has(word) && !english.includes(word));
}

/** Half-width signs beside Chinese characters, where full-width ones belong. */
export const punctuationIn = (chinese: string): string[] =>
  chinese.match(/\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}/gu) ?? [];
