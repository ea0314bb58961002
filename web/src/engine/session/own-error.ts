// An error of users' code in another language than JavaScript.
import type { CodePlace } from "../../core/protocol/code";

/** `name` is the exception's type. `message` is what that language prints, with the traceback. */
export class OwnError extends Error {
  /**
   * @param place the place in the code that raised it, if any.
   * @param fatal whether the engine must not be used again.
   */
  constructor(
    name: string,
    message: string,
    readonly place: CodePlace | undefined,
    readonly fatal: boolean,
  ) {
    super(message);
    this.name = name;
  }
}
