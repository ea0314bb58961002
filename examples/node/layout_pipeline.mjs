// ResNet-18 through a pipeline: fold scales, bind the weights, convert convolutions to NHWC. Prints how
// long each pass took and which operators it added or removed.
//
//   node layout_pipeline.mjs [layers]

import {
  PassContext,
  Sequential,
  bindParamsByName,
  engine,
  instrument,
  relay,
  transform,
} from "passcope";

const numLayers = Number(process.argv[2] ?? 18);
const { mod, params } = relay.testing.resnet.getWorkload({
  numLayers,
  batchSize: 1,
  imageShape: [3, 224, 224],
});

const timing = new instrument.PassTimingInstrument();
const folded = new PassContext({ instruments: [timing] }).with(() => {
  const result = transform.FoldScaleAxis()(transform.InferType()(mod));
  console.log(timing.render());
  return result;
});

folded.set("main", bindParamsByName(folded.get("main"), params));

const differ = new instrument.OpDiffInstrument();
const pipeline = new Sequential([
  transform.FoldConstant(),
  transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] }),
  transform.FoldConstant(),
]);
const converted = new PassContext({ optLevel: 3, instruments: [differ, timing] }).with(() => {
  const result = pipeline(folded);
  console.log(timing.render());
  return result;
});
console.log(differ.render());
console.log(converted.astext({ showMetaData: false }).split("\n").slice(0, 6).join("\n"));
console.log(`the clock advances in steps of ${engine.clockResolutionUs.toFixed(2)} us`);
