import { hooks } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(hooks, async () => (await import("./texts.zh")).hooks);
