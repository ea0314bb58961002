// Checks that apply to every Chinese text.

/** Terms and names that the Chinese text may have even if the English text lacks them. */
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

/** Latin words of a translation that are neither in the English text nor terms of the field. */
export function englishIn(chinese: string, english: string): string[] {
  const words = chinese.match(/[A-Za-z][\w.-]*\w|[A-Za-z]/g) ?? [];
  return words.filter((word) => !TERMS.has(word) && !english.includes(word));
}

/** Half-width punctuation beside Chinese characters, where full-width punctuation belongs. */
export const punctuationIn = (chinese: string): string[] =>
  chinese.match(/\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}/gu) ?? [];
