// The passes: `transform.…`.

export * from "./generated/passes.js";
export {
  functionPass,
  modulePass,
  type CustomPassOptions,
  type TransformFunction,
  type TransformModule,
} from "./custom_pass.js";
export { gradient } from "./gradient.js";
export { InferTypeLocal } from "./ir.js";
export { createPass as create, parsePipeline, readPipeline } from "./pass.js";
// These replace the generated functions.
export {
  AlterOpLayout,
  EliminateCommonSubexpr,
  Legalize,
  type EliminateCommonSubexprOptions,
  type LegalizeOptions,
  type OpRule,
  type OpRules,
} from "./asking_passes.js";
export {
  AnnotateTarget,
  MergeComposite,
  type AnnotateTargetOptions,
  type PatternTableEntry,
  type Support,
} from "./composite_passes.js";
export { PrintIR, type PrintIROptions } from "./print_ir.js";
export {
  bisect,
  reduce,
  type BisectOptions,
  type BisectResult,
  type ReduceOptions,
  type ReduceResult,
  type Test,
  type TestOptions,
} from "./checking.js";

import { Sequential as SequentialPass, type Pass, type SequentialOptions } from "./pass.js";

/** Runs passes in order; see the class of this name. */
export function Sequential(passes: readonly Pass[], options?: SequentialOptions): SequentialPass {
  return new SequentialPass(passes, options);
}
