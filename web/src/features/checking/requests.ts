// Requests that search the fault of a stage.
import type { Pipeline } from "../../core/pipeline/model";
import type { ModelFiles, ProgramSource } from "../../core/protocol/messages";
import { bisection, reduction } from "../../core/protocol/records";
import { requestOf, type TypesOf } from "../../core/protocol/request";

/** A stage of a workspace and its fault: a pass throws, or the program computes other values after it. */
export interface CheckRequest {
  readonly source: ProgramSource;
  readonly files?: ModelFiles | undefined;
  readonly pipeline: Pipeline;
  readonly code: string;
  readonly stageId: string;
  readonly test: "values" | "throws";
}

const requests = {
  /** Finds the failing pass of a stage. */
  bisect: requestOf<CheckRequest>()(bisection),
  /** Reduces the program before a stage while the stage still fails. */
  reduce: requestOf<CheckRequest>()(reduction),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
