// The log of a stage's hook calls as a tree: the context, the nested passes, and the hooks of each in order. A hook has
// one place per instrument, so a missing call shows as a gap.
import type { HookCall, StageHooks, TraceRow } from "../protocol/messages";

/** A hook as it was called on the instruments in turn. */
export interface HookBeat {
  readonly kind: "beat";
  readonly hook: string;
  /** For each instrument: its call, as an index into the stage's calls, or undefined. */
  readonly calls: (number | undefined)[];
}

export interface HookPass {
  readonly kind: "pass";
  readonly name: string;
  /** The number of the pass among the stage's passes, in the order of their first hooks. */
  readonly id: number;
  /** Hooks and nested passes, in order. */
  readonly items: (HookBeat | HookPass)[];
  /** "cut": the log ends before the pass does. */
  outcome: "ran" | "vetoed" | "failed" | "cut";
  /** The calls in the pass and in nested passes, and how many of them threw or vetoed. */
  calls: number;
  threw: number;
  vetoed: number;
}

export interface HookTree {
  readonly items: (HookBeat | HookPass)[];
  readonly passes: readonly HookPass[];
  readonly threw: number;
  readonly vetoed: number;
}

/** A running pass, and the beat that its next call may belong to. */
interface Open {
  readonly pass: HookPass;
  beat: HookBeat | undefined;
  /** The instrument of the latest call, and whether that call threw. */
  last: number;
  threw: boolean;
  vetoed: boolean;
}

const isFailing = (hook: string): boolean => hook === "runAfterFailed";

/**
 * Finds the passes in the flat log. Hooks are called on the instruments in list order, and `runAfterFailed` in reverse
 * order. So a call that does not continue that order begins another beat. A beat that cannot follow the last one in a
 * pass's life begins another pass.
 */
export function hookTree(log: StageHooks): HookTree {
  const items: (HookBeat | HookPass)[] = [];
  const passes: HookPass[] = [];
  const open: Open[] = [];
  let contextBeat: { beat: HookBeat; last: number } | undefined;

  const beatOf = (call: HookCall, at: number): HookBeat => {
    const beat: HookBeat = {
      kind: "beat",
      hook: call.hook,
      calls: log.instruments.map(() => undefined),
    };
    beat.calls[call.instrument] = at;
    return beat;
  };
  const continues = (beat: HookBeat | undefined, last: number, call: HookCall): boolean =>
    beat?.hook === call.hook &&
    (isFailing(call.hook) ? call.instrument < last : call.instrument > last);

  const close = (from: number, cut = false): void => {
    for (const { pass, beat, threw, vetoed } of open.splice(from).reverse()) {
      if (threw || beat?.hook === "runAfterFailed") pass.outcome = "failed";
      else if (beat?.hook === "runAfterPass") pass.outcome = "ran";
      else if (vetoed) pass.outcome = "vetoed";
      else pass.outcome = cut ? "cut" : "failed";
    }
  };

  log.calls.forEach((call, at) => {
    if (call.pass === undefined) {
      close(0);
      if (contextBeat && continues(contextBeat.beat, contextBeat.last, call)) {
        contextBeat.beat.calls[call.instrument] = at;
        contextBeat.last = call.instrument;
      } else {
        contextBeat = { beat: beatOf(call, at), last: call.instrument };
        items.push(contextBeat.beat);
      }
      return;
    }
    contextBeat = undefined;
    const depth = placeOf(call, open, continues);
    if (depth === undefined) {
      // Passes nest only in passes that have begun, so the other open passes are over.
      let around = open.length;
      while (around > 0 && !mayRunOthers(open[around - 1])) around -= 1;
      close(around);
      const pass: HookPass = {
        kind: "pass",
        name: call.pass,
        id: passes.length,
        items: [],
        outcome: "ran",
        calls: 0,
        threw: 0,
        vetoed: 0,
      };
      (open.at(-1)?.pass.items ?? items).push(pass);
      passes.push(pass);
      open.push({ pass, beat: undefined, last: -1, threw: false, vetoed: false });
    } else {
      close(depth + 1);
    }
    const here = open.at(-1);
    if (!here) return;
    if (here.beat && continues(here.beat, here.last, call)) {
      here.beat.calls[call.instrument] = at;
    } else {
      here.beat = beatOf(call, at);
      here.pass.items.push(here.beat);
    }
    here.last = call.instrument;
    here.threw = call.outcome === "threw";
    here.vetoed ||= call.outcome === "vetoed";
    for (const { pass } of open) {
      pass.calls += 1;
      if (call.outcome === "threw") pass.threw += 1;
      if (call.outcome === "vetoed") pass.vetoed += 1;
    }
  });
  close(0, log.dropped > 0);
  const count = (outcome: HookCall["outcome"]): number =>
    log.calls.filter((call) => call.outcome === outcome).length;
  return { items, passes, threw: count("threw"), vetoed: count("vetoed") };
}

