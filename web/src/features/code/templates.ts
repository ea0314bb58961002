// Templates of JavaScript code: the instruments and passes of TVM's tutorials, and a few more.
import type { Template } from "./support";

const differ = `// Counts the calls of each operator before and after every pass, and prints what changed.
import { instrument, relay } from "passcope";

export const RelayCallNodeDiffer = instrument.passInstrument(
  class RelayCallNodeDiffer {
    #opDiff = [];
    // A pass can run inside another pass, so the counts before need a stack.
    #before = [];

    enterPassCtx() {
      this.#opDiff = [];
      this.#before = [];
    }

    exitPassCtx() {
      console.assert(this.#before.length === 0, "The stack is not empty. Something wrong.");
      for (const entry of this.#opDiff) console.log(JSON.stringify(entry));
    }

    /** @param {IRModule} mod @param {PassInfo} info */
    runBeforePass(mod, info) {
      this.#before.push([info.name, this.#countNodes(mod)]);
    }

    /** @param {IRModule} mod @param {PassInfo} info */
    runAfterPass(mod, info) {
      const [name, before] = this.#before.pop();
      console.assert(name === info.name, name, "and", info.name, "do not match");
      const diff = this.#diff(this.#countNodes(mod), before);
      // Only passes that changed the counts.
      if (Object.keys(diff).length > 0) this.#opDiff.push([this.#before.length, info.name, diff]);
    }

    /** The counted differences, as the tutorial lists them. */
    getPassToOpDiff() {
      return this.#opDiff;
    }

    /** @param {IRModule} mod */
    #countNodes(mod) {
      const counts = {};
      relay.analysis.postOrderVisit(mod.get("main"), (node) => {
        // The callee can also be a function, which has no name.
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

/** @import { IRModule, PassInfo } from "passcope" */
`;

const printIr = `// Prints each pass and the program that it is given.
import { instrument } from "passcope";

export const PrintIR = instrument.passInstrument(
  class PrintIR {
    /** @param {IRModule} mod @param {PassInfo} info */
    runBeforePass(mod, info) {
      console.log(\`Running pass: \${info.name}, opt_level: \${info.optLevel}\`);
      console.log(mod);
    }
  },
);

/** @import { IRModule, PassInfo } from "passcope" */
`;

const throwing = `// Instruments that say which of their hooks are called, and those that throw in one. Put PassFine_0, a bad
// one and PassFine_1 into a context, in this order, and see which hooks are still called.

class PassExample {
  /** @param {string} name @param {string} [bad] The hook that throws. */
  constructor(name, bad) {
    this.name = name;
    this.bad = bad;
  }

  #hook(hook) {
    if (hook === this.bad) {
      console.log(this.name, \`bad \${hook}!!!\`);
      throw new Error(\`\${this.name} bad \${hook}\`);
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

export const PassFine_0 = new PassExample("PassFine_0");
export const PassBadEnterCtx = new PassExample("PassBadEnterCtx", "enter_pass_ctx");
export const PassBadExitCtx = new PassExample("PassBadExitCtx", "exit_pass_ctx");
export const PassBadShouldRun = new PassExample("PassBadShouldRun", "should_run");
export const PassBadRunBefore = new PassExample("PassBadRunBefore", "run_before_pass");
export const PassBadRunAfter = new PassExample("PassBadRunAfter", "run_after_pass");
export const PassFine_1 = new PassExample("PassFine_1");
`;

const timing = `// Times passes with a clock of its own, and prints how they nest.

export class Stopwatch {
  #running = [];
  #lines = [];

  /** @param {IRModule} mod @param {PassInfo} info */
  runBeforePass(mod, info) {
    this.#lines.push({ name: info.name, depth: this.#running.length, ms: 0 });
    this.#running.push({ line: this.#lines.length - 1, began: performance.now() });
  }

  runAfterPass() {
    const { line, began } = this.#running.pop();
    this.#lines[line].ms = performance.now() - began;
  }

  // Without this, a pass that throws would stay on the stack.
  runAfterFailed() {
    this.runAfterPass();
  }

  exitPassCtx() {
    for (const { name, depth, ms } of this.#lines) {
      console.log(\`\${"  ".repeat(depth)}\${name}: \${ms.toFixed(2)} ms\`);
    }
  }
}

/** @import { IRModule, PassInfo } from "passcope" */
`;

