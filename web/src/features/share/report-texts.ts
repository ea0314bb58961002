// Texts of the report. They are fetched with the code that writes it.
import { report } from "./report-texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(report, async () => (await import("./report-texts.zh")).report);
