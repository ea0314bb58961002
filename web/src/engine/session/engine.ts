// The package `passcope` behind the small interface `Engine`.
import type {
  ComparedStage,
  DType,
  Function as RelayFunction,
  Instrument,
  IRModule,
  ModelFile,
  NDArray as PackageArray,
  Params,
  Pass,
  Workload,
} from "passcope";
import { elementsOf } from "./elements";
import { makeExecutable } from "./executable";
import type { ImportSource } from "../../core/protocol/messages";
import type {
  ContextOptions,
  Engine,
  FileHandle,
  Handle,
  ModuleHandle,
  Params as ParamHandles,
  PassHandle,
} from "./engine-api";

import type { UsedParts } from "./package-parts";

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const camelCased = (options: Record<string, unknown> | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options ?? {}).map(([key, value]) => [camelCase(key), value]));

/** The instruments that write output while passes run. */
const writing = new Set(["PrintBeforeAll", "PrintAfterAll"]);

/** Imports the program of a model's file. */
function imported(
  { fromOnnx, fromPytorch }: UsedParts["relay"]["frontend"],
  source: ImportSource,
  file: FileHandle,
  external: Readonly<Record<string, FileHandle>>,
  onProgress: (done: number) => void,
): Workload {
  const { inputs, freezeParams, parserFriendlyNames } = source;
  if (source.format === "torchscript") {
    const infos = inputs.map(({ name, shape, dtype }) => ({
      name,
      shape,
      ...(dtype === undefined ? {} : { dtype: dtype as DType }),
    }));
    const options = { useParserFriendlyName: parserFriendlyNames, onProgress };
    return fromPytorch(file as ModelFile, infos, options);
  }
  const types = inputs.flatMap(({ name, dtype }) => (dtype === undefined ? [] : [[name, dtype]]));
  return fromOnnx(file as ModelFile, {
    shape: Object.fromEntries(inputs.map(({ name, shape }) => [name, shape])),
    dtype: Object.fromEntries(types) as Record<string, DType>,
    freezeParams,
    externalData: external as Record<string, ModelFile>,
    onProgress,
  });
}

/**
 * The engine as an `Engine`. The worker only returns handles that it got from here, so the casts below restore types
 * that the interface has narrowed.
 */
