// Comparing pipelines, contexts and options: `compare` and `sweep`.

import { describe } from "./describe.js";
import { engine, raw, release } from "./engine.js";
import { usageError } from "./errors.js";
import { fromJson, toJson } from "./exact_json.js";
import type {
  CompareProgress,
  PipelineReading,
  PipelineStep,
  VariantFigures,
  VariantOrigins,
} from "./generated/records.js";
import type { CompareOptions as Settings } from "./generated/settings.js";
import { isTable, listGiven, optionTypes, optionsGiven, textGiven } from "./given.js";
import { EngineObject } from "./handle.js";
import { IRModule, moduleGiven } from "./ir.js";
import { block } from "./inspect.js";
import { say } from "./messages.js";
import { paramsJson, type Params } from "./ndarray.js";
import { optionsJson } from "./options.js";
import { Pass, Sequential, createPass, parsePipeline } from "./pass.js";
import { PassContext, type PassContextOptions } from "./pass_context.js";
import { currentScope } from "./scope.js";
import { getWorkload } from "./testing.js";
import { own } from "./own.js";

/** A program, with values for the parameters of its main function if it has any. */
export type ComparedProgram = IRModule | { mod: IRModule; params?: Params };

/**
 * A stage of a pipeline: passes with a context of their own, the binding of the parameters' values, or an edited
 * program as text. The text replaces the program from there on and can refer to the constants of the program before it.
 */
export type ComparedStage =
  | { passes: readonly Pass[]; context?: PassContext | PassContextOptions }
  | { bind: true }
  | { text: string };

/**
 * Passes that run in order, stages of a pipeline, or a text in the notation of pipelines, such as "InferType; bind;
 * Sequential{FoldConstant}". There, `bind` makes the values of parameters constants.
 */
export type ComparedPipeline = string | Pass | readonly (Pass | ComparedStage)[];

export interface CompareVariant {
  /** A letter by default: A, B, … */
  name?: string;
  pipeline: ComparedPipeline;
  /**
   * The settings and instruments for the passes. The default is the context at the call of `compare`, without its
   * instruments. The hooks of instruments are called in each repetition.
   */
  context?: PassContext | PassContextOptions;
  /** The program of this variant, in place of the common one. */
  program?: ComparedProgram;
}

export interface CompareOptions extends Settings {
  /** The program of all variants that have none of their own. */
  program?: ComparedProgram;
  /** Called before each step of the work. */
  onProgress?: (progress: CompareProgress) => void;
  /** Aborts the comparison with the signal's reason. */
  signal?: AbortSignal;
}

/** A model of the table of models, with options. A sweep can set one of them. */
export interface ComparedModel {
  model: string;
  options?: object;
}

export interface SweepOptions<Value = unknown> extends Omit<CompareOptions, "program"> {
  /**
   * The option to set, one of these:
   *
   * - an option of passes in a pipeline that is given as text ("FuseOps.fuse_opt_level");
   * - an option of contexts ("optLevel", "config.relay.FuseOps.max_depth");
   * - an option of a model or its beginning ("model.batch_size").
   */
  option: string;
  values: readonly Value[];
  context?: PassContextOptions;
}

/** The figures and results of several variants. All are compared with the first one. */
export class Comparison extends EngineObject {
  /** In the order in which `compare` got them. */
  readonly variants: readonly VariantFigures[];
  /** After a sweep: the option and its values, one for each variant. */
  readonly sweep: { option: string; values: readonly unknown[] } | undefined;
  readonly #text: string;

  /** @internal */
  constructor(handle: number, sweep?: { option: string; values: readonly unknown[] }) {
    super(handle, undefined, currentScope());
    this.variants = JSON.parse(raw().comparisonFigures(handle)) as VariantFigures[];
    this.sweep = sweep;
    this.#text = raw().comparisonText(handle, false);
  }

