// The views of a run: table, icicle chart, operators, hooks, export, console.
import { count, number } from "../format";

export const results = {
  "facts.total": "Total",
  "facts.inferType": "InferType",
  "facts.inferTypeTitle": "Type inference wherever it ran, and its share of the total",
  "facts.firstRun": "First run",
  "facts.firstRunTitle":
    "The first run, in which code and caches are cold and instruments record everything. What the instruments took then, the page's own included, comes on top, with its share of both together; no other time has it in it.",
  "facts.andInstruments": ({ first, hooks }: { first: string; hooks: string }) =>
    `${first} + ${hooks} of instruments`,
  "facts.tick": "Clock tick",

  "table.label": "Times of passes",
  "table.lines": "Lines",
  "table.more": ({ shown, lines }: { shown: number; lines: number }) =>
    `The first ${shown} of ${lines} lines; a filter finds the others.`,
  "icicle.more": ({ shown, bars }: { shown: number; bars: number }) =>
    `The widest ${shown} of ${bars} bars.`,
  "table.eachPass": "Each pass",
  "table.byPass": "By pass",
  "table.calls": "Calls",
  "table.callsTitle": "How often it ran",
  "table.order": "#",
  "table.orderTitle": "Place in the order in which the passes began",
  "table.name": "Pass",
  "table.nameTitle": "Name",
  "table.total": "Total",
  "table.totalTitle": "With the passes inside of it",
  "table.own": "Own",
  "table.ownTitle": "Without the passes inside of it",
  "table.all": "% of total",
  "table.allTitle": "Share of the whole run",
  "table.parent": "% of parent",
  "table.parentTitle": "Share of what ran it",
  "table.spread": "Spread",
  "table.first": "First run",
  "table.firstTitle": "What it took in the first run, in which code and caches are cold",
  "table.spreadTitle":
    "Half of what lies between the quartiles of the repeated runs, with what the clock cannot tell apart",
  "table.noneFits": "No pass that ran fits the timeline's search.",
  "table.noneChanged": "No pass that ran fits the timeline's search and changed anything.",
  "table.none": "No pass ran.",
  "table.showAll": "Show all",
  "table.failed": "failed",
  "table.inside": ({ path }: { path: string }) => `in ${path}`,
  "table.half": ({ lower, upper, runs }: { lower: string; upper: string; runs: number }) =>
    `Half of all runs took between ${lower} and ${upper} (${count(runs, "run", "runs")})`,
  "table.groups": ({ lower, upper, runs }: { lower: string; upper: string; runs: number }) =>
    `Half of the groups of runs took between ${lower} and ${upper} (${count(runs, "run", "runs")})`,
  "table.clock": ({ lower, upper }: { lower: string; upper: string }) =>
    `It ran once; by the clock between ${lower} and ${upper}`,

  "profile.none": "No stage of passes ran, so there is no profile to print.",
  "profile.stage": ({ number: stage, level }: { number: number; level: number }) =>
    `Stage ${stage}, opt_level ${level}`,
  "profile.copy": ({ number: stage }: { number: number }) => `Copy the profile of stage ${stage}`,

  "icicle.label": "Passes by time; arrow keys move, Enter zooms in, Escape out",
  "icicle.none": "Nothing in this run took any time.",
  "icicle.zoomed": "Zoomed to",
  "icicle.hint": "Click a bar to select its pass, double-click or press Enter to zoom in.",
  "icicle.figures": (p: { total: string; all: string; parent: string }) =>
    `${p.total}, ${p.all} of total, ${p.parent} of parent`,
  "icicle.figuresOwn": (p: { total: string; own: string; all: string; parent: string }) =>
    `${p.total}, own ${p.own}, ${p.all} of total, ${p.parent} of parent`,

  "ops.label": "Operator changes",
  "ops.caption": "How many calls of each operator each pass adds or removes",
  "ops.notRun": "Run the pipeline to see here which operators each pass adds and removes.",
  "ops.noChange": "No pass of this run added or removed an operator.",
  "ops.passes": "Passes",
  "ops.depth": "Passes by depth",
  "ops.allDepths": "all depths",
  "ops.outermost": "outermost only",
  "ops.downTo": ({ depth }: { depth: number }) => `down to depth ${depth}`,
  "ops.filterLabel": "Operators with this in their name",
  "ops.filter": "Filter operators",
  "ops.counts": ({ passes, operators }: { passes: number; operators: number }) =>
    `${count(passes, "pass", "passes")}, ${count(operators, "operator", "operators")}`,
  "ops.countsOf": (p: { passes: number; operators: number; all: number }) =>
    `${count(p.passes, "pass", "passes")}, ${number(p.operators)} of ${count(p.all, "operator", "operators")}`,
  "ops.copyMatrix": "Copy the matrix for spreadsheets",
  "ops.noneNamed": ({ text }: { text: string }) =>
    `No operator that changes has “${text}” in its name.`,
  "ops.showAll": "Show all operators",
  "ops.list": "As TVM's tutorial prints it: depth, pass, change per operator",
  "ops.copyList": "Copy the list of operator changes",
  "ops.pass": "Pass",
  "ops.net": "Net",
  "ops.netTitle": "All operators together",
  "ops.netChange": "Net change",
  "ops.origin": ({ calls, op }: { calls: number; op: string }) =>
    `where ${count(calls, "call", "calls")} of ${op} came from`,
  "ops.fate": ({ calls, op }: { calls: number; op: string }) =>
    `what became of ${count(calls, "call", "calls")} of ${op}`,

  "hooks.none": "No stage of this run had an instrument.",
  "hooks.notRun": "Run a pipeline with instruments to see their hooks at work.",
  "hooks.hint":
    "Add an instrument to a stage's context, then run: here you see which of its hooks are called, in what order, and what is not called any more when one of them throws.",
  "hooks.of": ({ number: stage }: { number: number }) => `Hooks of stage ${stage}`,
  "hooks.stage": ({ number: stage }: { number: number }) => `Stage ${stage}`,
  "hooks.counts": ({ instruments, calls }: { instruments: number; calls: number }) =>
    `${count(instruments, "instrument", "instruments")}, ${count(calls, "call", "calls")}`,
  "hooks.calls": ({ calls }: { calls: number }) => count(calls, "call", "calls"),
  "hooks.threwCount": ({ times }: { times: number }) => `${number(times)} threw`,
  "hooks.vetoes": ({ times }: { times: number }) => count(times, "veto", "vetoes"),
  "hooks.fold": "Fold all",
  "hooks.unfold": "Unfold all",
  "hooks.copy": ({ number: stage }: { number: number }) => `Copy the hook calls of stage ${stage}`,
  "hooks.grid": ({ number: stage }: { number: number }) => `Hook calls of stage ${stage}, in order`,
  "hooks.column": "Pass and hook",
  "hooks.more": ({ more, all }: { more: number; all: number }) =>
    `Show ${number(more)} more of ${number(all)} lines`,
  "hooks.dropped": ({ calls }: { calls: number }) =>
    `The log ends here; ${number(calls)} later calls were not kept.`,
  "hooks.vetoed": "vetoed",
  "hooks.failed": "failed",
  "hooks.logEnds": "log ends",
  "hooks.threw": "threw",
  "hooks.running": "running",
  "hooks.returned": "returned",
  "hooks.notCalled": "not called",
  "hooks.notCalledTitle": ({ hook, instrument }: { hook: string; instrument: string }) =>
    `${hook} of ${instrument} was not called`,
  "hooks.call": (p: { place: number; hook: string; instrument: string; outcome: string }) =>
    `Call ${p.place}: ${p.hook} of ${p.instrument} ${p.outcome}`,
  "hooks.whoThrew": ({ who }: { who: string }) => `${who} threw.`,
  "hooks.whoThrewThat": ({ who }: { who: string }) => `${who} threw:`,
  "hooks.whoVetoed": ({ who }: { who: string }) => `${who} vetoed.`,
  "rule.enterPassCtx":
    "Instruments entered before it are exited, those after it are not entered, and the context drops all its instruments. Nothing runs in the context.",
  "rule.exitPassCtx":
    "exitPassCtx of the instruments after it is not called, and the context drops all its instruments.",
  "rule.shouldRun": "The instruments after it are not asked, and the pass does not run.",
  "rule.runBeforePass":
    "runBeforePass of the instruments after it is not called, and the pass does not run.",
  "rule.runAfterPass":
    "The pass has run, but runAfterPass of the instruments after it is not called.",
  "rule.runAfterFailed":
    "It is dropped: the exception that is already under way is the one to report.",
  "rule.veto": "One veto is enough: the others are still asked, but the pass does not run.",

  "export.export": "Export",
  "export.formats": "Formats",
  "export.chrome": "Chrome trace",
  "export.chromeNote": "for Perfetto and speedscope",
  "export.json": "JSON",
  "export.jsonNote": "every row and figure",
  "export.csv": "CSV",
  "export.csvNote": "for spreadsheets",
  "export.text": "Text",
  "export.textNote": "as TVM prints it",
  "export.saved": ({ name }: { name: string }) => `Saved as ${name}`,

  "console.show": "Show",
  "console.all": "Everything",
  "console.usual": "Without debug",
  "console.warnings": "Warnings and errors",
  "console.errors": "Errors",
  "console.error": "Error",
  "console.warn": "Warning",
  "console.info": "Info",
  "console.debug": "Debug",
  "console.entries": ({ entries }: { entries: number }) => count(entries, "entry", "entries"),
  "console.entriesOf": ({ shown, entries }: { shown: number; entries: number }) =>
    `${number(shown)} of ${count(entries, "entry", "entries")}`,
  "console.clear": "Clear",
  "console.copy": "Copy what was printed",
  "console.noneOfSort": "Nothing of this sort was printed.",
  "console.empty":
    "What code prints with console.log appears here, and so does what instruments print.",
  "console.log": "Printed by the latest run",
  "console.earlier": ({ more, all }: { more: number; all: number }) =>
    `Show ${number(more)} earlier of ${number(all)}`,
  "console.goTo": ({ line }: { line: number }) => `Go to line ${line} of the code`,
};
