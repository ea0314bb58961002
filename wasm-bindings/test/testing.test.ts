// relay.testing: networks, workloads, layers, temporary rules.

import { NDArray, engine, relay, transform } from "passcope";
import { expect, test } from "vitest";

const { testing } = relay;
const { Xavier, Constant } = testing.init;
const { TempOpAttr } = testing.tempOpAttr;

/** Small forms of all networks. */
const small = {
  mlp: () => testing.mlp.getWorkload({ numClasses: 3 }),
  resnet: () => testing.resnet.getWorkload({ numLayers: 8, imageShape: [3, 28, 28] }),
  resnet3d: () => testing.resnet3d.getWorkload({ numLayers: 8, imageShape: [3, 4, 16, 16] }),
  dqn: () => testing.dqn.getWorkload({ numActions: 4 }),
  dcgan: () => testing.dcgan.getWorkload({ ngf: 8 }),
  mobilenet: () => testing.mobilenet.getWorkload({ imageShape: [3, 32, 32], numClasses: 10 }),
  lstm: () => testing.lstm.getWorkload({ iterations: 2, numHidden: 4 }),
  squeezenet: () => testing.squeezenet.getWorkload({ version: "1.1", imageShape: [3, 64, 64] }),
  synthetic: () => testing.synthetic.getWorkload(),
};

test.each(Object.entries(small))("%s computes something", (_name, make) => {
  const workload = make();
  const { mod, params } = workload;
  const inputs = relay.makeInputs(mod);
  const run = relay.createExecutor("vm", mod, { params }).evaluate();
  const given = mod
    .get("main")
    .params.map(({ name }) => name)
    .filter((name) => !(name in params));
  const [result] = run(...given.map((name) => inputs[name] as NDArray));
  const values = result?.toNumbers() ?? [];
  expect(values.length).toBeGreaterThan(0);
  expect(values.every(Number.isFinite)).toBe(true);
  expect(new Set(values).size).toBeGreaterThan(1);
  workload.dispose();
});

test("every module of the table is there, with a network and a workload", () => {
  const modules = new Set(engine.models().map(({ module }) => module));
  const camel = (name: string) => name.replace(/_(\w)/g, (_, c: string) => c.toUpperCase());
  for (const name of modules) {
    const network = testing[camel(name) as keyof typeof small];
    expect(typeof network.getWorkload, name).toBe("function");
    expect(network.getNet(), name).toBeInstanceOf(relay.Function);
  }
});

test("the large ones have their options", () => {
  expect(testing.vgg.getNet({ numLayers: 19 }).countOps()["nn.conv2d"]).toBe(16);
  expect(testing.densenet.getNet({ densenetSize: 169 }).countOps()["concatenate"]).toBe(4);
  expect(testing.inceptionV3.getNet({ batchSize: 2 }).countOps()["nn.conv2d"]).toBe(94);
  expect(() => testing.vgg.getNet({ numLayers: 12 })).toThrow(/11, 13, 16 or 19/);
});

