// One line of facts about a run's times, above the views of them.
import { css, html, nothing, type TemplateResult } from "lit";
import type { RunTrace } from "../protocol/messages";
import { facts, percent } from "../trace/profile";
import { formatDuration, formatTick } from "../trace/timing";

export const factsStyles = css`
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s4);
    margin: 0;
    color: var(--muted);
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }
  .facts div {
    display: flex;
    gap: var(--s1);
    white-space: nowrap;
  }
  .facts dd {
    margin: 0;
    color: var(--text);
  }
`;

export function factsLine(trace: RunTrace): TemplateResult {
  const known = facts(trace);
  const fact = (name: string, value: string, why?: string): TemplateResult =>
    html`<div title=${why ?? nothing}>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  const share = (us: number, of: number): string => `${formatDuration(us)} (${percent(of)})`;
  return html`<dl class="facts">
    ${fact("Total", formatDuration(known.totalUs))}
    ${fact(
      "InferType",
      share(known.inferTypeUs, known.inferTypeShare),
      "Type inference wherever it ran, and its share of the total",
    )}
    ${fact(
      "Instruments",
      share(known.hooksUs, known.hooksShare),
      "What instruments took in the recorded run, the page's own included, and their share of that run. The times shown are of runs without them.",
    )}
    ${fact("Clock tick", formatTick(trace.timing.resolutionUs))}
  </dl>`;
}
