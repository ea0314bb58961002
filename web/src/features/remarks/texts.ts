import { remarks } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(remarks, async () => (await import("./texts.zh")).remarks);
