// An error of users' code in another language than JavaScript, as it is told.
import type { CodePlace } from "../../core/protocol/code";

/** Its name is the exception's type, its message what that language prints of it, with the traceback. */
export class OwnError extends Error {
  /**
   * @param place where in the code it was raised, if it was there.
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
