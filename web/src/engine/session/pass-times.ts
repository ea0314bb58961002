// A timing profile as a list, in the order of the passes' beginning.
import type { TimingNode } from "./engine-api";

export interface TimedPass {
  readonly name: string;
  readonly us: number;
  /** The mean of its repetitions in place, if there were any. */
  readonly repeatedUs: number | undefined;
}

/** @param hooks whether the times include those of instruments' hooks. */
export function passTimes(nodes: readonly TimingNode[], hooks: boolean): TimedPass[] {
  return nodes.flatMap((node) => {
    const inside = passTimes(node.children, hooks);
    return [
      {
        name: node.name,
        us: node.durationUs - (hooks ? 0 : hooksTime([node])),
        repeatedUs: node.repeatedUs,
      },
      ...inside,
    ];
  });
}

/** The time of instruments' hooks, including those of nested passes, in microseconds. */
export function hooksTime(nodes: readonly TimingNode[]): number {
  return nodes.reduce((us, node) => us + node.hooksUs + hooksTime(node.children), 0);
}
