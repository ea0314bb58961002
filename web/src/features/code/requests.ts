// What running the code by itself asks an engine.
import { requestOf, type TypesOf } from "../../core/protocol/request";
import { literal } from "../../core/protocol/schema";

const requests = {
  /** Runs the code by itself, which may read these files by their names. What it prints is told as that of a run. */
  script: requestOf<{ code: string; files?: Readonly<Record<string, Blob>> | undefined }>()(
    literal(undefined),
  ),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
