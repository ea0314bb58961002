// Texts of the dialog that imports models. They are fetched with the dialog.
import { importing } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(importing, async () => (await import("./texts.zh")).importing);
