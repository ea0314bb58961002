// The tables of the report: times as a tree with bars, and the matrix of passes and operators.
import { reasonText } from "../../core/trace/reason";
import { t } from "./report-texts";
import { didRun, type Failure, type RunTrace, type TraceRow } from "../../core/protocol/messages";
import { recordedText } from "../../core/trace/failure-text";
import { opDiffText, signed, summary } from "../../core/trace/op-diff";
import { heat, opMatrix } from "../../core/trace/op-matrix";
import { wholeUs } from "../../core/trace/profile";
import { ownTimes } from "../../core/trace/estimate";
import { doubts, doubtText, shownTime } from "../../core/trace/shown-time";
import { formatTick } from "../../core/trace/timing";
import { formatShare } from "../../core/trace/units";
import { markup, type Markup } from "./markup";
import { changeName, rowLabel, type Changes } from "./report-changes";
import { largest } from "../../core/extremes";

/** Deeper rows are not indented further. */
const MAX_INDENT = 8;

export function timesSection(trace: RunTrace, changes: Changes): Markup {
  const { rows, timing, failure } = trace;
  const { durationsUs, resolutionUs } = timing;
  const own = ownTimes(rows, durationsUs);
  const whole = wholeUs(rows, durationsUs);
  const starts = startTimes(rows, durationsUs);
  const part = (us: number): string => (whole > 0 ? ((us / whole) * 100).toFixed(2) : "0");
  const lines = rows.map((row, i): Markup => {
    const us = durationsUs[i] ?? 0;
    const ran = didRun(row);
    const time = (value: number): string => (ran ? shownTime(trace, i, value) : "");
    const ops = summary(row.opDiff);
    const opText = [
      ...(ops.added > 0 ? [signed(ops.added)] : []),
      ...(ops.removed > 0 ? [signed(-ops.removed)] : []),
    ].join(" ");
    const bar = markup`<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect x="${part(starts[i] ?? 0)}" width="${part(us)}" height="1"/></svg>`;
    return markup`<tr id="row-${i}" class="${row.kind === "stage" ? "stage" : ""}"><th scope="row" class="in${Math.min(row.level, MAX_INDENT)}">${name(row, i, changes)}${status(row, failure)}</th><td class="bar">${ran ? bar : undefined}</td><td>${time(us)}</td><td>${time(own[i] ?? 0)}</td><td>${ran ? formatShare(whole > 0 ? us / whole : 0) : ""}</td><td>${opText}</td><td>${effect(row, i, changes)}</td></tr>
`;
  });
  const runs = largest(timing.runs, 1);
  const found = new Set(doubts(trace).flatMap((doubt) => (doubt ? [doubt] : [])));
  const uncertain = [...found].map((doubt) => markup`<br>≈ ${doubtText(doubt)}.`);
  return markup`<div class="scroll" tabindex="0" role="group" aria-labelledby="times-title"><table class="times">
<thead><tr><th scope="col">${t("report.pass")}</th><th scope="col" class="bar">${t("report.when")}</th><th scope="col">${t("report.total")}</th><th scope="col">${t("report.own")}</th><th scope="col">${t("report.share")}</th><th scope="col">${t("report.opDiff")}</th><th scope="col">${t("report.effect")}</th></tr></thead>
<tbody>${lines}</tbody></table></div>
<p class="quiet">${t("report.timesNote", { runs, tick: formatTick(resolutionUs) })}${uncertain}</p>`;
}

/** The start time of each row. Passes run one after the other, and inner passes start with the outer one. */
function startTimes(rows: readonly TraceRow[], durationsUs: readonly number[]): number[] {
  const starts: number[] = [];
  /** Where the next inner row begins, by row. -1 is the whole run. */
  const next = new Map<number, number>();
  rows.forEach((row, i) => {
    const start = next.get(row.parent) ?? 0;
    starts.push(start);
    next.set(i, start);
    next.set(row.parent, start + (durationsUs[i] ?? 0));
  });
  return starts;
}

function name(row: TraceRow, index: number, changes: Changes): Markup {
  const change = changes.ofRow.get(index);
  const label = rowLabel(row);
  const level =
    row.kind === "stage"
      ? markup` <span class="quiet">opt_level ${row.optLevel}</span>`
      : undefined;
  return change === undefined
    ? markup`${label}${level}`
    : markup`<a href="#${changeName(change)}">${label}</a>${level}`;
}

function status(row: TraceRow, failure: Failure | undefined): Markup | undefined {
  // The failing pass has the reason, so its stage does not repeat it.
  const reason = row.decision && reasonText(row.decision);
  const error = row.error === undefined ? undefined : recordedText(row.error, failure);
  const why = row.kind === "stage" ? undefined : (error ?? reason);
  const words = why === undefined ? "" : `: ${why}`;
  if (row.status === "failed")
    return markup` <span class="failed">${t("report.failed")}${words}</span>`;
  if (row.status === "vetoed")
    return markup` <span class="quiet">${t("report.vetoed")}${words}</span>`;
  if (row.status === "skipped")
    return markup` <span class="quiet">${t("report.skipped")}${words}</span>`;
  return undefined;
}

function effect(row: TraceRow, index: number, changes: Changes): string {
  if (!didRun(row) || !row.changed) return t("report.effectNone");
  const change = changes.ofRow.get(index);
  const same = change === undefined && row.kind !== "stage";
  return same ? t("report.effectSame") : t("report.effectChanged");
}

export function operatorsSection({ rows, opDiffs }: RunTrace): Markup {
  const matrix = opMatrix(rows, { depths: Number.POSITIVE_INFINITY, operators: "" });
  if (matrix.rows.length === 0) return markup`<p>${t("report.noOperators")}</p>`;
  const cell = (by: number): Markup =>
    by === 0
      ? markup`<td></td>`
      : markup`<td class="${by > 0 ? "p" : "m"}${heat(by, matrix.largest)}">${signed(by)}</td>`;
  const line = (head: Markup, net: number, changes: readonly number[]): Markup =>
    markup`<tr>${head}<td class="net">${signed(net)}</td>${changes.map(cell)}</tr>
`;
  const body = matrix.rows.map((row) => {
    const of = rows[row.index];
    const indent = Math.min(row.depth, MAX_INDENT);
    const head = markup`<th scope="row" class="in${indent}"><a href="#row-${row.index}">${of ? rowLabel(of) : row.name}</a></th>`;
    return line(head, row.net, row.changes);
  });
  const foot = line(
    markup`<th scope="row">${t("report.netChange")}</th>`,
    matrix.net,
    matrix.totals,
  );
  return markup`<div class="scroll" tabindex="0" role="group" aria-labelledby="operators-title"><table class="matrix">
<thead><tr><th scope="col">${t("report.pass")}</th><th scope="col">${t("report.net")}</th>${matrix.operators.map(
    (op) => markup`<th scope="col"><span>${op}</span></th>`,
  )}</tr></thead>
<tbody>${body}</tbody><tfoot>${foot}</tfoot></table></div>
<details><summary>${t("report.opList")}</summary><pre tabindex="0">${opDiffText(opDiffs)}</pre></details>`;
}
