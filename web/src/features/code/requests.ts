// The request that runs the code on its own, outside of a pipeline.
import { requestOf, type TypesOf } from "../../core/protocol/request";
import { literal } from "../../core/protocol/schema";

const requests = {
  /** Runs the code on its own. It can read `files` by their names. Its output comes as progress, as in a run. */
  script: requestOf<{ code: string; files?: Readonly<Record<string, Blob>> | undefined }>()(
    literal(undefined),
  ),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