  #index(name: string, variant: string | number): number {
    if (typeof variant === "number") return variant;
    const index = this.variants.findIndex(
      (each) => each.name === textGiven(name, "variant", variant),
    );
    if (index >= 0) return index;
    throw usageError(say("kVariantNameUnknown", "unknown variant '{name}'", { name: variant }));
  }

  /** The program that a variant's pipeline made; undefined if the pipeline failed. */
  result(variant: string | number): IRModule | undefined {
    const index = this.#index("Comparison.result", variant);
    const handle = raw().comparisonResult(this.handle, index);
    return handle === 0 ? undefined : new IRModule(handle);
  }

  /**
   * The difference between the results of a variant and of another one, by default the first, in the format of `diff
   * -u`. It aligns lines that are about the same expression, and omits lines that differ only in the numbers of
   * variables. It is empty if one of the two failed.
   */
  diff(variant: string | number, reference: string | number = 0): string {
    const name = "Comparison.diff";
    return raw().comparisonDiff(
      this.handle,
      this.#index(name, reference),
      this.#index(name, variant),
    );
  }

  /**
   * The origin of each line of a variant's result, as `astext({ showMetaData: false })` prints it, in the program that
   * the variant starts with.
   */
  origins(variant: string | number): VariantOrigins {
    const index = this.#index("Comparison.origins", variant);
    return JSON.parse(raw().comparisonOrigins(this.handle, index)) as VariantOrigins;
  }

  /** A table with a column for each variant. With `all`, it also has the rows in which the variants agree. */
  table(options: { all?: boolean } = {}): string {
    const { all = false } = optionsGiven("Comparison.table", options, { all: "boolean" });
    return raw().comparisonText(this.handle, all);
  }

  override toString(): string {
    return this.#text;
  }

  /** @internal */
  override show(): string {
    return block(this.sort, this.#text);
  }

  /** The comparison as plain data. */
  override toJSON(): { variants: readonly VariantFigures[]; sweep?: Comparison["sweep"] } {
    return { variants: this.variants, ...(this.sweep && { sweep: this.sweep }) };
  }
}

/** A stage of a variant in the form that the engine takes. */
type Stage = { passes: number[]; context?: number } | { bind: true } | { text: string };

function programGiven(name: string, given: unknown): { mod: IRModule; params: Params } {
  if (given instanceof IRModule) return { mod: given, params: {} };
  if (typeof given === "object" && given !== null && "mod" in given) {
    const { mod, params = {} } = given as { mod: unknown; params?: Params };
    return { mod: moduleGiven(name, mod), params };
  }
  throw usageError(
    say(
      "kCompareProgramRequired",
      "{name} takes an IRModule or an object with one as 'mod', not {value}",
      {
        name,
        value: describe(given),
      },
    ),
  );
}

/** Makes the objects for a variant. Its `dispose` frees those that nothing needs once the engine has the variant. */
class Maker {
  readonly #made: EngineObject[] = [];

  #keep<T extends EngineObject>(object: T): T {
    this.#made.push(object);
    return object;
  }

  #pass({ name = "", code, options = {}, sequential }: PipelineStep): Pass {
    if (sequential) return this.#keep(new Sequential(sequential.map((step) => this.#pass(step))));
    // The engine refuses these passes with an error that tells where they run.
    if (code !== undefined) return this.#keep(parsePipeline(`code.${code}`));
    return this.#keep(createPass(name, options));
  }

  #stages(text: string): ({ passes: number[] } | { bind: true })[] {
    const { stages } = fromJson(raw().readPipeline(text, false)) as PipelineReading;
    if (!stages) {
      // Throws an error that tells what is wrong and where.
      parsePipeline(text).dispose();
      return [];
    }
    return stages.map(({ kind, passes }) =>
      kind === "bind"
        ? { bind: true }
        : { passes: (passes ?? []).map((pass) => this.#pass(pass).handle) },
    );
  }

  #settings(context: unknown): { context?: number } {
    if (context === undefined) return {};
    const made =
      context instanceof PassContext
        ? context
        : this.#keep(new PassContext({ onUnmetName: () => undefined, ...(context as object) }));
    return { context: made.handle };
  }

  stages(name: string, pipeline: unknown, context: unknown): Stage[] {
    const settings = this.#settings(context);
    if (typeof pipeline === "string") {
      return this.#stages(pipeline).map((stage) =>
        "bind" in stage ? stage : { ...stage, ...settings },
      );
    }
    const parts: readonly unknown[] = Array.isArray(pipeline) ? pipeline : [pipeline];
    const stages: Stage[] = [];
    /** Consecutive passes outside of a stage form one stage. */
    let passes: number[] | undefined;
    for (const part of parts) {
      if (part instanceof Pass) {
        if (!passes) stages.push({ passes: (passes = []), ...settings });
        passes.push(part.handle);
        continue;
      }
      passes = undefined;
      stages.push(this.#stage(name, part, settings));
    }
    return stages;
  }

  #stage(name: string, part: unknown, settings: { context?: number }): Stage {
    if (isTable(part)) {
      const { passes, context, bind, text } = optionsGiven(
        "a stage",
        part as { passes?: unknown; context?: unknown; bind?: unknown; text?: unknown },
        { passes: "array", context: "any", bind: "boolean", text: "string" },
      );
      if (bind === true) return { bind };
      if (typeof text === "string") return { text };
      if (Array.isArray(passes) && passes.every((pass) => pass instanceof Pass)) {
        const own = context === undefined ? settings : this.#settings(context);
        return { passes: passes.map((pass) => pass.handle), ...own };
      }
    }
    throw usageError(
      say(
        "kPipelineRequired",
        "{name}: a pipeline is text or consists of passes and stages, not of {value}",
        {
          name,
          value: describe(part),
        },
      ),
    );
  }

  dispose(): void {
    this.#made.forEach((object) => object.dispose());
  }
}

