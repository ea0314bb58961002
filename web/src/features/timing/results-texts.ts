import { timingResults } from "./results-texts.en";
import { texts } from "../../i18n/texts";

export const { t } = texts(
  timingResults,
  async () => (await import("./results-texts.zh")).timingResults,
);
