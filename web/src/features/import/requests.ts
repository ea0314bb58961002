// The request that describes a model's file.
import type { ImportDescription } from "../../core/protocol/messages";
import { request, type TypesOf } from "../../core/protocol/request";

const requests = {
  /** The content of a model's file. */
  describe: request<{ file: Blob }, ImportDescription>(),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
