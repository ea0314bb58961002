// Texts that the playground shares with other pages: the engine's client, the sandbox, documents.
import { core } from "./texts.en";
import { texts } from "../i18n/texts";

export const { t } = texts(core, async () => (await import("./texts.zh")).core);
