import { ui } from "./texts.en";
import { texts } from "../i18n/texts";

export const { t } = texts(ui, async () => (await import("./texts.zh")).ui);
