// Passes: functions from module to module.

import { describe } from "./describe.js";
import { raw } from "./engine.js";
import { usageError } from "./errors.js";
import { fromJson } from "./exact_json.js";
import type { PassInfo, PipelineReading } from "./generated/records.js";
import type { SequentialOptions } from "./generated/settings.js";
import { EngineObject } from "./handle.js";
import { optionsGiven, textGiven } from "./given.js";
import { IRModule, moduleGiven } from "./ir.js";
import { fields, type Inspect, type InspectOptions } from "./inspect.js";
import { say } from "./messages.js";
import { optionsJson } from "./options.js";

export type { PassInfo } from "./generated/records.js";
export type { SequentialOptions } from "./generated/settings.js";

// The constructor gives every instance a function as its body: instances really are callable.
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging */

/** Call a pass to run it: `transform.FoldConstant()(mod)`. It calls the hooks of the current context's instruments. */
export interface Pass {
  (mod: IRModule): IRModule;
}

export class Pass extends EngineObject {
  #info: PassInfo | undefined;

  /** @internal */
  constructor(handle: number) {
    const run = (mod: IRModule): IRModule => {
      if (!(mod instanceof IRModule)) moduleGiven(this.info.name, mod);
      return new IRModule(raw().runPass(this.handle, mod.handle));
    };
    super(handle, Object.setPrototypeOf(run, new.target.prototype) as object);
  }

  get info(): PassInfo {
    this.#info ??= fromJson(raw().passInfo(this.handle)) as PassInfo;
    return this.#info;
  }

  override toString(): string {
    return `Pass(${this.info.name})`;
  }

  /** The pass's PassInfo. */
  override toJSON(): PassInfo {
    return this.info;
  }

  /** @internal */
  override show(options: InspectOptions, inspect?: Inspect): string {
    const { name, optLevel, required } = this.info;
    return fields(`${this.sort} ${name}`, { optLevel, required }, options, inspect);
  }
}

/* eslint-enable @typescript-eslint/no-unsafe-declaration-merging */

/** @internal */
export function passGiven(name: string, pass: unknown): Pass {
  if (pass instanceof Pass) return pass;
  throw usageError(
    say("kPassRequired", "{name} takes a pass, not {value}", { name, value: describe(pass) }),
  );
}

/**
 * Runs passes in order. It skips passes that the context disables, by opt level, `requiredPass` or `disabledPass`.
 * Before each pass it runs the passes that this pass requires.
 */
export class Sequential extends Pass {
  /** The passes, in order. */
  readonly passes: readonly Pass[];

  constructor(passes: readonly Pass[], options: SequentialOptions = {}) {
    if (!Array.isArray(passes)) {
      throw usageError(
        say("kSequentialPassesNotArray", "a Sequential takes an array of passes, not {value}", {
          value: describe(passes),
        }),
      );
    }
    const handles = passes.map((pass, i) => {
      if (pass instanceof Pass) return pass.handle;
      throw usageError(
        say("kSequentialItemNotPass", "item {index} of a Sequential is {value}, not a pass", {
          index: i,
          value: describe(pass),
        }),
      );
    });
    super(raw().makeSequential(JSON.stringify(handles), optionsJson(options, "Sequential")));
    this.passes = Object.freeze([...(passes as readonly Pass[])]);
  }

  override toJSON(): PassInfo & { passes: PassInfo[] } {
    return { ...this.info, passes: this.passes.map((pass) => pass.toJSON()) };
  }

  /** @internal */
  override show(options: InspectOptions, inspect?: Inspect): string {
    const { name, optLevel, required } = this.info;
    const passes = this.passes.map((pass) => (pass.disposed ? "disposed" : pass.info.name));
    return fields(`${this.sort} ${name}`, { optLevel, required, passes }, options, inspect);
  }
}

/**
 * Makes a pass of the table (`engine.passes()`) by name. Options have TVM's names, also in camelCase. Undefined options
 * are omitted.
 */
export function createPass(name: string, options: object = {}): Pass {
  const known = textGiven("transform.create", "name", name);
  return new Pass(raw().makePass(known, optionsJson(options, known)));
}

/**
 * Makes one Sequential from a list of passes as text: `InferType, ConvertLayout(desired_layouts={"nn.conv2d": ["NHWC",
 * "HWIO"]})`.
 */
export function parsePipeline(spec: string): Pass {
  return new Pass(raw().makePipeline(textGiven("transform.parsePipeline", "spec", spec)));
}

/**
 * Reads a text in the notation of `parsePipeline` without making passes. Returns its stages or its mistake. The text
 * can have several contexts, `InferType; bind; FoldConstant`. With `list`, it must be a single list, of passes or of
 * instruments.
 */
export function readPipeline(text: string, options: { list?: boolean } = {}): PipelineReading {
  const name = "transform.readPipeline";
  const { list = false } = optionsGiven(name, options, { list: "boolean" });
  return fromJson(raw().readPipeline(textGiven(name, "text", text), list)) as PipelineReading;
}
