// Why a pass did not run, or what it ran for, in the page's language.
import type { Decision } from "passcope";
import { t } from "../texts";

/** The text of a decision. The compiler rejects a missing kind, and a text without an argument that it needs. */
export function reasonText(decision: Decision): string {
  switch (decision.kind) {
    case "disabled":
      return t("reason.disabled");
    case "opt-level":
      return t("reason.opt-level", decision);
    case "vetoed":
      return t("reason.vetoed", decision);
    case "required":
      return t("reason.required", decision);
    case "dependency":
      return t("reason.dependency", decision);
    case "not-reached":
      return t("reason.not-reached", decision);
  }
}
