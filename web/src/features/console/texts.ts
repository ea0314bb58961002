import { console } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(console, async () => (await import("./texts.zh")).console);
