// Requests of program editors.
import type { OpDescription } from "../../core/protocol/messages";
import { textAnalysis } from "../../core/protocol/records";
import { request, requestOf, type TypesOf } from "../../core/protocol/request";
import type { SnapshotOf } from "../../core/protocol/session-requests";

const requests = {
  /** The operators and their documentation. */
  operators: request<object, readonly OpDescription[]>(),
  /**
   * The analysis of a text, which can have errors. `like` is the snapshot from which the text was made. The text can
   * refer to its constants.
   */
  analyse: requestOf<{ text: string; like?: SnapshotOf }>()(textAnalysis),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
