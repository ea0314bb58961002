// The diffs of the report: the changes of each pass, and the whole programs.
import { t } from "./report-texts";
import type { AlignedLines, RelatedLines, TraceRow } from "../../core/protocol/messages";
import type { Requests } from "../../core/protocol/requests";
import { hunksOf, type Hunk, type HunkLine } from "../../core/trace/hunks";
import { diffLines } from "../../core/trace/line-diff";
import { relatedAsShown } from "../../core/trace/lineage-lines";
import { splitSignature } from "../../core/trace/readable";
import { pathTo } from "../../core/trace/tree";
import { markup, type Markup } from "./markup";

interface ProgramText {
  readonly snapshot: number;
  readonly text: string;
}

/** Two snapshots with different texts, and the rows that lead from the first to the second. */
interface RowChange {
  readonly before: number;
  readonly after: number;
  /** At least one row. Inner rows come after outer ones. */
  readonly rows: readonly number[];
  readonly hunks: readonly Hunk[];
  readonly removed: number;
  readonly added: number;
  readonly renumbered: number;
}

export interface Changes {
  readonly list: readonly RowChange[];
  /** The index in `list` for each row. */
  readonly ofRow: ReadonlyMap<number, number>;
  /** The texts of all snapshots in `list`, in the order of the run. */
  readonly programs: readonly ProgramText[];
}

/** The greatest number of characters of all diffs, and of all whole programs. */
const MAX_DIFFS = 4_000_000;
const MAX_PROGRAMS = 4_000_000;

/** The sources of the trace's texts. */
export interface Snapshots {
  text(snapshot: number): Promise<string>;
  /** The lines of two texts that belong to the same expressions, if that is known. */
  alignment?(before: number, after: number): Promise<RelatedLines | undefined>;
  /** Matches the lines of two texts. */
  alignTexts(of: Requests["alignTexts"]["request"]): Promise<readonly AlignedLines[]>;
}

/**
 * Rows that lead from the same program to the same other program share a change. An example is a Sequential with only
 * one pass that changed something.
 */
export async function findChanges(
  rows: readonly TraceRow[],
  snapshots: Snapshots,
): Promise<Changes> {
  const groups = new Map<string, number[]>();
  rows.forEach((row, i) => {
    if (!row.changed || row.before === row.after) return;
    const key = `${row.before} ${row.after}`;
    const group = groups.get(key);
    if (group) group.push(i);
    // A stage's change is the sum of the changes of its passes, so it has no own entry.
    else if (row.kind !== "stage") groups.set(key, [i]);
  });
  const texts = new Map<number, string>();
  const textOf = async (snapshot: number): Promise<string> => {
    const known = texts.get(snapshot) ?? (await snapshots.text(snapshot));
    texts.set(snapshot, known);
    return known;
  };
  const list: RowChange[] = [];
  const ofRow = new Map<number, number>();
  const shown = new Set<number>();
  for (const group of groups.values()) {
    const row = rows[group[0] ?? 0];
    if (!row) continue;
    const before = await textOf(row.before);
    const after = await textOf(row.after);
    if (before === after) continue;
    for (const index of group) ofRow.set(index, list.length);
    shown.add(row.before).add(row.after);
    const [a, b] = [readable(before), readable(after)];
    const related = await snapshots.alignment?.(row.before, row.after);
    const known =
      related &&
      relatedAsShown(related, { printed: before, shown: a }, { printed: after, shown: b });
    const of = { before: a, after: b, ignoreNumbers: true, known };
    const diff = diffLines(a, b, await snapshots.alignTexts(of));
    const { removed, added, renumbered } = diff;
    list.push({
      before: row.before,
      after: row.after,
      rows: group,
      hunks: hunksOf(diff, a, b),
      removed,
      added,
      renumbered,
    });
  }
  const programs = [...texts].flatMap(([snapshot, of]) =>
    shown.has(snapshot) ? [{ snapshot, text: of }] : [],
  );
  return { list, ofRow, programs };
}

/** The text for the comparison, with signatures broken into lines. */
const readable = (text: string): string => splitSignature(text).replace(/\n$/, "");

export const changeName = (index: number): string => `change-${index + 1}`;
const programName = (snapshot: number): string => `program-${snapshot}`;

