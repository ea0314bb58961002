// The language that a page with cells is written in.
import type { Language } from "../i18n/language";

export const pageLanguage: Language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
