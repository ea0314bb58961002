// A line of facts about a run's times, above each view of them.
import { css, html, nothing, type TemplateResult } from "lit";
import { t as timingResults } from "./results-texts";
import type { RunTrace } from "../../core/protocol/messages";
import { ownTimes } from "../../core/trace/estimate";
import { facts } from "../../core/trace/profile";
import { formatShare } from "../../core/trace/units";
import { shownSum, shownTotal } from "../../core/trace/shown-time";
import { formatReading, formatTick } from "../../core/trace/timing";

export const factsStyles = css`
  .facts {
    flex: 1;
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
  const tick = trace.timing.resolutionUs;
  const fact = (name: string, value: string, why?: string): TemplateResult =>
    html`<div title=${why ?? nothing}>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  const own = ownTimes(trace.rows, trace.timing.durationsUs);
  return html`<dl class="facts">
    ${fact(timingResults("facts.total"), shownTotal(trace))}
    ${fact(
      timingResults("facts.inferType"),
      `${shownSum(trace, known.inferTypeRows, own)} (${formatShare(known.inferTypeShare)})`,
      timingResults("facts.inferTypeTitle"),
    )}
    ${fact(
      timingResults("facts.firstRun"),
      timingResults("facts.andInstruments", {
        first: formatReading(known.firstUs, tick),
        hooks: `${formatReading(known.hooksUs, tick)} (${formatShare(known.hooksShare)})`,
      }),
      timingResults("facts.firstRunTitle"),
    )}
    ${fact(timingResults("facts.tick"), formatTick(tick))}
  </dl>`;
}