export function engineOf(passcope: UsedParts): Engine {
  const {
    bindParamsByName,
    compare,
    engine,
    instrument,
    NDArray,
    PassContext,
    relay,
    Sequential,
    sweepValues,
    transform,
  } = passcope;
  /** Like a context's `with`, for asynchronous bodies. */
  const inContext = async <T>(options: ContextOptions, body: () => Promise<T>): Promise<T> => {
    const context = new PassContext(options);
    try {
      context.enter();
      try {
        return await body();
      } finally {
        context.exit();
      }
    } finally {
      context.dispose();
    }
  };
  /** Returns the module with its types and frees the given one. */
  const typed = (mod: IRModule): IRModule => {
    const infer = transform.InferType();
    try {
      return infer(mod);
    } finally {
      infer.dispose();
      mod.dispose();
    }
  };
  return {
    version: engine.version,
    clockResolutionUs: engine.clockResolutionUs,
    get isComplete() {
      return engine.isComplete;
    },
    complete: () => engine.complete(),
    completeKernels: () => engine.completeKernels(),
    completeFrontends: () => engine.completeFrontends(),
    loadFile: (file, signal, onProgress) =>
      relay.frontend.ModelFile.load(file, { signal, onProgress }),
    importModel: (source, file, external, onProgress) => {
      const { mod, params } = imported(relay.frontend, source, file, external, onProgress);
      return { mod: typed(mod), params };
    },
    readTensors: (bytes, file) =>
      Object.entries(relay.frontend.readTensors(bytes, file)).map(([name, array]) => {
        const { shape, dtype } = array;
        // A copy with a buffer of its own.
        const data = new Uint8Array(array.toTypedArray().buffer as ArrayBuffer);
        array.dispose();
        return { name, shape, dtype, data };
      }),
    passes: () => engine.passes(),
    instruments: () => engine.instruments(),
    models: () => engine.models(),
    configKeys: () => engine.configKeys(),
    remarkKinds: () => engine.remarkKinds(),
    ops: () => engine.ops(),
    analyse: (text, constantsOf) =>
      relay.analyse(text, {
        source: "program",
        ...(constantsOf ? { constantsOf: constantsOf as unknown as IRModule } : {}),
      }),
    alignTexts: relay.alignTexts,
    workload: (name, options) => relay.getWorkload(name, options),
    parse: (text, source, constantsOf) => {
      const parsed = relay.fromtext(text, {
        source,
        ...(constantsOf ? { constantsOf: constantsOf as unknown as IRModule } : {}),
      });
      return typed(parsed);
    },
    bindParams: (fn: Handle, params: ParamHandles) =>
      bindParamsByName(fn as RelayFunction, params as Params),
    readPipeline: (text, list) => transform.readPipeline(text, { list }),
    pass: (name, options, write) =>
      (name === "PrintIR"
        ? transform.PrintIR({ ...camelCased(options), write })
        : transform.create(name, options)) as unknown as PassHandle,
    sequential: (passes, options) =>
      new Sequential(passes as unknown as Pass[], options) as unknown as PassHandle,
    context: (options) => new PassContext({ ...options, instruments: options.instruments }),
    instrument: (name, options, write) => {
      const named = camelCased(options);
      return instrument.create(name, writing.has(name) ? { ...named, write } : named);
    },
    executable: (mod, params) =>
      makeExecutable(passcope, mod as unknown as IRModule, params as Params),
    array: ({ data, shape, dtype: stored }, dtype) => {
      const elements = elementsOf(data, stored);
      const array = NDArray.from(elements, shape, stored as DType);
      if (stored === dtype) return array;
      try {
        return array.cast(dtype as DType);
      } finally {
        array.dispose();
      }
    },
    compare: (reference, actual, mod) => {
      const found = relay.compareValues(
        mod as unknown as IRModule,
        reference as PackageArray[],
        actual as PackageArray[],
      );
      const { difference, largestAbsolute, largestRelative } = found;
      // Differences that are not numeric have no finite distance.
      const apart = difference && difference.kind !== "real" && difference.kind !== "exact";
      return {
        largest: apart ? Number.POSITIVE_INFINITY : largestAbsolute,
        relative: apart ? Number.POSITIVE_INFINITY : largestRelative,
        ...(difference ? { beyond: difference } : {}),
      };
    },
    comparison: async (variants, options, onProgress) => {
      const compared = await compare(
        variants.map(({ name, mod, params, stages }) => ({
          name,
          program: { mod: mod as unknown as IRModule, params: params as Params },
          pipeline: stages as unknown as ComparedStage[],
        })),
        { ...options, onProgress },
      );
      const texts = compared.variants.map((_, i) => {
        const mod = compared.result(i);
        const text = mod?.astext({ showMetaData: false }) ?? null;
        mod?.dispose();
        return text;
      });
      const origins = compared.variants.map((_, i) => compared.origins(i));
      compared.dispose();
      return { variants: compared.variants, texts, origins };
    },
    sweepValues: (text) => sweepValues(text),
    bisect: (mod, passes, context, { test, onProgress }) =>
      inContext(context, async () => {
        const found = await transform.bisect(
          mod as unknown as IRModule,
          passes as unknown as Pass[],
          { test, onProgress: (told) => onProgress({ kind: "bisecting", ...told }) },
        );
        found.before?.dispose();
        found.after?.dispose();
        const { outcome, sentence, limit, diff, runs } = found;
        return { outcome, sentence, limit, diff, runs };
      }),
    reduce: (mod, passes, context, { test, onProgress }) =>
      inContext(context, async () => {
        const found = await transform.reduce(
          mod as unknown as IRModule,
          passes as unknown as Pass[],
          {
            test,
            onProgress: ({ candidates, accepted, calls }) =>
              onProgress({ kind: "reducing", candidates, accepted, calls }),
          },
        );
        const text = found.mod.astext();
        found.mod.dispose();
        const { outcome, sentence, kept, callsBefore, callsAfter } = found;
        return { outcome, sentence, text, kept, callsBefore, callsAfter };
      }),
    hookLog: () => {
      const log = new instrument.HookLog();
      return {
        watch: (instruments) => log.watch(instruments as Instrument[]),
        calls: () => log.calls(),
        dispose: () => log.dispose(),
      };
    },
    traceInstrument: () => new instrument.TraceInstrument(),
    lineageTrace: () => {
      const trace = new instrument.TraceInstrument({ lineage: true });
      return Object.assign(trace, {
        look: (mod: ModuleHandle): void => {
          // An empty Sequential gets the program and returns it unchanged.
          const context = new PassContext({ instruments: [trace] });
          context.with(() => new Sequential([])(mod as unknown as IRModule));
          context.dispose();
        },
      });
    },
    opDiffInstrument: () => new instrument.OpDiffInstrument(),
    remarksInstrument: (limit) => new instrument.Remarks({ limit }),
    timingInstrument: (repeat = []) => new instrument.PassTimingInstrument({ repeat }),
  };
}
