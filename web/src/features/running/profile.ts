// The cost of a program's parts, by operator and by call.
import type { ModelCost, ModelPlan, PlanNode } from "../../core/protocol/messages";
import { addTimes } from "../../core/trace/estimate";

/** A program with its plan and, after it has run, its times. */
export interface Profiled {
  readonly plan: ModelPlan;
  readonly cost: ModelCost | undefined;
}

export interface CallLine {
  /** The number of its node in the plan. */
  readonly index: number;
  readonly node: PlanNode;
  readonly us: number | undefined;
  readonly state: ModelCost["state"];
  /** The number of runs behind the time, and the resolution of their readings. */
  readonly runs: number;
  readonly grainUs: number;
  /** The share of the whole program's time. */
  readonly share: number | undefined;
}

export interface OperatorSide {
  readonly calls: number;
  readonly us: number | undefined;
  /** The state of its least certain call. */
  readonly state: ModelCost["state"];
  readonly runs: number;
  readonly grainUs: number;
  readonly share: number | undefined;
  readonly flop: number;
  readonly bytes: number;
}

export interface OperatorLine {
  readonly name: string;
  readonly before: OperatorSide | undefined;
  readonly after: OperatorSide | undefined;
}

export function callLines({ plan, cost }: Profiled): readonly CallLine[] {
  const whole = cost?.us ?? 0;
  return plan.nodes.map((node, index) => {
    const figure = cost?.nodes[index];
    return {
      index,
      node,
      us: figure?.us,
      state: figure?.state ?? "first",
      runs: cost?.runs ?? 1,
      grainUs: cost?.resolutionUs ?? 0,
      share: figure && whole > 0 ? figure.us / whole : undefined,
    };
  });
}

/** The operators of both programs, side by side. */
export function operatorLines(
  before: Profiled | undefined,
  after: Profiled | undefined,
): readonly OperatorLine[] {
  const left = before && sides(before);
  const right = after && sides(after);
  const names = new Set<string>([...(left?.keys() ?? []), ...(right?.keys() ?? [])]);
  return [...names].map((name) => ({
    name,
    before: left?.get(name),
    after: right?.get(name),
  }));
}

const CERTAINTY: readonly ModelCost["state"][] = ["first", "rough", "steady"];

function sides(program: Profiled): Map<string, OperatorSide> {
  const groups = new Map<string, CallLine[]>();
  for (const line of callLines(program)) {
    const group = groups.get(line.node.name);
    if (group) group.push(line);
    else groups.set(line.node.name, [line]);
  }
  const whole = program.cost?.us ?? 0;
  return new Map(
    [...groups].map(([name, lines]): [string, OperatorSide] => {
      const us = program.cost && addTimes(lines.map((line) => line.us ?? 0));
      return [
        name,
        {
          calls: lines.length,
          us,
          runs: program.cost?.runs ?? 1,
          // The error of a sum grows with the square root of the number of terms.
          grainUs: (program.cost?.resolutionUs ?? 0) * Math.sqrt(lines.length),
          state: CERTAINTY.find((state) => lines.some((line) => line.state === state)) ?? "first",
          share: us !== undefined && whole > 0 ? us / whole : undefined,
          flop: lines.reduce((sum, { node }) => sum + node.flop, 0),
          bytes: lines.reduce((sum, { node }) => sum + node.bytes, 0),
        },
      ];
    }),
  );
}
