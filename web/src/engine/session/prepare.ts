// Makes the passes of a pipeline, so that a wrong name or option is found before anything runs.
import {
  parseOptions,
  type EditStage,
  type PassStage,
  type Pipeline,
  type Step,
} from "../../core/pipeline/model";
import type { FailurePlace } from "../../core/protocol/messages";
import type {
  ContextOptions,
  Engine,
  Handle,
  ModuleHandle,
  Params,
  PassHandle,
} from "./engine-api";
import type { Chain } from "./snapshots";

/** The exports of the code tab, by name. Both functions throw if there is no such export. */
export interface CodeExports {
  pass(name: string): PassHandle;
  instrument(name: string): object;
}

const refuse = (): never => {
  throw new Error("Code runs in the sandbox only.");
};

/** For workers that run no user code. */
const NO_CODE: CodeExports = { pass: refuse, instrument: refuse };

/** An error with its place in the pipeline. */
export class PlacedError extends Error {
  constructor(
    override readonly cause: unknown,
    readonly place: FailurePlace | undefined,
  ) {
    super("the pipeline could not be prepared");
  }
}

export interface PreparedStage {
  readonly kind: "passes";
  readonly stage: PassStage;
  /** The passes to call in order: the steps, or one Sequential of all steps, without an id. */
  readonly calls: readonly { readonly id: string; readonly pass: PassHandle }[];
  /** The names of the steps' passes, by the steps' ids. */
  readonly names: ReadonlyMap<string, string>;
  /** Which part is the user's code: passes and perhaps instruments, only instruments, or none. */
  readonly code: "passes" | "instruments" | "none";
}

export type PreparedPart =
  | { readonly kind: "bind"; readonly stageId: string }
  | { readonly kind: "edit"; readonly stage: EditStage }
  | PreparedStage;

/** The enabled parts of a pipeline, with their passes. */
export class PreparedPipeline {
  readonly parts: PreparedPart[] = [];
  readonly #owned: Handle[] = [];
  #place: FailurePlace | undefined;

  /**
   * @param print gets the output of the engine's passes; by default it is dropped.
   * @throws PlacedError if a pass cannot be made
   */
  constructor(
    readonly engine: Engine,
    pipeline: Pipeline,
    readonly code: CodeExports = NO_CODE,
    private readonly print: (text: string) => void = () => undefined,
  ) {
    try {
      for (const stage of pipeline) {
        if (stage.kind === "passes") this.#prepare(stage);
        else if (stage.enabled) {
          this.parts.push(
            stage.kind === "bind" ? { kind: "bind", stageId: stage.id } : { kind: "edit", stage },
          );
        }
      }
    } catch (error) {
      this.dispose();
      throw new PlacedError(error, this.#place);
    }
  }

  /**
   * The options of a stage's context.
   *
   * @param onUnmetName called for required and disabled passes that did not come up.
   */
  contextOptions(
    stage: PassStage,
    instruments: readonly object[],
    onUnmetName: ContextOptions["onUnmetName"],
  ): ContextOptions {
    const config = parseOptions(stage.config);
    return {
      optLevel: stage.optLevel,
      instruments,
      onUnmetName,
      ...(stage.required.length > 0 ? { requiredPass: stage.required } : {}),
      ...(stage.disabled.length > 0 ? { disabledPass: stage.disabled } : {}),
      ...(config ? { config } : {}),
    };
  }

  /** A copy of the module with its parameters bound. */
  bind(mod: ModuleHandle, params: Params): ModuleHandle {
    const copy = mod.clone();
    const main = copy.get("main");
    const bound = this.engine.bindParams(main, params);
    copy.set("main", bound);
    main.dispose();
    bound.dispose();
    return copy;
  }

  /** Runs everything before a stage without instruments. Returns the stage. */
  advanceTo(stageId: string, chain: Chain, params: Params): PreparedStage {
    for (const part of this.parts) {
      if (part.kind === "bind") chain.advance(this.bind(chain.module, params));
      else if (part.kind === "edit") {
        chain.advance(this.engine.parse(part.stage.text, "edit", chain.module));
      } else if (part.stage.id === stageId) return part;
      else this.#run(part, chain);
    }
    throw new Error(`the pipeline has no stage ${stageId}`);
  }

  #run(part: PreparedStage, chain: Chain): void {
    const context = this.engine.context(this.contextOptions(part.stage, [], () => undefined));
    try {
      context.with(() => part.calls.forEach(({ pass }) => chain.advance(pass(chain.module))));
    } finally {
      context.dispose();
    }
  }

  dispose(): void {
    this.#owned.splice(0).forEach((handle) => handle.dispose());
    this.parts.length = 0;
  }

  #prepare(stage: PassStage): void {
    const enabled = stage.passes.filter((step) => step.enabled);
    if (enabled.length === 0) return;
    const names = new Map<string, string>();
    let calls = enabled.map((step) => ({ id: step.id, pass: this.#make(stage, step, names) }));
    this.#place = { stageId: stage.id };
    if (stage.mode === "sequential") {
      const sequence = this.#own(this.engine.sequential(calls.map(({ pass }) => pass)));
      calls = [{ id: "", pass: sequence }];
    }
    this.parts.push({ kind: "passes", stage, calls, names, code: codeIn(stage) });
  }

  #make(stage: PassStage, step: Step, names: Map<string, string>): PassHandle {
    const pass = this.#makePass(stage, step, names);
    names.set(step.id, pass.info.name);
    return pass;
  }

  #makePass(stage: PassStage, step: Step, names: Map<string, string>): PassHandle {
    const place = { stageId: stage.id, stepId: step.id };
    this.#place = place;
    if (step.kind === "pass") {
      return this.#own(this.engine.pass(step.name, parseOptions(step.options), this.print));
    }
    if (step.kind === "sequential") {
      const passes = step.steps
        .filter((inner) => inner.enabled)
        .map((inner) => this.#make(stage, inner, names));
      this.#place = place;
      const { name, optLevel } = step;
      return this.#own(this.engine.sequential(passes, { name, optLevel }));
    }
    return this.#own(this.code.pass(step.name));
  }

  #own<T extends Handle>(handle: T): T {
    this.#owned.push(handle);
    return handle;
  }
}

function codeIn(stage: PassStage): PreparedStage["code"] {
  const inSteps = (steps: readonly Step[]): boolean =>
    steps.some(
      (step) =>
        step.enabled &&
        (step.kind === "code" || (step.kind === "sequential" && inSteps(step.steps))),
    );
  if (inSteps(stage.passes)) return "passes";
  return stage.instruments.some((u) => u.enabled && u.kind === "code") ? "instruments" : "none";
}
