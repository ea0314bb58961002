// What passes say, asked of an engine.
import type { RemarkKind } from "../../core/protocol/messages";
import { PROGRAM, remarkPlaces, runRemarks } from "../../core/protocol/records";
import { request, requestOf, type TypesOf } from "../../core/protocol/request";
import { string } from "../../core/protocol/schema";

const requests = {
  /** What can be said by the engine's passes. */
  remarkKinds: request<object, readonly RemarkKind[]>(),
  /** What the passes of the latest run said; for this it may run once more, without the user's code. */
  remarks: requestOf<{ runId: number }>()(runRemarks),
  /** Where, in the program before the pass of a row, the expressions stand that its remarks are about. */
  remarkPlaces: requestOf<{ runId: number; row: number }>()(remarkPlaces),
  /** Some of the remarks, by their places among them, in LLVM's YAML. */
  remarksYaml: requestOf<{ runId: number; remarks: readonly number[] }>()(string(PROGRAM)),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
