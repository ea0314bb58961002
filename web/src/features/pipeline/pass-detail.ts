// What a picker says of a pass below its name.
import { engineText } from "../../i18n/engine";
import { t } from "./texts";
import type { PassDescription } from "../../core/protocol/messages";
import { infoName } from "../../core/pipeline/pass-names";

/** The summary and, where a pass has two names, the one that is not shown as its label. */
export function passDetail(pass: PassDescription, label = pass.name): string {
  const other = label === pass.name ? infoName(pass) : pass.name;
  return other === label
    ? engineText(pass.summary)
    : t("pipeline.alsoCalled", { name: other, summary: engineText(pass.summary) });
}
