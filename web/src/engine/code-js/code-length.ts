import { MAX_CODE } from "../../core/protocol/code";
import { CodeError } from "../session/code-place";
import { words } from "./code-messages";

/** Throws a CodeError for code that is too long. */
export function checkLength(code: string): void {
  if (code.length <= MAX_CODE) return;
  throw new CodeError(
    words("kCodeTooLong", "The code is longer than the limit of {limit} characters", {
      limit: MAX_CODE.toLocaleString("en"),
    }),
  );
}
