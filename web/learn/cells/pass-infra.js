// %% program
import { IRModule, NDArray, PassContext, Sequential, instrument, relay, transform } from "passcope";

function example() {
  const x = relay.var("x", [1, 64, 56, 56]);
  const weight = relay.var("weight", [64, 64, 3, 3]);
  const c = relay.const(NDArray.from(new Float32Array(64 * 54 * 54), [1, 64, 54, 54]));

  const conv = relay.nn.conv2d(x, weight);
  const twice = relay.multiply(relay.add(c, c), relay.const(2));
  const y = relay.add(conv, twice);
  const z = relay.add(y, c);
  const z1 = relay.add(y, c);
  return IRModule.fromExpr(new relay.Function([x, weight], relay.add(z, z1)));
}

example();

// %% fold-constant
const foldConstant = transform.FoldConstant();
let mod = foldConstant(example());
mod;

// %% common-subexpr
mod = transform.EliminateCommonSubexpr()(mod);

// %% fuse-ops
mod = transform.FuseOps({ fuseOptLevel: 0 })(mod);

// %% sequential
const sequence = new Sequential([
  transform.FoldConstant(),
  transform.EliminateCommonSubexpr(),
  transform.FuseOps({ fuseOptLevel: 2 }),
]);
sequence(example());

// %% pass-info
transform.EliminateCommonSubexpr().info;

// %% opt-level
new PassContext({ optLevel: 3 }).with(() => sequence(example()));

// %% disabled-pass
new PassContext({
  optLevel: 3,
  disabledPass: ["EliminateCommonSubexpr"],
}).with(() => sequence(example()));

// %% decisions
const decisions = new instrument.PassDecisions();
new PassContext({ optLevel: 2, instruments: [decisions] }).with(() => sequence(example()));
decisions.render();

// %% custom-pass
const CustomPipeline = transform.functionPass(
  { optLevel: 1 },
  class CustomPipeline {
    constructor(multiplier) {
      this.multiplier = multiplier;
    }

    transformFunction(fn) {
      const { multiplier } = this;
      class ReplaceConstant extends relay.ExprMutator {
        visitConstant(constant) {
          return relay.multiply(multiplier, constant);
        }
      }
      return new ReplaceConstant().visit(fn);
    }
  },
);

// %% custom-pass-run
const customPass = new CustomPipeline(relay.const(3));
console.log(customPass.info.name);
customPass(example());

// %% patterns
const { DFPatternCallback, isOp, rewrite, wildcard } = relay.dataflowPattern;

class TwiceTheSame extends DFPatternCallback {
  x = wildcard();
  pattern = isOp("add")(this.x, this.x);

  callback(pre, post, nodeMap) {
    return relay.multiply(nodeMap.first(this.x), relay.const(2));
  }
}

const AddToMultiply = transform.functionPass({ optLevel: 1, name: "AddToMultiply" }, (fn) =>
  rewrite(new TwiceTheSame(), fn),
);
AddToMultiply(example());

// %% patterns-shared
AddToMultiply(transform.EliminateCommonSubexpr()(transform.InferType()(example())));

// %% patterns-partition
const convolution = isOp("nn.conv2d")(wildcard(), wildcard());
const convolutionAndSum = isOp("add")(convolution, wildcard());
convolutionAndSum.partition(example().get("main"), { attrs: { Composite: "accel.conv_add" } });

// %% print-ir
const printing = new Sequential([
  transform.FoldConstant(),
  transform.PrintIR(),
  transform.EliminateCommonSubexpr(),
  transform.FuseOps(),
]);
new PassContext({ optLevel: 3 }).with(() => printing(example()));

// %% print-before
const PrintBefore = instrument.passInstrument(
  class PrintBefore {
    runBeforePass(before, info) {
      console.log(`Running pass: ${info.name}`);
      console.log(before);
    }
  },
);

new PassContext({ optLevel: 3, instruments: [new PrintBefore()] }).with(() => {
  printing(example());
});
