// The request for the dataflow of a program.
import type { ModelFiles, ProgramSource } from "../../core/protocol/messages";
import { graphData } from "../../core/protocol/records";
import { requestOf, type TypesOf } from "../../core/protocol/request";
import type { SnapshotOf } from "../../core/protocol/session-requests";

type GraphRequest = (
  { readonly source: ProgramSource; readonly files?: ModelFiles | undefined } | SnapshotOf
) & { readonly fn?: string };

const requests = {
  /** The dataflow of a function (`main` or the first one) of a program, or of a snapshot of the latest run. */
  graph: requestOf<GraphRequest>()(graphData),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
