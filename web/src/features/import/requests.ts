// What opening a model of another framework asks an engine.
import type { ImportDescription } from "../../core/protocol/messages";
import { request, type TypesOf } from "../../core/protocol/request";

const requests = {
  /** What a model's file holds. */
  describe: request<{ file: Blob }, ImportDescription>(),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