export function rowLabel(row: TraceRow): string {
  if (row.kind === "bind") return t("report.bind");
  return row.kind === "edit" ? t("report.edit") : row.name;
}

/** "sequential › ConvertLayout" */
function pathLabel(rows: readonly TraceRow[], index: number): string {
  return pathTo(rows, index)
    .flatMap((at) => rows[at] ?? [])
    .filter((row) => row.kind !== "stage")
    .map(rowLabel)
    .join(" › ");
}

export function changesSection(rows: readonly TraceRow[], { list }: Changes): Markup {
  if (list.length === 0) return markup`<p>${t("report.noChanges")}</p>`;
  let left = MAX_DIFFS;
  return markup`<p class="quiet">${t("report.signature")}</p>${list.map((change, i) => {
    const [first = 0] = change.rows;
    const size = change.hunks.reduce(
      (sum, hunk) => hunk.lines.reduce((chars, line) => chars + line.text.length + 40, sum),
      0,
    );
    const fits = size <= left;
    if (fits) left -= size;
    // The innermost pass made the change.
    const label = pathLabel(rows, change.rows.at(-1) ?? first);
    const links = [
      markup`<a href="#row-${first}">${t("report.toTimes")}</a>`,
      ...(i > 0 ? [markup`<a href="#${changeName(i - 1)}">${t("report.previous")}</a>`] : []),
      ...(i < list.length - 1
        ? [markup`<a href="#${changeName(i + 1)}">${t("report.next")}</a>`]
        : []),
      markup`<a href="#${programName(change.before)}">${t("report.wholeBefore")}</a>`,
      markup`<a href="#${programName(change.after)}">${t("report.wholeAfter")}</a>`,
    ];
    return markup`<details><summary><strong>${i + 1}. ${label}</strong> <span class="quiet">${t("report.lines", change)}</span></summary>
<div class="change" id="${changeName(i)}"><p class="links">${links}</p>
${change.renumbered > 0 ? markup`<p class="quiet">${t("report.renumbered", { lines: change.renumbered })}</p>` : undefined}${fits ? change.hunks.map(hunkMarkup) : markup`<p>${t("report.tooLong")}</p>`}</div></details>
`;
  })}`;
}

function hunkMarkup(hunk: Hunk): Markup {
  const title = t("report.hunk", {
    fromA: hunk.fromA,
    toA: hunk.fromA + Math.max(0, hunk.countA - 1),
    fromB: hunk.fromB,
    toB: hunk.fromB + Math.max(0, hunk.countB - 1),
  });
  return markup`<p class="hunk">${title}</p><pre class="diff" tabindex="0">${hunk.lines.map(lineMarkup)}</pre>`;
}

function lineMarkup(line: HunkLine): Markup {
  if (line.kind === "same")
    return markup`<span>  ${line.text}
</span>`;
  const pieces: (string | Markup)[] = [];
  let at = 0;
  for (const [from, to] of line.words) {
    pieces.push(line.text.slice(at, from), markup`<mark>${line.text.slice(from, to)}</mark>`);
    at = to;
  }
  pieces.push(line.text.slice(at));
  return line.kind === "removed"
    ? markup`<del>− ${pieces}
</del>`
    : markup`<ins>+ ${pieces}
</ins>`;
}

export function programsSection(rows: readonly TraceRow[], { programs, list }: Changes): Markup {
  let left = MAX_PROGRAMS;
  return markup`${programs.map(({ snapshot, text }, i) => {
    const fits = text.length <= left;
    if (fits) left -= text.length;
    const named = (side: "before" | "after"): string => {
      const change = list.find((one) => one[side] === snapshot);
      return change ? pathLabel(rows, change.rows.at(-1) ?? 0) : "";
    };
    const of = t("report.programOf", { before: named("before"), after: named("after") });
    return markup`<details><summary><strong>${t("report.program", { place: i + 1 })}</strong> <span class="quiet">${of}</span></summary>
<div class="change" id="${programName(snapshot)}">${
      fits ? markup`<pre tabindex="0">${text}</pre>` : markup`<p>${t("report.tooLong")}</p>`
    }</div></details>
`;
  })}`;
}
