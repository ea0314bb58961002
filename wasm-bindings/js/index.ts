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

export * as instrument from "./instrument.js";
export * as relay from "./relay.js";
export * as transform from "./transform.js";

export {
  engine,
  type InstrumentDescription,
  type ModelDescription,
  type OpDescription,
  type PassDescription,
  type PassOption,
} from "./engine.js";
export {
  DiagnosticError,
  InternalError,
  PasscopeError,
  type Diagnostic,
  type SourceSpan,
} from "./errors.js";
export type {
  ChromeTrace,
  ChromeTraceEvent,
  DumpedFile,
  DumpIROptions,
  Instrument,
  OpDiff,
  PassCounter,
  PassDecision,
  PassInstrumentObject,
  PrintOptions,
  TimingNode,
  TimingTotal,
  TraceEntry,
} from "./instrument.js";
export {
  bindParamsByName,
  Expr,
  Function,
  IRModule,
  type Param,
  type Params,
  type TextOptions,
} from "./ir.js";
export { NDArray, type DType, type TypedArray } from "./ndarray.js";
export { Pass, Sequential, type PassInfo, type SequentialOptions } from "./pass.js";
export { PassContext, type PassContextOptions } from "./pass_context.js";
export type { Dim, ResNetOptions, Workload } from "./relay.js";
