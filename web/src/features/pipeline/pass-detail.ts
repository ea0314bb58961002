// The text below the name of a pass in a picker.
import { engineText } from "../../i18n/engine";
import { t } from "./texts";
import type { PassDescription } from "../../core/protocol/messages";
import { infoName } from "../../core/pipeline/pass-names";

/** The summary, and the pass's other name if it has two. */
export function passDetail(pass: PassDescription, label = pass.name): string {
  const other = label === pass.name ? infoName(pass) : pass.name;
  return other === label
    ? engineText(pass.summary)
    : t("pipeline.alsoCalled", { name: other, summary: engineText(pass.summary) });
}
