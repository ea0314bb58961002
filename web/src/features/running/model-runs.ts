// What running the model gives, program by program: a part of the page's state, and the functions that make it.
import type { Failure, ModelCost, ModelPlan } from "../../core/protocol/messages";
import type { RunProgram } from "./programs";

/** What running a program would take, or why it cannot be run. */
type Planned =
  | { readonly kind: "ready"; readonly plan: ModelPlan }
  | { readonly kind: "failed"; readonly failure: Failure };

/** What came of running it. */
export type Outcome =
  | { readonly kind: "ready"; readonly cost: ModelCost }
  | { readonly kind: "failed"; readonly failure: Failure };

export type ModelRunsStatus =
  | { readonly kind: "idle" }
  | {
      readonly kind: "running";
      /** The program that runs now, and how many have been run. */
      readonly snapshot: number | undefined;
      readonly phase: "plan" | "first" | "repeat";
      readonly done: number;
      readonly total: number;
      /** Since when, as `performance.now()` tells. */
      readonly since: number;
    }
  | { readonly kind: "done" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface ModelRuns {
  readonly status: ModelRunsStatus;
  /** The run whose programs `plans` are of, and these by their numbers. */
  readonly runId: number;
  readonly plans: ReadonlyMap<number, Planned>;
  /** By program and inputs, see `outcomeKey`: they stay when other passes run. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export const NO_MODEL_RUNS: ModelRuns = {
  status: { kind: "idle" },
  runId: 0,
  plans: new Map(),
  outcomes: new Map(),
};

/** The most outcomes that are kept; the oldest go first. */
const MAX_OUTCOMES = 1000;

/** By the structure of a program and of the one that it is compared with, and the inputs. */
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

/** All that is known of a program. */
export interface ProgramCost {
  readonly program: RunProgram;
  readonly plan: ModelPlan | undefined;
  readonly cost: ModelCost | undefined;
  readonly failure: Failure | undefined;
}

/** For each program what is known of it on these inputs. */
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

/** Of each snapshot what came of running it, for views that show nothing else. */
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