const veto = `// Decides which passes run: it skips a pass by returning false, unless the context requires the pass.

const unwanted = ["FoldConstant"];

export class Veto {
  /** @param {IRModule} mod @param {PassInfo} info */
  shouldRun(mod, info) {
    const wanted = !unwanted.includes(info.name);
    if (!wanted) console.log("vetoed:", info.name);
    return wanted;
  }
}

/** @import { IRModule, PassInfo } from "passcope" */
`;

const functionPass = `// A pass over functions: multiplies every constant by a number.
import { relay, transform } from "passcope";

const Multiply = transform.functionPass(
  { optLevel: 1, name: "CustomPipeline" },
  class CustomPipeline {
    /** @param {Expr} multiplier */
    constructor(multiplier) {
      this.multiplier = multiplier;
    }

    // Change the visitor to do something else.
    /** @param {RelayFunction} fn */
    transformFunction(fn) {
      const { multiplier } = this;
      class ReplaceConstant extends relay.ExprMutator {
        /** @param {Constant} c */
        visitConstant(c) {
          return relay.multiply(multiplier, c);
        }
      }
      return new ReplaceConstant().visit(fn);
    }
  },
);

export const CustomPipeline = new Multiply(relay.const(3));

/** @import { Constant, Expr, Function as RelayFunction } from "passcope" */
`;

const modulePass = `// A pass over modules: says what is in one, and calls passes that clean it up.
import { transform } from "passcope";

export const CleanUp = transform.modulePass({ optLevel: 0, name: "CleanUp" }, (mod) => {
  console.table(Object.entries(mod.countOps()));
  const once = transform.EliminateCommonSubexpr()(mod);
  return transform.DeadCodeElimination()(once);
});
`;

const visitor = `// An analysis by a visitor: the shapes that each convolution works on. As a pass it changes nothing, so it
// can be anywhere in a pipeline.
import { relay, transform } from "passcope";

class Convolutions extends relay.ExprVisitor {
  found = [];

  /** @param {Call} call */
  visitCall(call) {
    super.visitCall(call);
    if (call.op.kind !== "Op" || call.op.name !== "nn.conv2d") return;
    const [data, weight] = call.args;
    this.found.push({
      data: data.checkedType,
      weight: weight.checkedType,
      result: call.checkedType,
    });
  }
}

export const ListConvolutions = transform.functionPass(
  { optLevel: 0, name: "ListConvolutions", required: ["InferType"] },
  (fn) => {
    const convolutions = new Convolutions();
    convolutions.visit(fn);
    console.table(convolutions.found);
    return fn;
  },
);

/** @import { Call } from "passcope" */
`;

const legalize = `// A rule for an operator: Legalize asks it about every call, and puts its answer in the call's place.
import { relay, transform } from "passcope";

export const ClipReLU = transform.Legalize({
  rules: {
    "nn.relu": (call, [data]) => relay.clip(data, { a_min: 0, a_max: 6 }),
  },
});
`;

const patterns = `// A pass that finds its places by patterns: a ReLU after a clip becomes a clip from 0, and of two ReLUs one after the
// other one goes. One object in a pattern matches one expression, so both of them work on "x".
import { relay, transform } from "passcope";

const { DFPatternCallback, isOp, rewrite, wildcard } = relay.dataflowPattern;

class ReluOfClip extends DFPatternCallback {
  x = wildcard();
  clip = isOp("clip")(this.x);
  pattern = isOp("nn.relu")(this.clip);

  /** @param {AnyExpr} pre @param {AnyExpr} post @param {relay.dataflowPattern.NodeMap} nodeMap */
  callback(pre, post, nodeMap) {
    const clip = nodeMap.first(this.clip);
    if (clip.kind !== "Call") return post;
    const { a_min, a_max } = clip.attrs;
    return relay.clip(nodeMap.first(this.x), {
      a_min: Math.max(0, Number(a_min)),
      a_max: Math.max(0, Number(a_max)),
    });
  }
}

class TwoRelus extends DFPatternCallback {
  inner = isOp("nn.relu")(wildcard());
  pattern = isOp("nn.relu")(this.inner);

  /** @param {AnyExpr} pre @param {AnyExpr} post @param {relay.dataflowPattern.NodeMap} nodeMap */
  callback(pre, post, nodeMap) {
    return nodeMap.first(this.inner);
  }
}

export const FewerRelus = transform.functionPass({ optLevel: 1, name: "FewerRelus" }, (fn, mod) =>
  rewrite([new ReluOfClip(), new TwoRelus()], fn, mod),
);

/** @import { AnyExpr } from "passcope" */
`;

