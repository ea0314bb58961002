// Brings one's own code generator: an accelerator that is defined here, with its pattern table, takes its part of a
// ResNet-18, and a code generator writes down what it would have to do.
//
//   node examples/node/accelerator.mjs
import { PassContext, Sequential, bindParamsByName, relay, transform } from "passcope";

const { isConstant, isOp, wildcard } = relay.dataflowPattern;

/** What the accelerator does in one piece, the larger first. */
const conv = isOp("nn.conv2d")(wildcard(), isConstant());
const shifted = conv.optional((before) => isOp("add")(before, isConstant()));
const patternTable = [
  ["accel.conv_relu", isOp("nn.relu")(shifted)],
  ["accel.conv", shifted, (match) => match.dtype === "float32"],
];

/** What else it takes, and when. */
const supported = {
  accel: {
    "nn.relu": true,
    add: (call) => call.args.every((arg) => arg.shape?.length === 4),
    "nn.max_pool2d": (call) => call.attrs.layout === "NCHW",
  },
};

const partition = new Sequential([
  transform.SimplifyInference(),
  transform.FoldConstant(),
  transform.FoldScaleAxis(),
  transform.FoldConstant(),
  transform.MergeComposite(patternTable),
  transform.AnnotateTarget("accel", { supported }),
  transform.MergeCompilerRegions(),
  transform.PartitionGraph({ modName: "resnet" }),
]);

/** The code generator: a list of instructions for each function. */
class Instructions extends relay.ExprVisitor {
  lines = [];

  visitCall(call) {
    super.visitCall(call);
    const composite = call.op.kind === "Function" ? call.op.attrs.Composite : undefined;
    const name = composite ?? (call.op.kind === "Op" ? call.op.name : "call");
    this.lines.push(`${name} -> ${call.checkedType}`);
  }
  // A composite function is one instruction.
  visitFunction(fn) {
    if (fn.attrs.Composite === undefined) super.visitFunction(fn);
  }
}

const { mod, params } = relay.testing.resnet.getWorkload({ numLayers: 18 });
mod.set("main", bindParamsByName(mod.get("main"), params));
const partitioned = new PassContext({ optLevel: 3 }).with(() => partition(mod));

for (const [name, fn] of partitioned.functions()) {
  if (fn.attrs.Compiler !== "accel") continue;
  const code = new Instructions();
  code.visit(fn);
  console.log(`${name}:`);
  for (const line of code.lines) console.log(`  ${line}`);
}
console.log("left to the processor:", partitioned.get("main").countOps());