const letter = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `variant ${index + 1}`;

/** The values that a text lists: "0..4", or "1, 2, NHWC" in the notation of pipelines. */
export const sweepValues = (text: string): unknown[] =>
  fromJson(raw().readSweepValues(textGiven("sweepValues", "text", text))) as unknown[];

/** The milliseconds of work after which the loop yields to other tasks. */
const TURN_MS = 30;

async function finish(
  handle: number,
  { onProgress, signal }: Pick<CompareOptions, "onProgress" | "signal">,
): Promise<void> {
  let turn = performance.now();
  for (let more = true; more;) {
    signal?.throwIfAborted();
    onProgress?.(JSON.parse(raw().comparisonProgress(handle)) as CompareProgress);
    more = raw().advanceComparison(handle);
    if (!more || performance.now() - turn < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turn = performance.now();
  }
}

async function compared(
  name: string,
  variants: readonly (ComparedPipeline | CompareVariant)[],
  given: CompareOptions,
  sweep?: { option: string; values: readonly unknown[] },
): Promise<Comparison> {
  const {
    program: common,
    onProgress,
    signal,
    ...settings
  } = optionTypes(name, given, { onProgress: "function" });
  const maker = new Maker();
  let handle: number;
  try {
    const made = listGiven(name, "variants", variants).map((variant, i) => {
      const full = isTable(variant)
        ? optionsGiven("a variant", variant as CompareVariant, {
            name: "string",
            pipeline: "any",
            context: "any",
            program: "any",
          })
        : { pipeline: variant as ComparedPipeline };
      const { mod, params } = programGiven(name, full.program ?? common);
      return {
        name: full.name === undefined ? letter(i) : textGiven(name, "name", full.name),
        module: mod.handle,
        params: JSON.parse(paramsJson(name, params)) as Record<string, number>,
        stages: maker.stages(name, full.pipeline, full.context),
      };
    });
    handle = raw().makeComparison(toJson(made), optionsJson(settings, name, ["onProgress"]));
  } finally {
    maker.dispose();
  }
  try {
    await finish(handle, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
  } catch (error) {
    release(handle);
    throw error;
  }
  return new Comparison(handle, sweep);
}

/**
 * Runs several pipelines, or one in several contexts or on several programs. For each variant it reports the times of
 * the passes, the operators that are left, the number of remarks, the size of the result, and the cost of running it.
 * With `run`, it also reports how long that takes and whether all results agree.
 *
 * A pipeline that fails is not an error: its variant has a `failure`, and the comparison includes the others.
 *
 * @throws DiagnosticError for wrong options, unknown names of passes and similar mistakes.
 */
export function compare(
  variants: readonly (ComparedPipeline | CompareVariant)[],
  options: CompareOptions = {},
): Promise<Comparison> {
  return Promise.resolve().then(() => compared("compare", variants, options));
}

const CONTEXT_OPTIONS: Readonly<Record<string, string>> = {
  opt_level: "optLevel",
  optLevel: "optLevel",
  required_pass: "requiredPass",
  requiredPass: "requiredPass",
  disabled_pass: "disabledPass",
  disabledPass: "disabledPass",
};

/** The option of a model with this name, or the only option that begins with it. */
function modelOption(model: string, name: string): string {
  const options = engine.models().find((row) => row.name === model)?.options ?? [];
  const snake = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  const like = options.filter((option) => option.name.startsWith(snake));
  const exact =
    like.find((option) => option.name === snake) ?? (like.length === 1 ? like[0] : undefined);
  if (exact) return exact.name;
  throw usageError(
    say("kModelOptionUnknown", "the model {model} has no option '{option}'", {
      model,
      option: name,
    }),
  );
}

/**
 * Compares the results of one pipeline on one program, with an option at each of several values.
 *
 * @throws DiagnosticError for an unknown option, and in the cases of `compare`.
 */
export function sweep<Value>(
  program: ComparedProgram | ComparedModel | ((value: Value) => ComparedProgram),
  pipeline: ComparedPipeline | ((value: Value) => ComparedPipeline),
  options: SweepOptions<Value>,
): Promise<Comparison> {
  return Promise.resolve().then(() => swept(program, pipeline, options));
}

async function swept<Value>(
  program: ComparedProgram | ComparedModel | ((value: Value) => ComparedProgram),
  pipeline: ComparedPipeline | ((value: Value) => ComparedPipeline),
  given: SweepOptions<Value>,
): Promise<Comparison> {
  const { option, values, context, ...rest } = optionTypes("sweep", given, { context: "object" });
  textGiven("sweep", "option", option);
  listGiven("sweep", "values", values);
  const setting = own(CONTEXT_OPTIONS, option);
  const config = option.startsWith("config.") ? option.slice("config.".length) : undefined;
  const ofModel = option.startsWith("model.") ? option.slice("model.".length) : undefined;
  const isModel = isTable(program) && "model" in program;
  // A pass is a function, too.
  const makesProgram = typeof program === "function";
  const makesPipeline = typeof pipeline === "function" && !(pipeline instanceof Pass);
  const ofPass = setting === undefined && config === undefined && ofModel === undefined;
  const made: Disposable[] = [];
  const workload = (model: ComparedModel, more: object): ComparedProgram => {
    const network = getWorkload(model.model, { ...model.options, ...more });
    made.push(network);
    return network;
  };
  if (ofModel !== undefined && !isModel && !makesProgram) {
    throw usageError(
      say(
        "kModelSweepNeedsName",
        "a sweep over an option of a model needs the program as an object with its 'model'",
      ),
    );
  }
  if (ofPass && typeof pipeline !== "string" && !makesPipeline && !makesProgram) {
    throw usageError(
      say("kPassSweepNeedsText", "a sweep over an option of a pass needs the pipeline as text"),
    );
  }
  try {
    const one = isModel && ofModel === undefined ? workload(program, {}) : undefined;
    const texts =
      ofPass && typeof pipeline === "string" && !makesProgram
        ? (JSON.parse(raw().sweepPipeline(pipeline, option, toJson(values))) as readonly string[])
        : undefined;
    const variants = values.map((value, i): CompareVariant => {
      const of = makesProgram
        ? program(value)
        : isModel && ofModel !== undefined
          ? workload(program, { [modelOption(program.model, ofModel)]: value })
          : (one ?? (program as ComparedProgram));
      const settings =
        setting !== undefined
          ? { ...context, [setting]: value }
          : config !== undefined
            ? { ...context, config: { ...context?.config, [config]: value } }
            : context;
      const shown = typeof value === "string" ? value : JSON.stringify(value);
      return {
        name: `${option.slice(option.lastIndexOf(".") + 1)}=${shown}`,
        program: of,
        pipeline: makesPipeline ? pipeline(value) : (texts?.[i] ?? pipeline),
        ...(settings && { context: settings }),
      };
    });
    return await compared("sweep", variants, rest, { option, values });
  } finally {
    made.forEach((network) => network[Symbol.dispose]());
  }
}
