// Networks for tests and measurements: `relay.testing.…`, as TVM's module of this name.

import "./symbols.js";

import { TempOpAttr } from "./asking_passes.js";
import { describe } from "./describe.js";
import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import {
  TupleGetItem,
  Var,
  exprOf,
  functionGiven,
  type Call,
  type Expr,
  type Function as RelayFunction,
} from "./expr.js";
import { exprGiven } from "./expr_base.js";
import type {
  BatchNormAttrs,
  Conv2DAttrs,
  Conv2DTransposeAttrs,
  Conv3DAttrs,
  DenseAttrs,
} from "./generated/attrs.js";
import type { ModelOptions } from "./generated/models.js";
import * as nn from "./generated/ops_nn.js";
import { InferType } from "./generated/passes.js";
import { optionsGiven, tableGiven, textGiven } from "./given.js";
import { IRModule } from "./ir.js";
import { say } from "./messages.js";
import { NDArray, type Params } from "./ndarray.js";
import { optionsJson } from "./options.js";
import type { DType } from "./tensor_types.js";
import { makeWorkload, workloadOf, type Workload } from "./workload.js";
import { setOwn } from "./own.js";

/** Makes a workload of the table of models (`engine.models()`). Options have their names in camelCase. */
export function getWorkload(model: string, options: object = {}): Workload {
  return workloadOf(
    raw().workload(textGiven("relay.getWorkload", "model", model), optionsJson(options)),
  );
}

/** A network of TVM's relay.testing. */
export interface Network<Options> {
  /** A typed module and seeded parameters, as TVM's `get_workload`. */
  getWorkload: (options?: Options) => Workload;
  /** The network as a function without types, as TVM's `get_net`. */
  getNet: (options?: Options) => RelayFunction;
}

const network = <Name extends keyof ModelOptions>(name: Name): Network<ModelOptions[Name]> => ({
  getWorkload: (options = {}) => getWorkload(name, options),
  getNet: (options = {}) => exprOf(raw().network(name, optionsJson(options))) as RelayFunction,
});

// --- init ---

/** The divisor in Xavier's rule: the fan-in ("in"), the fan-out ("out"), or the mean of both ("avg"). */
export type FactorType = "avg" | "in" | "out";

/** Xavier's rule: uniform in [-s, s) with s² = magnitude / factor. */
export class Xavier {
  readonly factorType: FactorType;
  readonly magnitude: number;

  constructor(options: { factorType?: FactorType; magnitude?: number } = {}) {
    const { factorType = "avg", magnitude = 3 } = optionsGiven("Xavier", options, {
      factorType: "string",
      magnitude: "number",
    });
    this.factorType = factorType;
    this.magnitude = magnitude;
  }

  toString(): string {
    return `Xavier(${JSON.stringify(this)})`;
  }
}

/** Sets each weight to 1 / (number of elements of its parameter). */
export class Constant {
  toString(): string {
    return "Constant()";
  }
}

/** Makes the value of a parameter, by its name. The caller takes ownership of it. */
export type InitialValue = (name: string, shape: readonly number[], dtype: DType) => NDArray;

export interface WorkloadOptions {
  initializer?: Xavier | Constant | InitialValue;
  /** The seed of the random parameters. */
  seed?: number;
}

/** Makes a workload with the values that a function returns for all parameters except `%data`. */
function workloadBy(net: RelayFunction, initialValue: InitialValue): Workload {
  const untyped = IRModule.fromExpr(net);
  const mod = InferType()(untyped);
  untyped.dispose();
  const params: Params = {};
  for (const param of mod.get("main").params) {
    const { name, shape, dtype } = param;
    if (name === "data") continue;
    if (!shape?.every((dim) => typeof dim === "number") || dtype === undefined) {
      throw usageError(
        say(
          "kParameterShapeUnknown",
          "parameter '{parameter}' must be a tensor of known shape to get an initial value",
          { parameter: name },
        ),
      );
    }
    const value: unknown = initialValue(name, shape, dtype);
    if (!(value instanceof NDArray)) {
      throw usageError(
        say("kInitializerResultNotArray", "the initializer returned {value}, not an NDArray", {
          value: describe(value),
        }),
      );
    }
    setOwn(params, name, value);
  }
  return makeWorkload(mod, params);
}

/**
 * TVM's `create_workload`: the typed module of a function, with values for its parameters. The end of a parameter's
 * name decides: the initializer makes weights, gamma and var are 1, and beta, bias and mean are 0.
 */
