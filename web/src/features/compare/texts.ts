// Texts of the tab that compares pipelines. They are fetched with the tab.
import { compare } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(compare, async () => (await import("./texts.zh")).compare);
