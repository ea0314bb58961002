// Requests for remarks.
import type { RemarkKind } from "../../core/protocol/messages";
import { PROGRAM, remarkPlaces, runRemarks } from "../../core/protocol/records";
import { request, requestOf, type TypesOf } from "../../core/protocol/request";
import { string } from "../../core/protocol/schema";

const requests = {
  /** All kinds of remarks of the engine's passes. */
  remarkKinds: request<object, readonly RemarkKind[]>(),
  /** The remarks of the latest run. The pipeline may run once more for this, without the user's code. */
  remarks: requestOf<{ runId: number }>()(runRemarks),
  /** The places of the expressions that a row's remarks name, in the program before the row's pass. */
  remarkPlaces: requestOf<{ runId: number; row: number }>()(remarkPlaces),
  /** Some of the remarks in LLVM's YAML, by their indices. */
  remarksYaml: requestOf<{ runId: number; remarks: readonly number[] }>()(string(PROGRAM)),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
