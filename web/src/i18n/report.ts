// The texts of the report, which are fetched with the code that writes it.
import { report } from "./en/report";
import { texts } from "./texts";

export const { t } = texts(report, async () => (await import("./zh/report")).report);
