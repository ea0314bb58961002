// An instrument of one's own: prints each pass with the size of the program before and after, and
// vetoes a pass.
//
//   node own_instrument.mjs

import { IRModule, PassContext, Sequential, relay, transform } from "passcope";

const x = relay.var("x", [1, 64, 56, 56]);
const weight = relay.var("weight", [64, 64, 3, 3]);
const conv = relay.call("nn.conv2d", [x, weight], { channels: 64, kernel_size: [3, 3] });
const biased = relay.call("nn.bias_add", [conv, relay.var("bias", [64])]);
const mod = IRModule.fromExpr(relay.call("nn.relu", [biased]));

const calls = (program) => Object.values(program.countOps()).reduce((sum, count) => sum + count, 0);

const printer = {
  depth: 0,
  shouldRun(_, info) {
    return info.name !== "FoldConstant";
  },
  runBeforePass(before, info) {
    console.log(`${"  ".repeat(this.depth)}${info.name}: ${calls(before)} calls`);
    this.depth += 1;
  },
  runAfterPass(after, info) {
    this.depth -= 1;
    console.log(`${"  ".repeat(this.depth)}${info.name} done: ${calls(after)} calls`);
  },
};

const result = new PassContext({ optLevel: 3, instruments: [printer] }).with(() =>
  new Sequential([transform.FoldConstant(), transform.CanonicalizeOps()])(mod),
);
console.log(String(result));
