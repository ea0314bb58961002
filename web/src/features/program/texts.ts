import { program } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(program, async () => (await import("./texts.zh")).program);
