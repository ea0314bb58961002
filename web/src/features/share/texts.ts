import { share } from "./texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(share, async () => (await import("./texts.zh")).share);
