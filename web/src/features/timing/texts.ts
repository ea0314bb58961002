import { timing } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(timing, async () => (await import("./texts.zh")).timing);
