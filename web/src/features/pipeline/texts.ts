import { pipeline } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(pipeline, async () => (await import("./texts.zh")).pipeline);
