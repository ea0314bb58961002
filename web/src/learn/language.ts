// The language that a page with cells is written in.
import type { Language } from "../i18n/language";
import type { CodeLanguage } from "../core/protocol/code";

export const pageLanguage: Language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

/** The language that its cells are written in. */
export const codeLanguage: CodeLanguage =
  document.documentElement.dataset["code"] === "python" ? "python" : "javascript";
