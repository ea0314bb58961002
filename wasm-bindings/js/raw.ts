// The functions that bindings.cc registers. Handles are numbers; objects cross as JSON text.

type Handle = number;

export interface RawEngine {
  release(handle: Handle): void;
  clone(handle: Handle): Handle;
  liveHandles(): number;
  memoryBytes(): number;

  version(): string;
  passes(): string;
  ops(): string;
  instruments(): string;
  models(): string;
  diagnosticKinds(): string;
  configKeys(): string;
  clockResolutionUs(): number;

  workload(model: string, options: string): string;
  /** The text as bytes is UTF-8. */
  parse(text: string | Uint8Array, source: string): Handle;
  /** `module` as of `parseLike`, or 0. */
  analyse(text: string, source: string, module: Handle): string;
  parseLike(text: string | Uint8Array, source: string, module: Handle): Handle;
  moduleFromExpr(expr: Handle): Handle;
  text(moduleOrExpr: Handle, flags: number): string;
  writeText(module: Handle, flags: number, sink: number): void;
  graph(moduleOrExpr: Handle, options: string): string;
  moduleGet(module: Handle, name: string): Handle;
  moduleSet(module: Handle, name: string, fn: Handle): void;
  moduleGlobals(module: Handle): string;
  opCounts(moduleOrExpr: Handle): string;
  moduleId(module: Handle): number;
  structuralEqual(a: Handle, b: Handle): boolean;
  structuralHash(moduleOrExpr: Handle): string;
  evaluate(module: Handle, fn: string, inputs: string): string;

  parseExpr(text: string, source: string): Handle;
  exprKey(expr: Handle): number;
  exprInfo(expr: Handle): string;
  exprType(expr: Handle): string;
  exprSpan(expr: Handle): string;
  constantData(constant: Handle): Handle;
  exprNodes(expr: Handle, which: string): string;
  makeOp(name: string): Handle;
  makeExpr(kind: string, children: string): Handle;
  withChildren(expr: Handle, children: string): Handle;
  makeCallLike(call: Handle, children: string): Handle;
  withFunctionInfo(fn: Handle, info: string): Handle;
  makeModule(functions: string): Handle;
  moduleAttrs(module: Handle): string;
  optimize(module: Handle, params: string): Handle;
  makeVar(name: string, type: string): Handle;
  makeConstant(array: Handle): Handle;
  makeCall(op: string, args: string, attrs: string): Handle;
  makeCallExpr(callee: Handle, args: string): Handle;
  makeGlobalVar(name: string): Handle;
  makeTuple(fields: string): Handle;
  makeTupleGetItem(tuple: Handle, index: number): Handle;
  makeFunction(params: string, body: Handle): Handle;
  bindParams(fn: Handle, params: string): Handle;

  makeArray(shape: string, dtype: string): Handle;
  castArray(array: Handle, dtype: string): Handle;
  arrayInfo(array: Handle): string;
  /** A view of the engine's memory: valid until the next call of anything here. */
  arrayBytes(array: Handle): Uint8Array;

  makePass(name: string, options: string): Handle;
  makeSequential(passes: string, info: string): Handle;
  makePipeline(spec: string): Handle;
  passInfo(pass: Handle): string;
  runPass(pass: Handle, module: Handle): Handle;
  makeAskingPass(name: string, options: string, functions: string): Handle;
  makeForeignPass(target: number, overModules: boolean, info: string): Handle;

  makeContext(options: string): Handle;
  contextInfo(context: Handle): string;
  enterContext(context: Handle): void;
  exitContext(context: Handle): void;
  overrideInstruments(context: Handle, instruments: string): void;
  passEnabled(context: Handle, pass: Handle): boolean;

  makeForeignInstrument(target: number, name: string): Handle;
  /** `sink` is a target of the host, which takes what the instrument writes; 0 for none. */
  makeInstrument(name: string, options: string, sink: number): Handle;
  makeHookLog(): Handle;
  watchHooks(log: Handle, instrument: Handle): Handle;
  instrumentText(instrument: Handle): string;
  instrumentData(instrument: Handle): string;
  timingTotals(timing: Handle): string;
  timingTotalsText(timing: Handle, top: number): string;
  chromeTrace(trace: Handle): string;
  traceModule(trace: Handle, index: number, after: boolean): Handle;
  traceClear(trace: Handle): void;
  countInContext(context: Handle, counter: string, n: number): void;
  makePrintIR(header: string, showMetaData: boolean, sink: number): Handle;
  illFormed(moduleOrExpr: Handle): string;
}
