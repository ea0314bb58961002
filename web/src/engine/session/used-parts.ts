// The exports of the package that workers without user code use; a bundler removes the rest. Each worker loads the
// engine in its own way.
import {
  bindParamsByName,
  compare,
  engine,
  instrument,
  NDArray,
  Pass,
  PassContext,
  relay,
  Sequential,
  sweepValues,
  transform,
} from "passcope/bare";
import type { UsedParts } from "./package-parts";

export const usedParts: UsedParts = {
  bindParamsByName,
  compare,
  engine,
  instrument: {
    create: instrument.create,
    HookLog: instrument.HookLog,
    OpDiffInstrument: instrument.OpDiffInstrument,
    PassTimingInstrument: instrument.PassTimingInstrument,
    Remarks: instrument.Remarks,
    TraceInstrument: instrument.TraceInstrument,
  },
  NDArray,
  Pass,
  PassContext,
  relay: {
    alignTexts: relay.alignTexts,
    analyse: relay.analyse,
    build: relay.build,
    compareValues: relay.compareValues,
    frontend: {
      fromOnnx: relay.frontend.fromOnnx,
      fromPytorch: relay.frontend.fromPytorch,
      ModelFile: relay.frontend.ModelFile,
      readTensors: relay.frontend.readTensors,
    },
    fromtext: relay.fromtext,
    getWorkload: relay.getWorkload,
    makeInputs: relay.makeInputs,
  },
  Sequential,
  sweepValues,
  transform: {
    bisect: transform.bisect,
    create: transform.create,
    InferType: transform.InferType,
    PrintIR: transform.PrintIR,
    readPipeline: transform.readPipeline,
    reduce: transform.reduce,
  },
};