test("workloads of one's own functions", () => {
  const data = relay.var("data", [1, 3, 8, 8]);
  const conv = testing.layers.conv2d(data, { name: "conv", channels: 4, kernel_size: [3, 3] });
  const norm = testing.layers.batchNormInfer(conv, { name: "bn", scale: false });
  const flat = relay.nn.batch_flatten(relay.nn.relu(norm));
  const net = relay.func(testing.layers.denseAddBias(flat, { name: "fc", units: 2 }));
  const names = ["conv_weight", "bn_gamma", "bn_beta", "bn_moving_mean", "bn_moving_var"];
  const { mod, params } = testing.createWorkload(net, { seed: 3 });
  expect(Object.keys(params)).toEqual([...names, "fc_weight", "fc_bias"]);
  expect(mod.get("main").params.map(({ name }) => name)).toEqual(["data", ...Object.keys(params)]);
  const of = (options: object) => testing.createWorkload(net, options).params["conv_weight"];
  expect(of({ seed: 3 })?.toNumbers()).toEqual(params["conv_weight"]?.toNumbers());
  expect(of({ seed: 4 })?.toNumbers()).not.toEqual(params["conv_weight"]?.toNumbers());
  expect(of({ initializer: new Constant() })?.toNumbers()[0]).toBeCloseTo(1 / 108);
  const most = Math.max(
    ...(of({ initializer: new Xavier({ factorType: "in", magnitude: 27 }) })?.toNumbers() ?? []),
  );
  expect(most).toBeGreaterThan(0.9);
  expect(most).toBeLessThan(1);
  const asked: string[] = [];
  const made = testing.createWorkload(net, {
    initializer: (name, shape, dtype) => {
      asked.push(name);
      const size = shape.reduce((a, b) => a * b, 1);
      return NDArray.from(new Array<number>(size).fill(2), shape, dtype);
    },
  });
  expect(asked).toEqual(Object.keys(params));
  expect(made.params["fc_bias"]?.toNumbers()).toEqual([2, 2]);
  expect(() => testing.createWorkload(net, { initializer: () => 1 as never })).toThrow(
    /the initializer returned the number 1, not an NDArray/,
  );
  expect(() => testing.createWorkload(net, { initializer: 1 as never })).toThrow(
    /must be a Xavier/,
  );
  expect(() => testing.createWorkload(mod as never)).toThrow(/takes a function, not an object/);
  expect(() => testing.createWorkload(net, { initializer: new Xavier({ magnitude: -1 }) })).toThrow(
    /magnitude/,
  );
});

test("layers over two and three axes, and their layouts", () => {
  const video = relay.var("data", [1, 3, 4, 8, 8]);
  const three = testing.layers.conv3d(video, { name: "c", channels: 2, kernel_size: [1, 3, 3] });
  expect(String(three)).toContain("nn.conv3d(%data, %c_weight");
  const image = relay.var("data", [1, 3, 8, 8]);
  const weight = relay.var("w", [3, 2, 2, 2]);
  const up = testing.layers.conv2dTranspose(image, { name: "u", weight, channels: 2 });
  expect(String(up)).toContain("nn.conv2d_transpose(%data, %w");
  expect(testing.layers.convKernelLayout("NCHW", true)).toBe("OIHW");
  expect(testing.layers.convKernelLayout("NHWC")).toBe("HWIO");
  expect(testing.layers.convKernelLayout("NHWC", true)).toBe("HWOI");
  expect(() => testing.layers.convKernelLayout("CHWN")).toThrow(/NCHW or NHWC/);
});

test("a rule for a while", () => {
  const mod = relay.fromtext(
    '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) { nn.relu(%x) }',
  );
  const tanh = (_call: unknown, inputs: readonly relay.Expr[]) =>
    relay.tanh(inputs[0] as relay.Expr);
  const ops = () => transform.Legalize()(mod).countOps();
  const attr = new TempOpAttr("nn.relu", "FTVMLegalize", tanh);
  expect(ops()).toEqual({ "nn.relu": 1 });
  attr.enter();
  expect(ops()).toEqual({ tanh: 1 });
  const inner = new TempOpAttr("nn.relu", "FTVMLegalize", () => null).enter();
  expect(ops()).toEqual({ "nn.relu": 1 });
  inner.exit();
  expect(ops()).toEqual({ tanh: 1 });
  expect(() => attr.enter()).toThrow(/entered already/);
  attr.exit();
  attr.exit();
  expect(ops()).toEqual({ "nn.relu": 1 });
  expect(() => new TempOpAttr("nn.rellu", "FTVMLegalize", tanh)).toThrow(/nn.relu/);
  expect(() => new TempOpAttr("nn.relu", "TOpPattern" as never, tanh)).toThrow(/FTVMLegalize/);
  expect(() => new TempOpAttr("nn.relu", "FTVMLegalize", 1 as never)).toThrow(/must be a function/);
});
