import { ops } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(ops, async () => (await import("./texts.zh")).ops);
