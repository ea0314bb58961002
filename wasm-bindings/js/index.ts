// Passcope: Relay programs, passes and instruments, as in TVM 0.11, in JavaScript.
//
//   import { relay, transform, instrument, PassContext } from "passcope";
//
//   const { mod } = relay.testing.resnet.getWorkload({ numLayers: 18 });
//   const timing = new instrument.PassTimingInstrument();
//   new PassContext({ instruments: [timing] }).with(() => {
//     transform.FoldScaleAxis()(transform.InferType()(mod));
//     console.log(timing.render());
//   });

export * as graphExecutor from "./graph_executor.js";
export * as instrument from "./instrument.js";
export * as relay from "./relay.js";
export * as transform from "./transform.js";

export {
  Comparison,
  compare,
  sweep,
  sweepValues,
  type CompareOptions,
  type CompareVariant,
  type ComparedModel,
  type ComparedPipeline,
  type ComparedProgram,
  type ComparedStage,
  type SweepOptions,
} from "./compare.js";
export { engine } from "./engine.js";
export {
  DiagnosticError,
  InternalError,
  LoadError,
  OutOfMemoryError,
  PasscopeError,
  type Diagnostic,
  type Message,
  type MessageArgument,
  type MessageList,
  type SourceSpan,
} from "./errors.js";
export type * from "./generated/records.js";
export type {
  DumpIROptions,
  Instrument,
  PassInstrumentObject,
  PrintOptions,
} from "./instrument.js";
export {
  Expr,
  Function,
  type AnyExpr,
  type AttrValues,
  type Call,
  type Clause,
  type Constant,
  type ConstantValue,
  type Constructor,
  type ExprKind,
  type FunctionOptions,
  type GlobalVar,
  type If,
  type Let,
  type Match,
  type Op,
  type Pattern,
  type RefCreate,
  type RefRead,
  type RefWrite,
  type TextOptions,
  type Tuple,
  type TupleGetItem,
  type Var,
} from "./expr.js";
export type {
  BenchmarkOptions,
  BenchmarkResult,
  GraphModule,
  InputValue,
  ProfileOptions,
  Report,
  TableOptions,
} from "./graph_executor.js";
export type { Graph, GraphNode, GraphNodeKind, GraphOptions } from "./graph.js";
export { bindParamsByName, IRModule } from "./ir.js";
export { NDArray, type NestedNumbers, type Params } from "./ndarray.js";
export type { Dim, DType, TypedArray, TypeSpec } from "./tensor_types.js";
export { Pass, Sequential, type PassInfo, type SequentialOptions } from "./pass.js";
export { PassContext, type PassContextOptions } from "./pass_context.js";
export type { ConfigOptions } from "./generated/settings.js";
export type {
  AlignOptions,
  Analysis,
  BuildOptions,
  ConstantOptions,
  Executor,
  OptimizeOptions,
  ResNetOptions,
  SourceOptions,
  Workload,
} from "./relay.js";
export type {
  FileBytes,
  FileStream,
  FromOnnxOptions,
  FromPytorchOptions,
  InputInfo,
  ModelFile,
} from "./frontend.js";
export type { Dataset, QConfig, QConfigOptions, QuantizeOptions } from "./quantize.js";
export { keep, scope } from "./scope.js";
export {
  StructuralEqualError,
  assertStructuralEqual,
  firstStructuralMismatch,
  type Program,
  type StructuralOptions,
} from "./structural.js";
