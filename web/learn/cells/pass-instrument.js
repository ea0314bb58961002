// %% workload
import { PassContext, Sequential, bindParamsByName, instrument, relay, transform } from "passcope";

let { mod, params } = relay.testing.resnet.getWorkload({
  numLayers: 18,
  batchSize: 1,
  imageShape: [3, 224, 224],
});
mod;

// %% timing
const timing = new instrument.PassTimingInstrument();
let profile = "";
new PassContext({ instruments: [timing] }).with(() => {
  mod = transform.InferType()(mod);
  mod = transform.FoldScaleAxis()(mod);
  profile = timing.render();
});
profile;

// %% timing-table
timing;

// %% current-context
const current = PassContext.current();
current.overrideInstruments([timing]);
mod = transform.InferType()(mod);
mod = transform.FoldScaleAxis()(mod);
timing.render();

// %% current-context-clear
current.overrideInstruments([]);
timing.render();

// %% differ
const RelayCallNodeDiffer = instrument.passInstrument(
  class RelayCallNodeDiffer {
    #opDiff = [];
    #before = [];

    enterPassCtx() {
      this.#opDiff = [];
      this.#before = [];
    }

    exitPassCtx() {
      console.assert(this.#before.length === 0, "A pass has not ended.");
    }

    runBeforePass(program, info) {
      this.#before.push([info.name, this.#countNodes(program)]);
    }

    runAfterPass(program, info) {
      const [name, before] = this.#before.pop();
      console.assert(name === info.name, `${name} is not ${info.name}`);
      const diff = this.#diff(this.#countNodes(program), before);
      if (Object.keys(diff).length > 0) {
        this.#opDiff.push([this.#before.length, info.name, diff]);
      }
    }

    getPassToOpDiff() {
      return this.#opDiff;
    }

    #countNodes(program) {
      const counts = {};
      relay.analysis.postOrderVisit(program.get("main"), (node) => {
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

// %% bind-params
mod.set("main", bindParamsByName(mod.get("main"), params));
mod;

// %% convert-layout
const differ = new RelayCallNodeDiffer();
const sequence = new Sequential([
  transform.FoldConstant(),
  transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] }),
  transform.FoldConstant(),
]);
new PassContext({ optLevel: 3, instruments: [differ, timing] }).with(() => {
  mod = sequence(mod);
  profile = timing.render();
});
profile;

// %% op-diff
differ.getPassToOpDiff();

// %% converted
mod;

// %% examples
class ValueError extends Error {}

class PassExample {
  constructor(name, bad) {
    this.name = name;
    this.bad = bad;
  }
  #say(hook) {
    if (hook === this.bad) {
      console.log(`${this.name} bad ${hook}!!!`);
      throw new ValueError(`${this.name} bad ${hook}`);
    }
    console.log(`${this.name} ${hook}`);
  }
  enterPassCtx() {
    this.#say("enter_pass_ctx");
  }
  exitPassCtx() {
    this.#say("exit_pass_ctx");
  }
  shouldRun() {
    this.#say("should_run");
    return true;
  }
  runBeforePass() {
    this.#say("run_before_pass");
  }
  runAfterPass() {
    this.#say("run_after_pass");
  }
}

const threeWith = (name, bad) => [
  new PassExample("PassFine_0"),
  new PassExample(name, bad),
  new PassExample("PassFine_1"),
];

function catching(body) {
  try {
    body();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    console.log(`Catching ValueError: ${error.message}`);
  }
}

// %% bad-enter
let context = new PassContext({ instruments: threeWith("PassBadEnterCtx", "enter_pass_ctx") });
catching(() => context.with(() => transform.InferType()(mod)));

// %% bad-enter-after
context.overrideInstruments([]);

// %% bad-exit
context = new PassContext({ instruments: threeWith("PassBadExitCtx", "exit_pass_ctx") });
catching(() => context.with(() => transform.InferType()(mod)));

// %% bad-should-run
context = new PassContext({ instruments: threeWith("PassBadShouldRun", "should_run") });
catching(() => context.with(() => transform.InferType()(mod)));

// %% bad-run-before
context = new PassContext({ instruments: threeWith("PassBadRunBefore", "run_before_pass") });
catching(() => context.with(() => transform.InferType()(mod)));

// %% bad-run-before-after
context.overrideInstruments([]);

// %% bad-run-after
context = new PassContext({ instruments: threeWith("PassBadRunAfter", "run_after_pass") });
catching(() => context.with(() => transform.InferType()(mod)));

// %% current-bad
current.overrideInstruments(threeWith("PassBadRunBefore", "run_before_pass"));

// %% current-bad-run
catching(() => transform.InferType()(mod));

// %% current-bad-clear
current.overrideInstruments([]);

// %% hook-log
const log = new instrument.HookLog();
const watched = log.watch(threeWith("PassBadRunBefore", "run_before_pass"));
catching(() => {
  new PassContext({ instruments: watched }).with(() => transform.InferType()(mod));
});
log;

// %% veto
class VetoesFoldConstant extends PassExample {
  shouldRun(program, info) {
    console.log(`${this.name} should_run ${info.name}`);
    return info.name !== "FoldConstant";
  }
}

const run = (options) => {
  const instruments = [new PassExample("A"), new VetoesFoldConstant("B")];
  new PassContext({ optLevel: 3, instruments, ...options }).with(() =>
    transform.FoldScaleAxis()(mod),
  );
};
run({});

// %% required-pass
run({ requiredPass: ["FoldConstant"] });
