// The languages of a page with cells: of its text and of its code.
import type { Language } from "../i18n/language";
import type { CodeLanguage } from "../core/protocol/code";

export const pageLanguage: Language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

/** The language of its cells' code. */
export const codeLanguage: CodeLanguage =
  document.documentElement.dataset["code"] === "python" ? "python" : "javascript";
