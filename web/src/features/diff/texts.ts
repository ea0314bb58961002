import { diff } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(diff, async () => (await import("./texts.zh")).diff);
