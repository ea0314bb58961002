import { lineage } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(lineage, async () => (await import("./texts.zh")).lineage);
