// Why a pass did not run, or what it ran for, in the interface's language.
import { t } from "../i18n/core";

const KINDS: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
  [/^disabled$/, () => t("reason.disabled")],
  [/^opt level (\d+) > (\d+)$/, (level, allowed) => t("reason.level", { level, allowed })],
  [/^vetoed by (.+)$/s, (by) => t("reason.vetoed", { by })],
  [/^dependency of (.+)$/s, (by) => t("reason.dependency", { by })],
  [/^not reached: (.+) failed$/s, (by) => t("reason.notReached", { by })],
];

/** The engine's reasons are a few set phrases; whatever else there is stays as it is. */
export function reasonText(reason: string): string {
  for (const [pattern, words] of KINDS) {
    const found = pattern.exec(reason);
    if (found) return words(found[1] ?? "", found[2] ?? "");
  }
  return reason;
}
