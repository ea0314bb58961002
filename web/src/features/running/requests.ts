// Requests that run the model.
import type { FileArray, InputChoice } from "../../core/protocol/input-choice";
import { modelPlan } from "../../core/protocol/records";
import { request, requestOf, type TypesOf } from "../../core/protocol/request";
import { literal } from "../../core/protocol/schema";
import type { SnapshotOf } from "../../core/protocol/session-requests";

export interface ExecuteRequest {
  readonly runId: number;
  readonly snapshots: readonly number[];
  /** The snapshot whose outputs are compared with all others. */
  readonly reference: number;
  readonly inputs: InputChoice;
}

const requests = {
  /** The tensors of a file that the engine reads. Messages contain `name`, the name of the file. */
  tensors: request<{ file: Blob; name: string }, readonly FileArray[]>(),
  /** The plan of a snapshot of the latest run, with its cost. */
  plan: requestOf<SnapshotOf>()(modelPlan),
  /** Runs snapshots repeatedly in turns, and reports results as progress. Resolves when all are known. */
  execute: requestOf<ExecuteRequest>()(literal(undefined)),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
