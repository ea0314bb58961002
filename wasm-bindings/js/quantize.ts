// `relay.quantize`: programs of reals as programs of integers.

import "./symbols.js";

import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import type { QConfigOptions } from "./generated/settings.js";
import { callableGiven, listGiven, tableGiven } from "./given.js";
import { IRModule, moduleGiven } from "./ir.js";
import { say } from "./messages.js";
import { paramsJson, type Params } from "./ndarray.js";
import { optionsJson } from "./options.js";
import { Pass } from "./pass.js";
import * as transform from "./transform.js";

export type { QConfigOptions };

/** Values of the parameters of @main by name, one entry for each sample. */
export type Dataset = readonly Params[];

const entered: QConfig[] = [];

/** Settings of `relay.quantize`, which hold while they are entered. */
export class QConfig {
  /** What is set; all else has its default. */
  readonly options: Readonly<QConfigOptions>;

  constructor(options: QConfigOptions = {}) {
    this.options = Object.freeze({ ...tableGiven("relay.quantize.qconfig", "options", options) });
  }

  /** Makes these the current settings until `exit` or the end of the block of a `using`. */
  enter(): this {
    entered.push(this);
    return this;
  }

  /** Leaves these settings, which must be the innermost ones. */
  exit(): void {
    if (entered.at(-1) !== this) {
      throw usageError(say("a qconfig is left that is not the innermost one entered"));
    }
    entered.pop();
  }

  [Symbol.dispose](): void {
    this.exit();
  }

  /** Runs `body`, which must not be asynchronous, with these settings. */
  with<T>(body: () => T): T {
    callableGiven("QConfig.with", "body", body);
    this.enter();
    try {
      return body();
    } finally {
      this.exit();
    }
  }
}

/** TVM's `relay.quantize.qconfig`: what is left out has its default. */
export const qconfig = (options: QConfigOptions = {}): QConfig => new QConfig(options);

/** The settings that are entered, or the defaults. */
export const currentQConfig = (): QConfig => entered.at(-1) ?? new QConfig();

const settingsOf = (config: QConfig | QConfigOptions | undefined): QConfigOptions =>
  config instanceof QConfig ? config.options : (config ?? currentQConfig().options);

const samplesOf = (name: string, dataset: Dataset): string =>
  `[${listGiven(name, "dataset", dataset)
    .map((sample) => paramsJson(name, sample))
    .join()}]`;

/** Those of the settings that are named and set. */
function pick<Name extends keyof QConfigOptions>(
  ...names: readonly Name[]
): Pick<QConfigOptions, Name> {
  const wanted = new Set<string>(names);
  return Object.fromEntries(
    Object.entries(currentQConfig().options).filter(
      ([name, value]: [string, unknown]) => wanted.has(name) && value !== undefined,
    ),
  ) as QConfigOptions;
}

/** Marks where the program is cut into sections that compute with few bits. */
export const partition = (): Pass => transform.QuantizePartition(pick("dtypeInput"));

/** Puts an operator that rounds as quantization would where tensors are to be quantized. */
export const annotate = (): Pass =>
  transform.QuantizeAnnotate(pick("skipDenseLayer", "skipConvLayers", "debugEnabledOps"));

/** Finds scales and bounds for what `annotate` has put into the program, by the samples of `dataset` if need be. */
export const calibrate = (dataset: Dataset = []): Pass =>
  new Pass(
    raw().quantizeCalibrate(
      samplesOf("relay.quantize.calibrate", dataset),
      optionsJson(currentQConfig().options),
    ),
  );

/** Computes with integers what an annotated and calibrated program computes with reals. */
export const realize = (): Pass =>
  transform.QuantizeRealize(
    pick(
      "nbitActivation",
      "dtypeInput",
      "dtypeWeight",
      "dtypeActivation",
      "globalScale",
      "roundForShift",
      "rounding",
    ),
  );

/** What has to be done before quantization, with `params` as constants. */
export function prerequisiteOptimize(mod: IRModule, options: { params?: Params } = {}): IRModule {
  const name = "relay.quantize.prerequisiteOptimize";
  const { handle } = moduleGiven(name, mod);
  const { params = {} } = tableGiven(name, "options", options);
  return new IRModule(raw().prerequisiteOptimize(handle, paramsJson(name, params)));
}

export interface QuantizeOptions {
  /** Values that become constants before anything else; the weights have to be. */
  params?: Params;
  /** Samples, for a `calibrateMode` that needs them. */
  dataset?: Dataset;
  /** In place of the settings that are entered. */
  qconfig?: QConfig | QConfigOptions;
}

/**
 * TVM's `relay.quantize.quantize`: the whole procedure, at opt level 3. The current context's instruments watch it, and
 * what it disables stays so.
 */
export function quantize(mod: IRModule, options: QuantizeOptions = {}): IRModule {
  const name = "relay.quantize.quantize";
  const { handle } = moduleGiven(name, mod);
  const { params = {}, dataset = [], qconfig: config } = tableGiven(name, "options", options);
  return new IRModule(
    raw().quantize(
      handle,
      paramsJson(name, params),
      samplesOf(name, dataset),
      optionsJson(settingsOf(config)),
    ),
  );
}
