// Runs the parts of a pipeline again, from the modules that the traced run started them from. They
// run with the timing instrument alone, whose figures no other instrument's work distorts.
import { didRun, type TraceRow } from "../protocol/messages";
import type { ModuleHandle, Params, TimingNode } from "./engine-api";
import type { Part } from "./measure";
import type { PreparedPart, PreparedPipeline, PreparedStage } from "./prepare";
import { Chain, type Snapshots } from "./snapshots";

/**
 * The parts that can be repeated. A part in which the user's code takes part runs once only, since running it
 * again could have effects.
 */
export function repeatable(
  prepared: PreparedPipeline,
  rows: readonly TraceRow[],
  params: Params,
  snapshots: Snapshots,
  now: () => number,
): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const part of prepared.parts) {
    const start = snapshots.module(rows[from]?.before ?? 0);
    if (!start) break;
    let count = 1;
    while (rows[from + count] && rows[from + count]?.level !== 0) count += 1;
    // Passes that did not run have the duration 0.
    const ran = rows.slice(from, from + count).map(didRun);
    const expected = ran.filter(Boolean).length;
    const once = (): number[] => {
      const durationsUs = timePart(prepared, part, start, params, now);
      if (durationsUs.length !== expected) {
        throw new Error(`a repetition ran ${durationsUs.length} passes, the trace ${expected}`);
      }
      let next = 0;
      return ran.map((did) => (did ? (durationsUs[next++] ?? 0) : 0));
    };
    if (part.kind !== "passes" || part.repeatable) parts.push({ from, count, once });
    from += count;
  }
  return parts;
}

function timePart(
  prepared: PreparedPipeline,
  part: PreparedPart,
  start: ModuleHandle,
  params: Params,
  now: () => number,
): number[] {
  if (part.kind === "passes") return timeStage(prepared, part, start);
  const began = now();
  const made =
    part.kind === "bind"
      ? prepared.bind(start, params)
      : prepared.engine.parse(part.stage.text, "edit", start);
  const ended = now();
  made.dispose();
  return [(ended - began) * 1000];
}

function timeStage(prepared: PreparedPipeline, part: PreparedStage, start: ModuleHandle): number[] {
  const durationsUs: number[] = [];
  const chain = new Chain(start);
  const timing = prepared.engine.timingInstrument();
  const context = prepared.engine.context(
    prepared.contextOptions(part.stage, [timing], () => undefined),
  );
  try {
    context.with(() => {
      for (const call of part.calls) chain.advance(call.pass(chain.module));
      const profiles = timing.profiles();
      durationsUs.push(profiles.reduce((sum, node) => sum + node.durationUs, 0));
      flatten(profiles, durationsUs);
    });
  } finally {
    context.dispose();
    timing.dispose();
    chain.dispose();
  }
  return durationsUs;
}

function flatten(nodes: readonly TimingNode[], into: number[]): void {
  for (const node of nodes) {
    into.push(node.durationUs);
    flatten(node.children, into);
  }
}
