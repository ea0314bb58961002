import { checking } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(checking, async () => (await import("./texts.zh")).checking);
