// Finding what makes a stage wrong, asked of an engine.
import type { Pipeline } from "../../core/pipeline/model";
import type { ModelFiles, ProgramSource } from "../../core/protocol/messages";
import { bisection, reduction } from "../../core/protocol/records";
import { requestOf, type TypesOf } from "../../core/protocol/request";

/** A stage of a workspace, and what is wrong after it: a pass throws, or the program computes something else. */
export interface CheckRequest {
  readonly source: ProgramSource;
  readonly files?: ModelFiles | undefined;
  readonly pipeline: Pipeline;
  readonly code: string;
  readonly stageId: string;
  readonly test: "values" | "throws";
}

const requests = {
  /** Finds the execution of a pass of a stage after which its program is wrong. */
  bisect: requestOf<CheckRequest>()(bisection),
  /** Makes the program that comes to a stage small while it still is wrong after the stage. */
  reduce: requestOf<CheckRequest>()(reduction),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
