// Texts of the tab that runs the model, which are fetched with it.
import { running } from "./en/running";
import { texts } from "./texts";

export const { t } = texts(running, async () => (await import("./zh/running")).running);
