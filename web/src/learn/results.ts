// The markup of a cell's outcome, both for results of the build and for the reader's own runs.
import type { ConsoleEntry } from "../core/protocol/code";
import type { Failure, OpDiffEntry } from "../core/protocol/messages";
import { failureTexts } from "../core/trace/failure-text";
import { formatShare } from "../core/trace/units";
import type { CellOutcome, CellValue, ProfileRow } from "../core/protocol/notebook";
import { highlighted } from "./highlight";
import { el, type Element, type Markup } from "./markup";
import type { Say } from "./texts";

export interface ResultOptions {
  readonly say: Say;
  /** Set for results of the build, which show no times. */
  readonly timeless?: boolean;
  /** The number of a cell on the page, by its name. */
  readonly numberOf?: (cell: string) => number | undefined;
}

/** Texts with more lines are folded. */
const LONG = 40;

export function resultMarkup(
  printed: readonly ConsoleEntry[],
  { value, failure, thrownIn }: CellOutcome,
  options: ResultOptions,
): Markup[] {
  const parts: Markup[] = [...printedMarkup(printed, options)];
  if (value) parts.push(valueMarkup(value, options));
  if (failure) parts.push(failureMarkup(failure, thrownIn, options));
  return parts;
}

/** Neighbouring entries of one level make one text. */
function printedMarkup(printed: readonly ConsoleEntry[], options: ResultOptions): Element[] {
  const groups: { level: ConsoleEntry["level"]; texts: string[] }[] = [];
  for (const { level, text } of printed) {
    const last = groups.at(-1);
    if (last?.level === level) last.texts.push(text);
    else groups.push({ level, texts: [text] });
  }
  return groups.map(({ level, texts }) =>
    textMarkup(texts.join("\n"), `printed ${level}`, options),
  );
}

/** Whether a text contains a program, so that it is coloured as Relay. */
const looksLikeRelay = (text: string): boolean =>
  /^(?:#\[version = |def @|fn \(|(?:%\d+ = )?[\w.]+\(%|free_var )/m.test(text);

/** A timing profile as the engine renders it, without its times. */
const withoutTimes = (text: string): string =>
  text.replace(/\d+us \[\d+us\] \([\d.]+%; [\d.]+%\)/g, "…us […us] (…%; …%)");

function textMarkup(text: string, sort: string, { say, timeless }: ResultOptions): Element {
  const shown = timeless ? withoutTimes(text) : text;
  const pieces = looksLikeRelay(shown) ? highlighted(shown, "relay") : [shown];
  const pre = el("pre", { class: sort, tabindex: "0" }, ...pieces);
  const lines = shown.trimEnd().split("\n").length;
  if (lines <= LONG) return pre;
  return el("details", {}, el("summary", {}, say("longText", lines)), pre);
}

function valueMarkup(value: CellValue, options: ResultOptions): Element {
  switch (value.kind) {
    case "relay":
    case "text":
    case "data":
      return textMarkup(value.text, `value ${value.kind}`, options);
    case "op-diff":
      return opDiffTable(value.entries, options.say);
    case "profile":
      return profileTable(value.rows, options);
    case "hooks":
      return hooksTable(value, options.say);
  }
}

function table(sort: string, columns: readonly string[], rows: readonly Element[]): Element {
  const head = columns.map((name) => el("th", { scope: "col" }, name));
  return el(
    "div",
    { class: "table", tabindex: "0" },
    el("table", { class: sort }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)),
  );
}

const signed = (change: number): string => (change > 0 ? `+${change}` : `−${Math.abs(change)}`);

function opDiffTable(entries: readonly OpDiffEntry[], say: Say): Element {
  const rows = entries.flatMap(([depth, pass, diff]) =>
    Object.entries(diff).map(([operator, change], i) =>
      el(
        "tr",
        { ...(i === 0 ? { class: "first" } : {}) },
        el("td", { class: "number" }, i === 0 ? String(depth) : ""),
        el("td", {}, i === 0 ? pass : ""),
        el("td", {}, el("code", {}, operator)),
        el("td", { class: `number ${change > 0 ? "plus" : "minus"}` }, signed(change)),
      ),
    ),
  );
  return table("op-diff", [say("depth"), say("pass"), say("operator"), say("change")], rows);
}

const milliseconds = (us: number): string => `${(us / 1000).toFixed(2)} ms`;

function profileTable(profile: readonly ProfileRow[], { say, timeless }: ResultOptions): Element {
  const all = profile.reduce((sum, { ownUs }) => sum + ownUs, 0);
  const rows = profile.map(({ depth, name, durationUs, ownUs }) => {
    const share = all > 0 ? ownUs / all : 0;
    const bar = el("progress", { max: "1", value: share.toFixed(3), "aria-hidden": "true" });
    return el(
      "tr",
      {},
      el("td", {}, "\u00a0\u00a0\u00a0".repeat(Math.max(0, Math.min(depth, 20))), name),
      el("td", { class: "number" }, timeless ? "…" : milliseconds(durationUs)),
      el("td", { class: "number" }, timeless ? "…" : milliseconds(ownUs)),
      timeless ? el("td", {}, "…") : el("td", {}, bar, ` ${formatShare(share)}`),
    );
  });
  return table("profile", [say("pass"), say("total"), say("own"), say("share")], rows);
}

/** The hook calls as a table with one column per instrument, which shows missing calls. */
function hooksTable({ instruments, calls }: CellValue & { kind: "hooks" }, say: Say): Element {
  const rows = calls.map(({ instrument, hook, outcome, pass }, i) =>
    el(
      "tr",
      { class: outcome },
      el("td", { class: "number" }, String(i + 1)),
      ...instruments.map((_, column) =>
        column === instrument
          ? el(
              "td",
              { class: "call" },
              el("code", {}, hook),
              ...(pass === undefined ? [] : [` ${pass}`]),
              ...(outcome === "threw" || outcome === "vetoed"
                ? [el("strong", {}, ` ${say(outcome)}`)]
                : []),
            )
          : el("td", {}),
      ),
    ),
  );
  return table("hooks", [say("hook"), ...instruments], rows);
}

function failureMarkup(
  failure: Failure,
  thrownIn: CellOutcome["thrownIn"],
  { say, numberOf }: ResultOptions,
): Element {
  const { name, place } = failure;
  const places: string[] = [];
  if (place?.code) places.push(say("line", place.code.line));
  if (thrownIn) {
    places.push(say("thrownIn", thrownIn.line, numberOf?.(thrownIn.cell) ?? thrownIn.cell));
  }
  const where = places.length > 0 ? ` (${places.join("; ")})` : "";
  return el(
    "div",
    { class: "failure", role: "alert" },
    el("p", {}, el("strong", {}, name), where),
    ...failureTexts(failure).map((text) => el("pre", { tabindex: "0" }, text)),
  );
}
