// Texts of the dialog that imports models, which are fetched with it.
import { importing } from "./en/importing";
import { texts } from "./texts";

export const { t } = texts(importing, async () => (await import("./zh/importing")).importing);
