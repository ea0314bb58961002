// The cells of TVM's tutorial "How to use pass instrument": the times of passes, an instrument that
// counts operators, and what happens when hooks throw. Prints what each cell prints under a line
// "== name ==".
//
//   node use_pass_instrument.mjs

import { PassContext, Sequential, bindParamsByName, instrument, relay, transform } from "passcope";

const cell = (name, text) => console.log(`== instrument.${name} ==\n${text}`);

const workload = relay.testing.resnet.getWorkload({
  numLayers: 18,
  batchSize: 1,
  imageShape: [3, 224, 224],
});
let { mod } = workload;
cell("resnet18", mod.astext({ showMetaData: false }));

// The times of passes.
const timing = new instrument.PassTimingInstrument();
new PassContext({ instruments: [timing] }).with(() => {
  mod = transform.InferType()(mod);
  mod = transform.FoldScaleAxis()(mod);
  // Before the context is left: then the profile is cleared.
  cell("timing_profile", timing.render());
});
cell("resnet18_after_fold_scale_axis_default", mod);

// The same on the context that is current.
const current = PassContext.current();
current.overrideInstruments([timing]);
mod = transform.InferType()(mod);
mod = transform.FoldScaleAxis()(mod);
cell("timing_profile.current", timing.render());
current.overrideInstruments([]);

/** Counts the calls of each operator before and after every pass. Passes nest, hence the stack. */
const RelayCallNodeDiffer = instrument.passInstrument(
  class RelayCallNodeDiffer {
    #opDiff = [];
    #before = [];

    enterPassCtx() {
      this.#opDiff = [];
      this.#before = [];
    }

    exitPassCtx() {
      console.assert(this.#before.length === 0, "The stack is not empty. Something wrong.");
    }

    runBeforePass(before, info) {
      this.#before.push([info.name, this.#countNodes(before)]);
    }

    runAfterPass(after, info) {
      const [name, countsBefore] = this.#before.pop();
      console.assert(name === info.name, `${name} and ${info.name} do not match`);
      const diff = this.#diff(this.#countNodes(after), countsBefore);
      // Only passes that make a difference.
      if (Object.keys(diff).length > 0) this.#opDiff.push([this.#before.length, info.name, diff]);
    }

    getPassToOpDiff() {
      return this.#opDiff;
    }

    #countNodes(program) {
      const counts = {};
      relay.analysis.postOrderVisit(program.get("main"), (node) => {
        // What is called may also be a function, which has no name.
        if (node.kind !== "Call" || node.op.kind !== "Op") return;
        counts[node.op.name] = (counts[node.op.name] ?? 0) + 1;
      });
      return counts;
    }

    #diff(after, before) {
      const diff = {};
      for (const op of Object.keys({ ...before, ...after })) {
        const change = (after[op] ?? 0) - (before[op] ?? 0);
        if (change !== 0) diff[op] = change;
      }
      return diff;
    }
  },
);

mod.set("main", bindParamsByName(mod.get("main"), workload.params));
cell("resnet18_bound", mod);

const callNodes = new RelayCallNodeDiffer();
const sequence = new Sequential([
  transform.FoldConstant(),
  transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] }),
  transform.FoldConstant(),
]);
// The timing instrument comes last, so it times what the other one does after a pass.
new PassContext({ optLevel: 3, instruments: [callNodes, timing] }).with(() => {
  mod = sequence(mod);
  cell("timing_profile_layout", timing.render());
});
cell(
  "op_diff",
  callNodes
    .getPassToOpDiff()
    .map((entry) => JSON.stringify(entry))
    .join("\n"),
);
cell("resnet18_nhwc", mod);

// Hooks that throw.
class ValueError extends Error {}

/** An instrument whose hooks say that they are called; that named `bad` throws. */
class PassExample {
  constructor(name, bad) {
    this.name = name;
    this.bad = bad;
  }
  #hook(hook) {
    if (hook === this.bad) {
      console.log(this.name, `bad ${hook}!!!`);
      throw new ValueError(`${this.name} bad ${hook}`);
    }
    console.log(this.name, hook);
  }
  enterPassCtx() {
    this.#hook("enter_pass_ctx");
  }
  exitPassCtx() {
    this.#hook("exit_pass_ctx");
  }
  shouldRun() {
    this.#hook("should_run");
    return true;
  }
  runBeforePass() {
    this.#hook("run_before_pass");
  }
  runAfterPass() {
    this.#hook("run_after_pass");
  }
}

/** One that also says which passes it is asked about, and vetoes FoldConstant. */
class VetoesFoldConstant extends PassExample {
  shouldRun(_, info) {
    console.log(this.name, "should_run", info.name);
    return info.name !== "FoldConstant";
  }
}

function catching(name, body) {
  console.log(`== instrument.hooks.${name} ==`);
  try {
    body();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    console.log("Catching", `ValueError: ${error.message}`);
  }
}

const bad = {
  enter_pass_ctx: "PassBadEnterCtx",
  exit_pass_ctx: "PassBadExitCtx",
  should_run: "PassBadShouldRun",
  run_before_pass: "PassBadRunBefore",
  run_after_pass: "PassBadRunAfter",
};
for (const [hook, name] of Object.entries(bad)) {
  const instruments = () => [
    new PassExample("PassFine_0"),
    new PassExample(name, hook),
    new PassExample("PassFine_1"),
  ];
  // In a context that is left when something throws,
  const context = new PassContext({ instruments: instruments() });
  catching(`${hook}.with`, () => context.with(() => transform.InferType()(mod)));
  catching(`${hook}.override_after`, () => context.overrideInstruments([]));
  // and on the current one.
  catching(`${hook}.current.override`, () => current.overrideInstruments(instruments()));
  catching(`${hook}.current.run`, () => transform.InferType()(mod));
  catching(`${hook}.current.clear`, () => current.overrideInstruments([]));
}
// A veto, and that what a context requires no instrument can veto.
for (const [chapter, requiredPass] of [
  ["skip.fold_scale_axis", []],
  ["skip.required", ["FoldConstant"]],
]) {
  catching(chapter, () => {
    const instruments = [new PassExample("A"), new VetoesFoldConstant("B")];
    new PassContext({ optLevel: 3, requiredPass, instruments }).with(() =>
      transform.FoldScaleAxis()(mod),
    );
  });
}
