// The request that compares pipelines.
import type { Pipeline } from "../../core/pipeline/model";
import type { SweepOption } from "../../core/pipeline/variants";
import type { ModelFiles, ProgramSource } from "../../core/protocol/messages";
import { compared } from "../../core/protocol/records";
import { requestOf, type TypesOf } from "../../core/protocol/request";

/** Pipelines to compare on one program. With a sweep, each pipeline runs at each value of the option. */
export interface CompareRequest {
  readonly source: ProgramSource;
  readonly files?: ModelFiles | undefined;
  readonly code: string;
  readonly variants: readonly { readonly name: string; readonly pipeline: Pipeline }[];
  readonly sweep?: { readonly option: SweepOption; readonly values: string } | undefined;
  /** True to run the results. */
  readonly run: boolean;
  /** How often each pipeline is timed and each result is run. */
  readonly repeat: number;
}

const requests = {
  /** Compares pipelines and reports progress. */
  compare: requestOf<CompareRequest>()(compared),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