export function createWorkload(net: RelayFunction, options: WorkloadOptions = {}): Workload {
  const name = "testing.createWorkload";
  functionGiven(name, net);
  const { initializer = new Xavier(), seed = 0 } = optionsGiven(name, options, {
    initializer: "any",
    seed: "number",
  });
  if (initializer instanceof Xavier) {
    const { factorType, magnitude } = initializer;
    return workloadOf(
      raw().createWorkload(net.handle, optionsJson({ seed, factorType, magnitude })),
    );
  }
  if (initializer instanceof Constant) {
    return workloadOf(raw().createWorkload(net.handle, optionsJson({ initializer: "constant" })));
  }
  if (typeof initializer === "function") return workloadBy(net, initializer);
  throw usageError(
    say(
      "kInitializerInvalid",
      "the initializer must be a Xavier, a Constant or a function, not {value}",
      {
        value: describe(initializer),
      },
    ),
  );
}

// --- layers ---

/** The names of a layer's parameters begin with the layer's name. */
interface Named {
  name: string;
}
function layerGiven<Options extends Named>(layer: string, data: Expr, options: Options): Options {
  exprGiven(layer, data);
  textGiven(layer, "the name", tableGiven(layer, "options", options).name);
  return options;
}
const parameter = (given: Expr | undefined, { name }: Named, suffix: string): Expr =>
  given ?? new Var(`${name}_${suffix}`);

/** The first result of a batch_norm. */
export function batchNormInfer(
  data: Expr,
  options: Named & {
    gamma?: Expr;
    beta?: Expr;
    movingMean?: Expr;
    movingVar?: Expr;
  } & BatchNormAttrs,
): TupleGetItem {
  const { name, gamma, beta, movingMean, movingVar, ...attrs } = layerGiven(
    "layers.batchNormInfer",
    data,
    options,
  );
  return new TupleGetItem(
    nn.batch_norm(
      data,
      parameter(gamma, { name }, "gamma"),
      parameter(beta, { name }, "beta"),
      parameter(movingMean, { name }, "moving_mean"),
      parameter(movingVar, { name }, "moving_var"),
      attrs,
    ),
    0,
  );
}

export function conv2d(data: Expr, options: Named & { weight?: Expr } & Conv2DAttrs): Call {
  const { name, weight, ...attrs } = layerGiven("layers.conv2d", data, options);
  return nn.conv2d(data, parameter(weight, { name }, "weight"), attrs);
}

export function conv3d(data: Expr, options: Named & { weight?: Expr } & Conv3DAttrs): Call {
  const { name, weight, ...attrs } = layerGiven("layers.conv3d", data, options);
  return nn.conv3d(data, parameter(weight, { name }, "weight"), attrs);
}

export function conv2dTranspose(
  data: Expr,
  options: Named & { weight?: Expr } & Conv2DTransposeAttrs,
): Call {
  const { name, weight, ...attrs } = layerGiven("layers.conv2dTranspose", data, options);
  return nn.conv2d_transpose(data, parameter(weight, { name }, "weight"), attrs);
}

/** A dense layer with a bias along the last axis. */
export function denseAddBias(
  data: Expr,
  options: Named & { weight?: Expr; bias?: Expr } & DenseAttrs,
): Call {
  const { name, weight, bias, ...attrs } = layerGiven("layers.denseAddBias", data, options);
  const product = nn.dense(data, parameter(weight, { name }, "weight"), attrs);
  return nn.bias_add(product, parameter(bias, { name }, "bias"), { axis: -1 });
}

/** The layout of a convolution's weight that belongs to a layout of its data. */
export function convKernelLayout(dataLayout: string, isDepthwise = false): string {
  textGiven("layers.convKernelLayout", "dataLayout", dataLayout);
  if (dataLayout === "NCHW") return "OIHW";
  if (dataLayout === "NHWC") return isDepthwise ? "HWOI" : "HWIO";
  throw usageError(
    say("kModelLayoutUnsupported", "layout must be {first} or {last}, not '{layout}'", {
      first: "NCHW",
      last: "NHWC",
      layout: dataLayout,
    }),
  );
}

/** `relay.testing`. */
export const testing = {
  mlp: network("mlp"),
  resnet: network("resnet"),
  resnet3d: network("resnet_3d"),
  dqn: network("dqn"),
  dcgan: network("dcgan"),
  mobilenet: network("mobilenet"),
  lstm: network("lstm"),
  inceptionV3: network("inception_v3"),
  squeezenet: network("squeezenet"),
  vgg: network("vgg"),
  densenet: network("densenet"),
  synthetic: network("synthetic"),
  init: { Xavier, Constant },
  layers: { batchNormInfer, conv2d, conv3d, conv2dTranspose, denseAddBias, convKernelLayout },
  tempOpAttr: { TempOpAttr },
  createWorkload,
};
