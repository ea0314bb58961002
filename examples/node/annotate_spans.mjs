// The cells of a notebook about AnnotateSpans: what the pass adds to programs that were built in
// memory, how it gets along with relay.optimize and DefuseOps, and torchvision's ResNet-18. Prints
// what each cell prints under a line "== name ==".
//
//   node annotate_spans.mjs ../torchscript/resnet18.pt

import { readFileSync } from "node:fs";
import { IRModule, NDArray, PassContext, Sequential, instrument, relay, transform } from "passcope";

const cell = (name, text) => console.log(`== spans.${name} ==\n${text}`);

// clip with infinite bounds.
{
  const x = relay.var("x", [3, 4]);
  const clip = relay.clip(x, { a_min: -Infinity, a_max: Infinity });
  let mod = IRModule.fromExpr(new relay.Function([x], clip));
  cell("clip.before", mod);
  mod = transform.AnnotateSpans()(mod);
  cell("clip.after", mod);
  cell("clip.main", mod.get("main"));
}

// Three passes, timed.
{
  const [x, y, z] = ["x", "y", "z"].map((name) => relay.var(name, [3, 4]));
  const e1 = relay.add(x, y);
  const e2 = relay.subtract(x, z);
  const e3 = relay.multiply(e1, relay.divide(e1, e2));
  let mod = IRModule.fromExpr(new relay.Function([x, y, z], relay.add(e3, e2)));
  cell("timing.initial", mod);
  const timing = new instrument.PassTimingInstrument();
  new PassContext({ instruments: [timing] }).with(() => {
    mod = transform.AnnotateSpans()(mod);
    cell("timing.annotated", mod);
    cell("timing.annotated_main", mod.get("main"));
    mod = transform.ToANormalForm()(mod);
    cell("timing.anf", mod);
    mod = transform.InferType()(mod);
    cell("timing.infer", mod);
    cell("timing.profile", timing.render());
  });
}

// With what relay.optimize has made.
{
  const data = relay.var("data", [1, 3, 64, 64]);
  const conv = relay.nn.conv2d(data, relay.var("weight"), {
    channels: 3,
    kernel_size: [3, 3],
    padding: [1, 1],
  });
  const [gamma, beta, mean, variance] = ["gamma", "beta", "mean", "var"].map((name) =>
    relay.var(`bn_${name}`),
  );
  const norm = relay.nn.batch_norm(conv, gamma, beta, mean, variance);
  let mod = transform.InferType()(IRModule.fromExpr(relay.tupleGetItem(norm, 0)));
  cell("compat.workload", mod);

  // Values for all parameters but the image.
  const params = Object.fromEntries(
    mod
      .get("main")
      .params.slice(1)
      .map(({ name, shape }) => {
        const size = shape.reduce((product, dim) => product * dim, 1);
        return [name, NDArray.from(Float32Array.from({ length: size }, Math.random), shape)];
      }),
  );
  new PassContext({ optLevel: 0 }).with(() => {
    ({ mod } = relay.optimize(mod, { target: "llvm", params }));
  });
  cell("compat.optimized", mod);
  new PassContext({ optLevel: 3 }).with(() => {
    mod = new Sequential([transform.AnnotateSpans(), transform.DefuseOps()])(mod);
  });
  cell("compat.final", mod);
  cell("compat.final_main", mod.get("main"));
}

// torchvision's ResNet-18 as torch.jit.trace writes it, with constant weights, so that the file is small.
const [file] = process.argv.slice(2);
if (file) {
  const { mod } = relay.frontend.fromPytorch(readFileSync(file), [["input", [1, 3, 224, 224]]], {
    useParserFriendlyName: true,
  });
  cell("torchvision_resnet18", mod);
  cell("torchvision_resnet18.annotated_main", transform.AnnotateSpans()(mod).get("main"));
}
