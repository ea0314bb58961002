// `relay.quantize`: converts programs of reals to programs of integers.

import "./symbols.js";

import { raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import type { QConfigOptions } from "./generated/settings.js";
import { listGiven, optionsGiven, synchronous, synchronousGiven, tableGiven } from "./given.js";
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

/** Settings of `relay.quantize`. They apply while they are entered. */
export class QConfig {
  /** The settings that were given. All others have their defaults. */
  readonly options: Readonly<QConfigOptions>;

  constructor(options: QConfigOptions = {}) {
    this.options = Object.freeze({ ...tableGiven("relay.quantize.qconfig", "options", options) });
    // The pass that takes all settings checks them.
    if (Object.keys(this.options).length > 0) {
      release(raw().quantizeCalibrate("[]", optionsJson(this.options, "relay.quantize.qconfig")));
    }
  }

  /** Makes these the current settings until `exit` or the end of the block of a `using`. */
  enter(): this {
    entered.push(this);
    return this;
  }

  /** Leaves these settings. Throws if they are not the innermost ones. */
  exit(): void {
    if (entered.at(-1) !== this) {
      throw usageError(
        say("kQconfigExitOrder", "only the innermost qconfig that is entered can be exited"),
      );
    }
    entered.pop();
  }

  [Symbol.dispose](): void {
    this.exit();
  }

  toString(): string {
    return `QConfig(${JSON.stringify(this.options)})`;
  }

  /** Runs `body`, which must not be asynchronous, with these settings. */
  with<T>(body: () => T): T {
    synchronousGiven("QConfig.with", "body", body);
    this.enter();
    try {
      return synchronous("QConfig.with", "body", body());
    } finally {
      this.exit();
    }
  }
}

/** TVM's `relay.quantize.qconfig`. Missing options have their defaults. */
export const qconfig = (options: QConfigOptions = {}): QConfig => new QConfig(options);

/** The entered settings, or the defaults. */
export const currentQConfig = (): QConfig => entered.at(-1) ?? new QConfig();

const settingsOf = (config: QConfig | QConfigOptions | undefined): QConfigOptions =>
  config instanceof QConfig ? config.options : (config ?? currentQConfig().options);

const samplesOf = (name: string, dataset: Dataset): string =>
  `[${listGiven(name, "dataset", dataset)
    .map((sample) => paramsJson(name, sample))
    .join()}]`;

/** The named settings that are set. */
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

/** Marks the borders of the sections that compute with few bits. */
export const partition = (): Pass => transform.QuantizePartition(pick("dtypeInput"));

/** Inserts an operator that simulates the rounding of quantization at each tensor to quantize. */
export const annotate = (): Pass =>
  transform.QuantizeAnnotate(pick("skipDenseLayer", "skipConvLayers", "debugEnabledOps"));

/** Finds the scales and bounds of the operators that `annotate` inserted. Some modes need the samples of `dataset`. */
export const calibrate = (dataset: Dataset = []): Pass =>
  new Pass(
    raw().quantizeCalibrate(
      samplesOf("relay.quantize.calibrate", dataset),
      optionsJson(currentQConfig().options),
    ),
  );

/** Replaces computations with reals by computations with integers, in an annotated and calibrated program. */
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

/** Runs the passes that must run before quantization, with `params` as constants. */
export function prerequisiteOptimize(mod: IRModule, options: { params?: Params } = {}): IRModule {
  const name = "relay.quantize.prerequisiteOptimize";
  const { handle } = moduleGiven(name, mod);
  const { params = {} } = optionsGiven(name, options, { params: "object" });
  return new IRModule(raw().prerequisiteOptimize(handle, paramsJson(name, params)));
}

export interface QuantizeOptions {
  /** Values that become constants first. Weights must be among them. */
  params?: Params;
  /** The samples, for a `calibrateMode` that needs them. */
  dataset?: Dataset;
  /** Settings in place of the entered ones. */
  qconfig?: QConfig | QConfigOptions;
}

/**
 * TVM's `relay.quantize.quantize`: all steps, at opt level 3. The instruments of the current context watch the passes,
 * and its disabled passes stay disabled.
 */
export function quantize(mod: IRModule, options: QuantizeOptions = {}): IRModule {
  const name = "relay.quantize.quantize";
  const { handle } = moduleGiven(name, mod);
  const {
    params = {},
    dataset = [],
    qconfig: config,
  } = optionsGiven(name, options, {
    params: "object",
    dataset: "array",
    qconfig: "any",
  });
  return new IRModule(
    raw().quantize(
      handle,
      paramsJson(name, params),
      samplesOf(name, dataset),
      optionsJson(settingsOf(config)),
    ),
  );
}
