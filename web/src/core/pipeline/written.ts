// A pipeline that is still text, in the engine's notation of pipelines. Only the engine reads that notation. Until
// then, a workspace has this text instead of stages.

export interface WrittenPipeline {
  /** `InferType, FuseOps(fuse_opt_level=1); bind; FoldConstant` */
  readonly text: string;
  /** This and the next two fields apply to all of its contexts. */
  readonly optLevel: number;
  readonly required: readonly string[];
  readonly disabled: readonly string[];
  /** A list in the same notation. */
  readonly instruments: string;
}

/** The text that a mistake is in. */
export type WrittenPart = "pipeline" | "instruments";
