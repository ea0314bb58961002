// A pipeline that is still as somebody wrote it, in the engine's notation of pipelines. Only the engine reads
// that notation; until it has, a workspace has this in place of stages.

export interface WrittenPipeline {
  /** `InferType, FuseOps(fuse_opt_level=1); bind; FoldConstant` */
  readonly text: string;
  /** What stands in all of its contexts. */
  readonly optLevel: number;
  readonly required: readonly string[];
  readonly disabled: readonly string[];
  /** A list in the same notation. */
  readonly instruments: string;
}

/** In which of the texts a mistake is. */
export type WrittenPart = "pipeline" | "instruments";
