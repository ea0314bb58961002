import { editor } from "./texts.en";
import { texts } from "../i18n/texts";

export const { t } = texts(editor, async () => (await import("./texts.zh")).editor);
