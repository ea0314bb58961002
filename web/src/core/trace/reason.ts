// Why a pass did not run, or what it ran for, in the interface's language.
import type { Decision } from "passcope";
import { t } from "../texts";

/** A kind of decision that is missing here, or an argument that its text does not get, is a type error. */
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
