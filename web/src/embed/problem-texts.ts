// The problems of an element's settings in words.
import { t as core } from "../core/texts";
import { t } from "./texts";
import type { Problem } from "./settings";

export function problemWords(problem: Problem): string {
  switch (problem.key) {
    case "unknownAttribute":
      return t("embed.unknownAttribute", problem);
    case "unknownModel":
      return t("embed.unknownModel", problem);
    case "unknownOption":
      return t("embed.unknownOption", problem);
    case "wrongValue":
      return t("embed.wrongValue", problem);
    case "wrongList": {
      const { of, expected, at, found } = problem.mistake;
      const missing = core(`pipeline.expected.${expected}`);
      return t("embed.wrongList", { name: of, expected: missing, at, found });
    }
    case "tooHigh":
      return t("embed.tooHigh", problem);
    case "notJson":
      return t("embed.notJson", problem);
    case "notBoth":
      return t("embed.notBoth", problem);
    case "unreadable":
      return t("embed.unreadable", problem);
    case "badLink":
      return t("embed.badLink", problem);
  }
}