const STEPS = ["shouldRun", "runBeforePass", "runAfterPass", "runAfterFailed"];

/** The open pass that a call belongs to; undefined if the call begins another pass. */
function placeOf(
  call: HookCall,
  open: readonly Open[],
  continues: (beat: HookBeat | undefined, last: number, call: HookCall) => boolean,
): number | undefined {
  const step = STEPS.indexOf(call.hook);
  for (let i = open.length - 1; i >= 0; i -= 1) {
    const here = open[i];
    if (here?.pass.name === call.pass) {
      if (here && continues(here.beat, here.last, call) && !here.threw) return i;
      if (here && step > STEPS.indexOf(here.beat?.hook ?? "") && mayFollow(call, here)) return i;
    }
    // Only a call that ends a pass can belong to a pass further out.
    if (step < STEPS.indexOf("runAfterPass")) return undefined;
  }
  return undefined;
}

/** Whether a call of a later hook can follow the latest beat of the pass. */
function mayFollow(call: HookCall, { beat, last, threw, vetoed }: Open): boolean {
  if (vetoed) return false;
  if (!threw) return true;
  // `runAfterFailed` is called on the instruments that got the begin and have not yet got the end.
  if (!isFailing(call.hook)) return false;
  if (beat?.hook === "runBeforePass") return call.instrument < last;
  return beat?.hook === "runAfterPass" && call.instrument > last;
}

/** Whether passes can begin inside: only after `runBeforePass` without an error. */
function mayRunOthers(open: Open | undefined): boolean {
  return open?.beat?.hook === "runBeforePass" && !open.threw;
}

/** A line of the diagram: a pass, or a hook; `pass` is the innermost pass around it. */
export type HookLine =
  | { readonly kind: "pass"; readonly pass: HookPass; readonly depth: number }
  | {
      readonly kind: "beat";
      readonly beat: HookBeat;
      readonly depth: number;
      readonly pass: HookPass | undefined;
    };

/** The visible lines. `folded` has the ids of passes whose contents are hidden. */
export function hookLines(tree: HookTree, folded: ReadonlySet<number>): HookLine[] {
  const lines: HookLine[] = [];
  const open = [{ items: tree.items, at: 0, pass: undefined as HookPass | undefined }];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    const item = here.items[here.at++];
    const depth = open.length - 1;
    if (!item) {
      open.pop();
    } else if (item.kind === "beat") {
      lines.push({ kind: "beat", beat: item, depth, pass: here.pass });
    } else {
      lines.push({ kind: "pass", pass: item, depth });
      if (!folded.has(item.id)) open.push({ items: item.items, at: 0, pass: item });
    }
  }
  return lines;
}

/** Logs with more calls are folded at first. */
const UNFOLDED_CALLS = 200;

/** The passes that are folded at first. In a large log these are all passes in which nothing threw or vetoed. */
export function foldedAtFirst(tree: HookTree, log: StageHooks): ReadonlySet<number> {
  if (log.calls.length <= UNFOLDED_CALLS) return new Set();
  const calm = tree.passes.filter(({ threw, vetoed }) => threw === 0 && vetoed === 0);
  return new Set(calm.map(({ id }) => id));
}

/**
 * The trace rows of the passes, by id. A pass whose instruments threw before it began has no row. Both lists are in the
 * order of their beginning.
 */
export function traceRows(
  tree: HookTree,
  rows: readonly TraceRow[],
  stageId: string,
): (number | undefined)[] {
  let next = 0;
  return tree.passes.map((pass) => {
    for (let i = next; i < rows.length; i += 1) {
      const row = rows[i];
      if (row?.kind !== "pass" || row.stageId !== stageId || row.status === "skipped") continue;
      if (row.name !== pass.name) continue;
      next = i + 1;
      return i;
    }
    return undefined;
  });
}

/** The hooks with a documented rule for what follows when they throw. */
export const RULED_HOOKS = [
  "enterPassCtx",
  "exitPassCtx",
  "shouldRun",
  "runBeforePass",
  "runAfterPass",
  "runAfterFailed",
] as const;

/** The log as lines: "PassFine: runBeforePass(FoldConstant)". */
export function hooksText(log: StageHooks): string {
  const lines = log.calls.map((call) => {
    const who = log.instruments[call.instrument] ?? "";
    const what = call.pass === undefined ? call.hook : `${call.hook}(${call.pass})`;
    const end =
      call.outcome === "vetoed"
        ? " vetoed"
        : call.outcome === "threw"
          ? ` threw: ${call.error ?? ""}`
          : "";
    return `${who}: ${what}${end}\n`;
  });
  if (log.dropped > 0) lines.push(`… and ${log.dropped} calls more\n`);
  return lines.join("");
}
