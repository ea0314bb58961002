// %% clip
import { IRModule, NDArray, PassContext, Sequential, instrument, relay, transform } from "passcope";

const image = relay.var("x", [3, 4]);
const clip = relay.clip(image, { a_min: -Infinity, a_max: Infinity });
let mod = IRModule.fromExpr(new relay.Function([image], clip));
mod;

// %% clip-annotated
mod = transform.AnnotateSpans()(mod);

// %% clip-main
mod.get("main");

// %% clip-without
mod.astext({ showSpans: false });

// %% arithmetic
const [x, y, z] = ["x", "y", "z"].map((name) => relay.var(name, [3, 4]));
const e1 = relay.add(x, y);
const e2 = relay.subtract(x, z);
const e3 = relay.multiply(e1, relay.divide(e1, e2));
const arithmetic = IRModule.fromExpr(new relay.Function([x, y, z], relay.add(e3, e2)));
arithmetic;

// %% three-passes
const timing = new instrument.PassTimingInstrument();
let annotated, normal, typed, profile;
new PassContext({ instruments: [timing] }).with(() => {
  annotated = transform.AnnotateSpans()(arithmetic);
  normal = transform.ToANormalForm()(annotated);
  typed = transform.InferType()(normal);
  profile = timing.render();
});
annotated;

// %% annotated-main
annotated.get("main");

// %% normal-form
normal;

// %% typed
typed;

// %% profile
profile;

// %% mistake
const half = relay.var("half", [3, 2]);
const wrong = IRModule.fromExpr(new relay.Function([x, half], relay.add(relay.nn.relu(x), half)));

for (const pass of [transform.InferType(), transform.AnnotateSpans()]) {
  try {
    pass(wrong);
  } catch (error) {
    console.log(`${pass.info.name}: ${error.message}`);
  }
}

// %% convolution
const data = relay.var("data", [1, 3, 64, 64]);
const conv = relay.nn.conv2d(data, relay.var("weight"), {
  channels: 3,
  kernel_size: [3, 3],
  padding: [1, 1],
});
const statistics = ["gamma", "beta", "mean", "var"].map((name) => relay.var(`bn_${name}`));
const norm = relay.nn.batch_norm(conv, ...statistics);
let network = transform.InferType()(IRModule.fromExpr(relay.tupleGetItem(norm, 0)));
network;

// %% optimize
const values = {};
for (const { name, shape } of network.get("main").params.slice(1)) {
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  values[name] = NDArray.from(Float32Array.from({ length: size }, Math.random), shape);
}
new PassContext({ optLevel: 0 }).with(() => {
  network = relay.optimize(network, { target: "llvm", params: values }).mod;
});
network;

// %% defuse
new PassContext({ optLevel: 3 }).with(() => {
  network = new Sequential([transform.AnnotateSpans(), transform.DefuseOps()])(network);
});
network.get("main");

// %% imported
const { mod: resnet } = relay.frontend.fromPytorch(
  files["resnet18.pt"],
  [["input", [1, 3, 224, 224]]],
  { useParserFriendlyName: true },
);
resnet;

// %% imported-annotated
transform.AnnotateSpans()(resnet).get("main");
