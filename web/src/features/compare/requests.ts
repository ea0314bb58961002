// Comparing pipelines, asked of an engine.
import type { Pipeline } from "../../core/pipeline/model";
import type { SweepOption } from "../../core/pipeline/variants";
import type { ModelFiles, ProgramSource } from "../../core/protocol/messages";
import { compared } from "../../core/protocol/records";
import { requestOf, type TypesOf } from "../../core/protocol/request";

/** Pipelines that are compared on one program, each at each value of an option if there is a sweep. */
export interface CompareRequest {
  readonly source: ProgramSource;
  readonly files?: ModelFiles | undefined;
  readonly code: string;
  readonly variants: readonly { readonly name: string; readonly pipeline: Pipeline }[];
  readonly sweep?: { readonly option: SweepOption; readonly values: string } | undefined;
  /** Whether the results are run. */
  readonly run: boolean;
  /** How often pipelines are timed, and results are run. */
  readonly repeat: number;
}

const requests = {
  /** Compares pipelines, and tells how far that is. */
  compare: requestOf<CompareRequest>()(compared),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
