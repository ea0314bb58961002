// The package `passcope` behind the small interface that the worker uses.
import {
  bindParamsByName,
  engine as passcope,
  instrument,
  PassContext,
  relay,
  Sequential,
  transform,
  type Function as RelayFunction,
  type Params,
  type Pass,
} from "passcope";
import type { Engine, Handle, Instrument, Params as ParamHandles, PassHandle } from "./engine-api";

type PackageInstrument =
  instrument.TraceInstrument | instrument.OpDiffInstrument | instrument.PassTimingInstrument;

// The worker only ever hands back handles that it got from here, so the casts below restore types
// that the interface has made smaller.
export const engine: Engine = {
  version: passcope.version,
  clockResolutionUs: passcope.clockResolutionUs,
  passes: () =>
    passcope.passes().map(({ name, optLevel, required, summary, options }) => ({
      name,
      optLevel,
      required,
      summary,
      options,
    })),
  workload: (depth, batch) =>
    relay.testing.resnet.getWorkload({
      numLayers: depth,
      batchSize: batch,
      imageShape: [3, 224, 224],
    }),
  bindParams: (fn: Handle, params: ParamHandles) =>
    bindParamsByName(fn as RelayFunction, params as Params),
  pass: (name, options) => transform.create(name, options) as unknown as PassHandle,
  sequential: (passes) => new Sequential(passes as unknown as Pass[]) as unknown as PassHandle,
  context: (optLevel, instruments: Instrument[]) =>
    new PassContext({ optLevel, instruments: instruments as PackageInstrument[] }),
  traceInstrument: () => new instrument.TraceInstrument(),
  opDiffInstrument: () => new instrument.OpDiffInstrument(),
  timingInstrument: () => new instrument.PassTimingInstrument(),
};
