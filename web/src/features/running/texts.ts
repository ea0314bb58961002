// Texts of the tab that runs the model. They are fetched with the tab.
import { running } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(running, async () => (await import("./texts.zh")).running);
