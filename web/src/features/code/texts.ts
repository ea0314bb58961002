import { code } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(code, async () => (await import("./texts.zh")).code);
