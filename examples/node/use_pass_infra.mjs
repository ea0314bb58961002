// The cells of TVM's tutorial "How to use pass infra": passes one by one and in sequence, a pass of
// one's own, and two ways to look between passes. Prints what each cell prints under a line
// "== name ==".
//
//   node use_pass_infra.mjs

import { IRModule, NDArray, PassContext, Sequential, instrument, relay, transform } from "passcope";

const cell = (name, text) => console.log(`== ${name} ==\n${text}`);

function example() {
  const shape = [1, 64, 54, 54];
  const c = relay.const(NDArray.from(new Float32Array(64 * 54 * 54), shape));
  const weight = relay.var("weight", [64, 64, 3, 3]);
  const x = relay.var("x", [1, 64, 56, 56]);
  const conv = relay.nn.conv2d(x, weight);
  let y = relay.add(c, c);
  y = relay.multiply(y, relay.const(2));
  y = relay.add(conv, y);
  const z = relay.add(y, c);
  const z1 = relay.add(y, c);
  const z2 = relay.add(z, z1);
  return IRModule.fromExpr(new relay.Function([x, weight], z2));
}

// Passes one by one.
let mod = example();
cell("infra.initial", mod);
mod = transform.FoldConstant()(mod);
cell("infra.fold_constant", mod);
mod = transform.EliminateCommonSubexpr()(mod);
cell("infra.eliminate_common_subexpr", mod);
mod = transform.FuseOps({ fuseOptLevel: 0 })(mod);
cell("infra.fuse_ops_0", mod);

// The same as a sequence, which asks the context what to run.
const sequence = new Sequential([
  transform.FoldConstant(),
  transform.EliminateCommonSubexpr(),
  transform.FuseOps({ fuseOptLevel: 2 }),
]);
cell("infra.sequential_default", sequence(example()));
new PassContext({ optLevel: 3 }).with(() => {
  cell("infra.sequential_opt3", sequence(example()));
});
new PassContext({ optLevel: 3, disabledPass: ["EliminateCommonSubexpr"] }).with(() => {
  cell("infra.sequential_opt3_disabled", sequence(example()));
});

// A pass of one's own: multiplies every constant.
const CustomPipeline = transform.functionPass(
  { optLevel: 1 },
  class CustomPipeline {
    constructor(multiplier) {
      this.multiplier = multiplier;
    }

    transformFunction(fn) {
      const { multiplier } = this;
      class ReplaceConstant extends relay.ExprMutator {
        visitConstant(c) {
          return relay.multiply(multiplier, c);
        }
      }
      return new ReplaceConstant().visit(fn);
    }
  },
);
const customPass = new CustomPipeline(relay.const(3));
console.assert(customPass.info.name === "CustomPipeline");
cell("infra.custom_pipeline", customPass(example()));

// An instrument of one's own: prints each pass and the program that it is given.
const PrintBefore = instrument.passInstrument(
  class PrintBefore {
    log = "";

    runBeforePass(before, { name, optLevel, required }) {
      const names = required.map((pass, i) => `${i === 0 ? "\n" : ""}${pass}, `).join("");
      this.log +=
        `Running pass: {} The meta data of the pass - pass name: ${name}, opt_level: ${optLevel}, ` +
        `required passes: [${names}]\n\n${before}\n`;
    }
  },
);
const printer = new PrintBefore();
let printed = "";
new PassContext({ optLevel: 3, instruments: [printer] }).with(() => {
  mod = new Sequential([
    transform.FoldConstant(),
    transform.PrintIR({ write: (text) => (printed += text) }),
    transform.EliminateCommonSubexpr(),
    transform.FuseOps(),
  ])(example());
});
cell("infra.print_ir_log", printer.log);
cell("infra.print_ir_pass", printed);
cell("infra.print_ir_final", mod);
