// The contents of a comparison: variants beside the edited pipeline, and the values of one option.
import { allSteps, parseOptions, type PassStage, type Pipeline, type Step } from "./model";
import { optionsProblem } from "./problems";
import type { ModelOptionValue, ProgramSource } from "../protocol/messages";

/** A pipeline that the user saved to compare it with the edited one. */
export interface Variant {
  readonly id: string;
  readonly name: string;
  readonly pipeline: Pipeline;
}

/** The greatest number of variants. */
export const MAX_VARIANTS = 12;
/** The greatest length of a variant's name, in characters. */
export const MAX_VARIANT_NAME = 60;

/** A variant with an unused name and id. Names are letters from A on. */
export function nextVariant(variants: readonly Variant[], pipeline: Pipeline): Variant {
  const fresh = (name: (n: number) => string, taken: readonly string[]): string => {
    let n = 0;
    while (taken.includes(name(n))) n += 1;
    return name(n);
  };
  return {
    id: fresh(
      (n) => `v${n + 1}`,
      variants.map(({ id }) => id),
    ),
    name: fresh(
      (n) => (n < 26 ? String.fromCharCode(65 + n) : `${n + 1}`),
      variants.map(({ name }) => name),
    ),
    pipeline,
  };
}

/**
 * A setting that a sweep can vary: an option of passes, the opt level of all contexts, a key of their configs, or an
 * option of the model.
 */
export type SweepOption =
  | { readonly kind: "pass"; readonly pass: string; readonly option: string }
  | { readonly kind: "optLevel" }
  | { readonly kind: "config"; readonly key: string }
  | { readonly kind: "model"; readonly option: string };

/** The greatest length of a sweep's option and of its values in a link, in characters. */
export const MAX_SWEEP = 500;

/**
 * The option as text, as the package writes it: "FuseOps.fuse_opt_level", "optLevel", "config.relay.FuseOps.max_depth",
 * "model.batch_size".
 */
export function sweepKey(option: SweepOption): string {
  switch (option.kind) {
    case "pass":
      return `${option.pass}.${option.option}`;
    case "optLevel":
      return "optLevel";
    case "config":
      return `config.${option.key}`;
    case "model":
      return `model.${option.option}`;
  }
}

/** The option with this key. The function does not check that the option exists. */
export function sweepOptionOf(key: string): SweepOption | undefined {
  if (key === "optLevel") return { kind: "optLevel" };
  const [, first = "", rest = ""] = /^(\w+)\.(\w+(?:\.\w+)*)$/.exec(key) ?? [];
  if (rest === "") return undefined;
  if (first === "config") return { kind: "config", key: rest };
  if (rest.includes(".")) return undefined;
  return first === "model"
    ? { kind: "model", option: rest }
    : { kind: "pass", pass: first, option: rest };
}

export const sameOption = (a: SweepOption, b: SweepOption): boolean => sweepKey(a) === sweepKey(b);

/** The names of the enabled engine passes of a pipeline, each once. */
export function passesIn(pipeline: Pipeline): readonly string[] {
  const names = new Set<string>();
  for (const stage of pipeline) {
    if (stage.kind !== "passes") continue;
    for (const step of allSteps(stage.passes)) {
      if (step.kind === "pass" && step.enabled) names.add(step.name);
    }
  }
  return [...names];
}

function withOption(step: Step, pass: string, option: string, value: unknown): Step {
  if (step.kind === "sequential") {
    return { ...step, steps: step.steps.map((inner) => withOption(inner, pass, option, value)) };
  }
  if (step.kind !== "pass" || step.name !== pass || optionsProblem(step.options)) return step;
  const options = { ...parseOptions(step.options), [option]: value };
  return { ...step, options: JSON.stringify(options) };
}

/** The pipeline and the program with the option set to a value. */
export function atValue(
  { pipeline, source }: { readonly pipeline: Pipeline; readonly source: ProgramSource },
  option: SweepOption,
  value: unknown,
): { readonly pipeline: Pipeline; readonly source: ProgramSource } {
  if (option.kind === "model") {
    if (source.kind !== "model") return { pipeline, source };
    // The engine checks the value.
    const options = { ...source.options, [option.option]: value as ModelOptionValue };
    return { pipeline, source: { ...source, options } };
  }
  const change = (stage: PassStage): PassStage => {
    switch (option.kind) {
      case "optLevel":
        return { ...stage, optLevel: Number(value) };
      case "config": {
        if (optionsProblem(stage.config)) return stage;
        const config = { ...parseOptions(stage.config), [option.key]: value };
        return { ...stage, config: JSON.stringify(config) };
      }
      case "pass": {
        const { pass, option: name } = option;
        return {
          ...stage,
          passes: stage.passes.map((step) => withOption(step, pass, name, value)),
        };
      }
    }
  };
  return {
    source,
    pipeline: pipeline.map((stage) => (stage.kind === "passes" ? change(stage) : stage)),
  };
}
