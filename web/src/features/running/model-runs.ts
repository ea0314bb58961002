// The costs and results of running programs, as a part of the state, and pure functions over them.
import type { Failure, ModelCost, ModelPlan } from "../../core/protocol/messages";
import type { RunProgram } from "./programs";

/** The estimated cost of a program, or why it cannot run. */
type Planned =
  | { readonly kind: "ready"; readonly plan: ModelPlan }
  | { readonly kind: "failed"; readonly failure: Failure };

/** The result of running a program. */
export type Outcome =
  | { readonly kind: "ready"; readonly cost: ModelCost }
  | { readonly kind: "failed"; readonly failure: Failure };

export type ModelRunsStatus =
  | { readonly kind: "idle" }
  | {
      readonly kind: "running";
      /** The program that runs now, and the progress. */
      readonly snapshot: number | undefined;
      readonly phase: "plan" | "first" | "repeat";
      readonly done: number;
      readonly total: number;
      /** The start of the run, by `performance.now()`. */
      readonly since: number;
    }
  | { readonly kind: "done" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface ModelRuns {
  readonly status: ModelRunsStatus;
  /** The run of the trace to which `plans` belong. They are keyed by snapshot. */
  readonly runId: number;
  readonly plans: ReadonlyMap<number, Planned>;
  /** The results by `outcomeKey`. They outlive the run of the trace. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export const NO_MODEL_RUNS: ModelRuns = {
  status: { kind: "idle" },
  runId: 0,
  plans: new Map(),
  outcomes: new Map(),
};

/** The greatest number of results. The oldest are dropped first. */
const MAX_OUTCOMES = 1000;

/** The key of a result: the structural hashes of the program and of its reference, and the inputs. */
export const outcomeKey = (hash: string, reference: string, inputs: string): string =>
  `${hash} ${reference} ${inputs}`;

export function withOutcome(
  outcomes: ReadonlyMap<string, Outcome>,
  key: string,
  outcome: Outcome,
): ReadonlyMap<string, Outcome> {
  const next = new Map(outcomes);
  next.delete(key);
  next.set(key, outcome);
  for (const oldest of next.keys()) {
    if (next.size <= MAX_OUTCOMES) break;
    next.delete(oldest);
  }
  return next;
}

/** All known figures of a program. */
export interface ProgramCost {
  readonly program: RunProgram;
  readonly plan: ModelPlan | undefined;
  readonly cost: ModelCost | undefined;
  readonly failure: Failure | undefined;
}

/** The known figures of each program for these inputs. */
export function costsOf(
  programs: readonly RunProgram[],
  { plans, outcomes }: ModelRuns,
  inputs: string,
): readonly ProgramCost[] {
  const planned = (program: RunProgram | undefined): Planned | undefined =>
    program && plans.get(program.snapshot);
  const first = planned(programs[0]);
  const reference = first?.kind === "ready" ? first.plan.hash : undefined;
  return programs.map((program) => {
    const own = planned(program);
    if (own?.kind !== "ready") {
      return { program, plan: undefined, cost: undefined, failure: own?.failure };
    }
    const { plan } = own;
    const outcome =
      reference === undefined ? undefined : outcomes.get(outcomeKey(plan.hash, reference, inputs));
    return {
      program,
      plan,
      cost: outcome?.kind === "ready" ? outcome.cost : undefined,
      failure: outcome?.kind === "failed" ? outcome.failure : undefined,
    };
  });
}

/** The cost of a snapshot for these inputs, if its program has run. */
export function costOfSnapshot(
  { plans, outcomes }: ModelRuns,
  snapshot: number,
  reference: number,
  inputs: string,
): ModelCost | undefined {
  const plan = plans.get(snapshot);
  const first = plans.get(reference);
  if (plan?.kind !== "ready" || first?.kind !== "ready") return undefined;
  const outcome = outcomes.get(outcomeKey(plan.plan.hash, first.plan.hash, inputs));
  return outcome?.kind === "ready" ? outcome.cost : undefined;
}
