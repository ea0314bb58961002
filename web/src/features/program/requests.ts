// What editors of programs ask an engine.
import type { OpDescription } from "../../core/protocol/messages";
import { textAnalysis } from "../../core/protocol/records";
import { request, requestOf, type TypesOf } from "../../core/protocol/request";
import type { SnapshotOf } from "../../core/protocol/session-requests";

const requests = {
  /** The operators, with their documentation. */
  operators: request<object, readonly OpDescription[]>(),
  /**
   * What an editor shows of a text, whatever is wrong with it. `like` is the snapshot that the text was made from,
   * whose constants it may refer to.
   */
  analyse: requestOf<{ text: string; like?: SnapshotOf }>()(textAnalysis),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
