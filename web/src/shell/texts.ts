import { shell } from "./texts.en";
import { texts } from "../i18n/texts";

export const { t, in: inLanguage } = texts(shell, async () => (await import("./texts.zh")).shell);
