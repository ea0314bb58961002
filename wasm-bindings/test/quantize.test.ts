// relay.quantize: all steps at once, the settings, and each pass.
import { describe, expect, test } from "vitest";

import { IRModule, NDArray, PassContext, Sequential, relay, transform } from "passcope";

const program = (): IRModule => {
  const data = relay.var("data", [1, 3, 8, 8]);
  const conv = (x: relay.Expr, weight: string, inputs: number): relay.Expr =>
    relay.nn.relu(
      relay.nn.conv2d(x, relay.var(weight, [4, inputs, 3, 3]), {
        channels: 4,
        kernel_size: 3,
        padding: 1,
      }),
    );
  return transform.InferType()(IRModule.fromExpr(conv(conv(data, "w0", 3), "w1", 4)));
};

const array = (shape: number[], scale: number): NDArray =>
  NDArray.from(
    Float32Array.from(
      { length: shape.reduce((a, b) => a * b, 1) },
      (_, i) => Math.sin(i * 7 + 1) * scale,
    ),
    shape,
  );
const params = { w0: array([4, 3, 3, 3], 0.5), w1: array([4, 4, 3, 3], 0.5) };
const data = array([1, 3, 8, 8], 2);

const integers = (mod: IRModule): number =>
  mod.astext({ showMetaData: false }).split('out_dtype="int32"').length - 1;

describe("relay.quantize", () => {
  test("makes convolutions compute with integers", () => {
    const mod = relay.quantize.quantize(program(), { params, qconfig: { skipConvLayers: null } });
    expect(integers(mod)).toBe(2);
    const [expected] = program().evaluate({ data, ...params });
    const [actual] = mod.evaluate({ data });
    const distance = (actual?.toNumbers() ?? []).map((value, i) =>
      Math.abs(value - (expected?.toNumbers()[i] ?? NaN)),
    );
    expect(Math.max(...distance)).toBeLessThan(0.5);
  });

  test("takes the settings that are entered", () => {
    const { qconfig, quantize, currentQConfig } = relay.quantize;
    const all = qconfig({ skipConvLayers: null });
    expect(all.with(() => integers(quantize(program(), { params })))).toBe(2);
    expect(integers(quantize(program(), { params }))).toBe(1);
    all.with(() => {
      qconfig({ skipConvLayers: [0, 1] }).with(() => {
        expect(integers(quantize(program(), { params }))).toBe(0);
      });
      expect(currentQConfig()).toBe(all);
      expect(integers(quantize(program(), { params, qconfig: {} }))).toBe(1);
    });
    expect(() => all.exit()).toThrow(/only the innermost/);
    expect(() => quantize(program(), { params, qconfig: { rounding: "DOWN" as never } })).toThrow(
      /UPWARD/,
    );
  });

  test("has its passes one by one", () => {
    const { annotate, calibrate, partition, prerequisiteOptimize, qconfig, realize } =
      relay.quantize;
    const mod = qconfig({ skipConvLayers: null, calibrateMode: "percentile" }).with(() =>
      new PassContext({ optLevel: 3 }).with(() =>
        new Sequential([
          partition(),
          annotate(),
          calibrate([{ data }]),
          transform.InferType(),
          realize(),
          transform.FoldConstant(),
        ])(prerequisiteOptimize(program(), { params })),
      ),
    );
    expect(integers(mod)).toBe(2);
    expect(() =>
      relay.quantize.quantize(program(), { params, qconfig: { calibrateMode: "percentile" } }),
    ).toThrow(/needs a dataset/);
  });

  test("is watched by the context's instruments", () => {
    const seen: string[] = [];
    new PassContext({
      instruments: [{ runBeforePass: (_, info) => void seen.push(info.name) }],
    }).with(() => relay.quantize.quantize(program(), { params }));
    expect(seen).toContain("QuantizeRealize");
  });

  test("says what it takes", () => {
    expect(() => relay.quantize.quantize(relay.var("x") as never)).toThrow(/takes an IRModule/);
    expect(() => relay.quantize.quantize(program())).toThrow(/requires constant weights/);
  });
});
