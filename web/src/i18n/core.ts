// Texts of what the playground shares with other pages: the engine's client, the sandbox, documents.
import { core } from "./en/core";
import { texts } from "./texts";

export const { t } = texts(core, async () => (await import("./zh/core")).core);
