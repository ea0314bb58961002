// What the playground does until it shows its first result, with this package's own means: the tables that it
// fills its forms from, ResNet-18, the pipeline that it opens with, everything that it records of a run, texts and
// a graph. split.mjs has it run to see which functions of the engine that takes.

/** @param passcope the package, with an engine. */
export function firstResult({
  PassContext,
  Sequential,
  bindParamsByName,
  engine,
  instrument,
  relay,
  transform,
}) {
  void [engine.version, engine.clockResolutionUs];
  for (const table of ["passes", "instruments", "models", "configKeys"]) engine[table]();

  const { mod, params } = relay.getWorkload("resnet", { numLayers: 18, batchSize: 1 });
  const text = (module) => module.astext({ showMetaData: false });
  text(mod);

  const run = (start, optLevel, passes) => {
    const trace = new instrument.TraceInstrument();
    const differ = new instrument.OpDiffInstrument();
    const timing = new instrument.PassTimingInstrument();
    const progress = { name: "progress", runBeforePass: () => undefined };
    const context = new PassContext({ optLevel, instruments: [progress, trace, differ, timing] });
    let module = start;
    context.with(() => {
      for (const pass of passes) {
        void pass.info;
        module = pass(module);
      }
      differ.diffs();
      timing.profiles();
    });
    for (const { index } of trace.entries()) {
      for (const snapshot of [trace.moduleBefore(index), trace.moduleAfter(index)]) {
        snapshot.diffId();
        snapshot.countOps();
        text(snapshot);
        snapshot.graph({ function: snapshot.globalVars()[0], limit: 6000 });
        snapshot.dispose();
      }
    }
    for (const used of [context, timing, differ, trace]) used.dispose();
    return module;
  };

  const folded = run(mod, 2, [transform.InferType(), transform.FoldScaleAxis()]);
  const bound = folded.clone();
  bound.set("main", bindParamsByName(folded.get("main"), params));
  const desired = { "nn.conv2d": ["NHWC", "HWIO"] };
  const passes = [
    transform.FoldConstant(),
    transform.create("ConvertLayout", { desired_layouts: desired }),
    transform.FoldConstant(),
  ];
  const result = run(bound, 3, [new Sequential(passes)]);
  for (const module of [result, bound, folded, mod]) module.dispose();
}
