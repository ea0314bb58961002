// The embedded element's texts.
import { embed } from "./texts.en";
import { texts } from "../i18n/texts";

export const { t, in: embedTexts } = texts(embed, async () => (await import("./texts.zh")).embed);
