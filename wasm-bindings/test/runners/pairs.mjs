// Pairs of objects that deep comparisons must find equal or different, for the tests in all test runners.

import {
  IRModule,
  NDArray,
  PassContext,
  Sequential,
  bindParamsByName,
  instrument,
  relay,
  transform,
} from "passcope";

const parse = (body, params = "%x: Tensor[(2, 3), float32]") =>
  relay.parse(`#[version = "0.0.5"]\ndef @main(${params}) { ${body} }`);

const withFunctions = (...names) =>
  relay.parse(
    `#[version = "0.0.5"]\ndef @f(%x: int32) -> int32 { add(%x, 1) }\ndef @g(%x: int32) -> int32 { add(%x, 1) }\n` +
      `def @main(%x: int32) -> int32 { ${names.map((name) => `@${name}(`).join("")}%x${")".repeat(names.length)} }`,
  );

const bound = (seed) => {
  const { mod, params } = relay.testing.mlp.getWorkload({ batchSize: 1, seed });
  mod.set("main", bindParamsByName(mod.get("main"), params));
  return mod;
};

const weights = (change = 0) => {
  const values = new Float32Array(5000).fill(1);
  values[2500] += change;
  return NDArray.from(values, [50, 100]);
};

const x = relay.var("x", [2, 3]);

/** [what, a, b] */
export const equal = [
  ["a module and its clone", ...((mod) => [mod, mod.clone()])(parse("nn.relu(%x)"))],
  ["modules of the same text", parse("nn.relu(%x)"), parse("nn.relu(%x)")],
  [
    "modules with other names of variables",
    parse("nn.relu(%x)"),
    parse("nn.relu(%y)", "%y: Tensor[(2, 3), float32]"),
  ],
  ["modules with the same weights", bound(0), bound(0)],
  ["calls", relay.nn.relu(x), relay.nn.relu(x)],
  ["calls of variables of the same name", relay.tanh(relay.var("v")), relay.tanh(relay.var("v"))],
  ["variables", relay.var("v", [2]), relay.var("v", [2])],
  ["functions", parse("tanh(%x)").get("main"), parse("tanh(%x)").get("main")],
  ["constants", relay.const([1, 2]), relay.const([1, 2])],
  ["operators", relay.op("tanh"), relay.op("tanh")],
  ["tuples", relay.tuple([x, x]), relay.tuple([x, x])],
  ["arrays", NDArray.of([1, 2]), NDArray.of([1, 2])],
  ["arrays with NaN", NDArray.of([NaN]), NDArray.of([NaN])],
  ["large arrays", weights(), weights()],
  [
    "workloads",
    relay.testing.mlp.getWorkload({ batchSize: 1 }),
    relay.testing.mlp.getWorkload({ batchSize: 1 }),
  ],
  ["contexts", new PassContext({ optLevel: 3 }), new PassContext({ optLevel: 3 })],
  ["instruments", new instrument.OpDiffInstrument(), new instrument.OpDiffInstrument()],
  ["settings", relay.quantize.qconfig({ nbitInput: 4 }), relay.quantize.qconfig({ nbitInput: 4 })],
];

const used = (() => {
  const differ = new instrument.OpDiffInstrument();
  new PassContext({ instruments: [differ] }).with(() => transform.FastMath()(parse("tanh(%x)")));
  return differ;
})();

const freed = () => {
  const mod = parse("tanh(%x)");
  mod.dispose();
  return mod;
};

export const different = [
  ["modules", parse("nn.relu(%x)"), parse("tanh(%x)")],
  ["modules that print alike", bound(0), bound(1)],
  [
    "modules with other attributes",
    parse("expand_dims(%x, axis=0)"),
    parse("expand_dims(%x, axis=1)"),
  ],
  ["modules with other types", parse("tanh(%x)"), parse("tanh(%x)", "%x: Tensor[(2, 3), float16]")],
  ["modules with other functions", parse("tanh(%x)"), IRModule.fromFunctions()],
  ["modules with other calls of functions", withFunctions("f", "g"), withFunctions("g", "f")],
  [
    "modules with other uses of variables",
    parse("add(%x, %y)", "%x: int32, %y: int32"),
    parse("add(%y, %x)", "%x: int32, %y: int32"),
  ],
  ["a module and a typed one", parse("tanh(%x)"), transform.InferType()(parse("tanh(%x)"))],
  ["calls", relay.nn.relu(x), relay.tanh(x)],
  ["attributes", relay.expand_dims(x, { axis: 0 }), relay.expand_dims(x, { axis: 1 })],
  ["free variables", relay.var("v"), relay.var("w")],
  ["free variables twice", relay.add(x, x), relay.add(x, relay.var("x", [2, 3]))],
  ["types of variables", relay.var("v", [2]), relay.var("v", [3])],
  ["global variables", relay.globalVar("f"), relay.globalVar("g")],
  ["operators", relay.op("tanh"), relay.op("exp")],
  ["constants", relay.const([1, 2]), relay.const([1, 3])],
  ["kinds of expressions", relay.tuple([x]), x],
  ["a value of arrays", NDArray.of([1, 2]), NDArray.of([1, 3])],
  ["a value of large arrays", weights(), weights(1)],
  ["shapes", NDArray.of([1, 2]), NDArray.of([[1, 2]])],
  ["data types", NDArray.of([1, 2]), NDArray.of([1, 2], "int32")],
  [
    "workloads",
    relay.testing.mlp.getWorkload({ batchSize: 1, seed: 0 }),
    relay.testing.mlp.getWorkload({ batchSize: 1, seed: 1 }),
  ],
  ["passes", transform.InferType(), transform.FoldConstant()],
  ["sequences", new Sequential([transform.InferType()]), new Sequential([])],
  ["contexts", new PassContext({ optLevel: 3 }), new PassContext({ optLevel: 2 })],
  ["data of instruments", used, new instrument.OpDiffInstrument()],
  ["executors", relay.build(parse("tanh(%x)")), relay.build(parse("nn.relu(%x)"))],
  ["disposed modules", freed(), freed()],
  ["a disposed module", freed(), parse("tanh(%x)")],
  ["patterns", relay.dataflowPattern.wildcard(), relay.dataflowPattern.isConstant()],
];