const accelerator = `// An accelerator of one's own: what it does in one piece, what else it takes, and the passes that give it its part of
// a network. Put MergeComposites, AnnotateForAccel, MergeRegions and Partition into a pipeline, in this order, and look
// at the graph after each.
import { relay, transform } from "passcope";

const dfp = relay.dataflowPattern;

/** A convolution, with a bias or a batch norm's shift if there is one, and the ReLU behind it if there is one. */
function convBlock() {
  const conv = dfp.isOp("nn.conv2d")(dfp.wildcard(), dfp.wildcard());
  const shifted = conv.optional((before) =>
    dfp.isOp("nn.bias_add").or(dfp.isOp("add"))(before, dfp.wildcard()),
  );
  return dfp.isOp("nn.relu")(shifted).or(conv);
}

// The pass tries the patterns in order. The check gets each match with its types.
export const MergeComposites = transform.MergeComposite([
  ["accel.conv_block", convBlock(), (match) => match.dtype === "float32"],
  [
    "accel.dense_bias",
    dfp.isOp("nn.bias_add")(dfp.isOp("nn.dense")(dfp.wildcard(), dfp.wildcard()), dfp.wildcard()),
  ],
]);

// Composite functions named "accel.…" go to the compiler "accel" automatically. These operators go there, too.
export const AnnotateForAccel = transform.AnnotateTarget("accel", {
  supported: {
    accel: {
      "nn.batch_flatten": true,
      "nn.max_pool2d": (call) => String(call.attrs["layout"]) === "NCHW",
    },
  },
});

export const MergeRegions = transform.MergeCompilerRegions();
export const Partition = transform.PartitionGraph({ modName: "net" });
`;

export const TEMPLATES: readonly Template[] = [
  {
    id: "differ",
    group: "instruments",
    source: differ,
  },
  { id: "print", group: "instruments", source: printIr },
  { id: "throwing", group: "instruments", source: throwing },
  { id: "timing", group: "instruments", source: timing },
  { id: "veto", group: "instruments", source: veto },
  {
    id: "function",
    group: "passes",
    source: functionPass,
  },
  { id: "module", group: "passes", source: modulePass },
  {
    id: "visitor",
    group: "passes",
    source: visitor,
  },
  { id: "legalize", group: "passes", source: legalize },
  { id: "patterns", group: "passes", source: patterns },
  { id: "accelerator", group: "passes", source: accelerator },
];

const importLine = /^import \{ ([^}]*?),? \} from "passcope";\n/m;
const typesLine = /^\/\*\* @import \{ ([^}]*) \} from "passcope" \*\/\n?/m;

/** Appends a template to code, and merges the imports of both. */
export function appendTemplate(source: string, template: string): string {
  let before = source.trimEnd();
  let after = template;
  for (const [pattern, line] of [
    [importLine, (names: string) => `import { ${names} } from "passcope";\n`],
    [typesLine, (names: string) => `/** @import { ${names} } from "passcope" */\n`],
  ] as const) {
    const mine = pattern.exec(`${before}\n`);
    const other = pattern.exec(after);
    if (!mine || !other) continue;
    const names = new Set([...namesIn(mine[1]), ...namesIn(other[1])]);
    before = `${before}\n`.replace(pattern, line([...names].sort().join(", "))).trimEnd();
    after = after.replace(pattern, "");
  }
  return `${before}\n\n${after.trim()}\n`;
}

const namesIn = (list = ""): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
