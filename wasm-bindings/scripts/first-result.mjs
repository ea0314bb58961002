// Does with this package what the playground does until it shows its first result. It reads the tables for forms, makes
// ResNet-18, runs the default pipeline with all records, repeats it for steady times, and reads texts and a graph.
//
// split.mjs runs it to find the functions of the engine that the first result needs. web/test/unit/first-result.test.ts
// checks that the page's own session needs no others.

/** @param passcope the package, with a loaded engine. */
export function firstResult(passcope) {
  // In the second round, the engine's tables and memory are already in use.
  once(passcope);
  once(passcope);
}

function once(passcope) {
  const { bindParamsByName, engine, relay } = passcope;
  void [engine.version, engine.clockResolutionUs];
  for (const table of ["passes", "instruments", "models", "configKeys"]) engine[table]();

  const workload = relay.getWorkload("resnet", { numLayers: 18, batchSize: 1 });
  const { mod, params } = workload;
  mod.astext({ showMetaData: false });
  const [typing, layout] = makeStages(passcope);
  const folded = typing.trace(mod);
  const bound = folded.clone();
  const main = folded.get("main");
  const withParams = bindParamsByName(main, params);
  bound.set("main", withParams);
  const result = layout.trace(bound);
  for (let i = 0; i < 3; ++i) {
    typing.time(mod);
    layout.time(bound);
  }
  for (const made of [withParams, main, result, bound, folded, typing, layout]) made.dispose();
  workload.dispose();
}

/** The stages of the pipeline that the page opens with. */
function makeStages({ PassContext, Sequential, instrument, transform }) {
  const stage = (optLevel, passes, calls = passes) => {
    const run = (module, instruments, seen) => {
      const context = new PassContext({ optLevel, instruments });
      const made = [];
      let now = module;
      context.with(() => {
        for (const call of calls) made.push((now = call(now)));
        seen();
      });
      context.dispose();
      for (const module of made.slice(0, -1)) module.dispose();
      return now;
    };
    return {
      /** Runs the stage, records everything, and reads all records. */
      trace: (module) => {
        const trace = new instrument.TraceInstrument();
        const differ = new instrument.OpDiffInstrument();
        const timing = new instrument.PassTimingInstrument();
        const progress = { name: "progress", runBeforePass: () => undefined };
        const result = run(module, [progress, trace, differ, timing], () => {
          differ.diffs();
          timing.profiles();
        });
        for (const { index } of trace.entries()) {
          look(trace.moduleBefore(index));
          look(trace.moduleAfter(index));
        }
        for (const used of [timing, differ, trace]) used.dispose();
        return result;
      },
      /** Runs the stage only for its times. */
      time: (module) => {
        for (const repeat of [[], Array(20).fill(2)]) {
          const timing = new instrument.PassTimingInstrument({ repeat });
          run(module, [timing], () => timing.profiles()).dispose();
          timing.dispose();
        }
      },
      dispose: () => {
        for (const pass of new Set([...calls, ...passes])) pass.dispose();
      },
    };
  };
  const create = (name, options) => {
    const pass = transform.create(name, options);
    void pass.info;
    return pass;
  };
  const desired_layouts = { "nn.conv2d": ["NHWC", "HWIO"] };
  const inSequence = [
    create("FoldConstant"),
    create("ConvertLayout", { desired_layouts }),
    create("FoldConstant"),
  ];
  return [
    stage(2, [create("InferType"), create("FoldScaleAxis")]),
    stage(3, inSequence, [new Sequential(inSequence)]),
  ];
}

function look(snapshot) {
  const copy = snapshot.clone();
  copy.diffId();
  copy.countOps();
  copy.astext({ showMetaData: false });
  copy.graph({ function: copy.globalVars()[0], limit: 6000 });
  copy.dispose();
  snapshot.dispose();
}
