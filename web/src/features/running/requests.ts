// What running the model asks an engine.
import type { FileArray, InputChoice } from "../../core/protocol/input-choice";
import { modelPlan } from "../../core/protocol/records";
import { request, requestOf, type TypesOf } from "../../core/protocol/request";
import { literal } from "../../core/protocol/schema";
import type { SnapshotOf } from "../../core/protocol/session-requests";

export interface ExecuteRequest {
  readonly runId: number;
  readonly snapshots: readonly number[];
  /** The one whose outputs all others are compared with. */
  readonly reference: number;
  readonly inputs: InputChoice;
}

const requests = {
  /** The tensors of a file that the engine reads; `name` is the file's, for messages. */
  tensors: request<{ file: Blob; name: string }, readonly FileArray[]>(),
  /** What running a snapshot of the latest run would take. */
  plan: requestOf<SnapshotOf>()(modelPlan),
  /** Runs such snapshots, again and again in turns, and tells what comes of it; answers when all is known. */
  execute: requestOf<ExecuteRequest>()(literal(undefined)),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
