import { count } from "../../i18n/en/format";

export const timingResults = {
  "facts.total": "Total",
  "facts.inferType": "InferType",
  "facts.inferTypeTitle": "Time of all type inference, and its share of the total",
  "facts.firstRun": "First run",
  "facts.firstRunTitle":
    "The first run: code and caches are cold, and instruments record everything. The time of the instruments, including those of the page, follows the plus sign, with its share of the sum. No other time includes it.",
  "facts.andInstruments": ({ first, hooks }: { first: string; hooks: string }) =>
    `${first} + ${hooks} of instruments`,
  "facts.tick": "Clock tick",
  "table.label": "Times of passes",
  "table.lines": "Lines",
  "table.more": ({ shown, lines }: { shown: number; lines: number }) =>
    `The first ${shown} of ${lines} lines. Use a filter to find the others.`,
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
  "table.totalTitle": "Including nested passes",
  "table.own": "Own",
  "table.ownTitle": "Without nested passes",
  "table.all": "% of total",
  "table.allTitle": "Share of the whole run",
  "table.parent": "% of parent",
  "table.parentTitle": "Share of the time of the pass that ran it",
  "table.spread": "Spread",
  "table.first": "First run",
  "table.firstTitle": "Time in the first run, when code and caches are cold",
  "table.spreadTitle":
    "Half of the interquartile range of the repeated runs, plus the clock's resolution",
  "table.noneFits": "No pass of this run matches the filter.",
  "table.noneChanged": "No pass of this run that matches the filter changed the program.",
  "table.none": "No pass ran.",
  "table.showAll": "Show all",
  "table.failed": "failed",
  "table.inside": ({ path }: { path: string }) => `in ${path}`,
  "table.half": ({ lower, upper, runs }: { lower: string; upper: string; runs: number }) =>
    `Half of all runs took between ${lower} and ${upper} (${count(runs, "run", "runs")})`,
  "table.groups": ({ lower, upper, runs }: { lower: string; upper: string; runs: number }) =>
    `Half of the groups of runs took between ${lower} and ${upper} (${count(runs, "run", "runs")})`,
  "table.clock": ({ lower, upper }: { lower: string; upper: string }) =>
    `It ran once and took between ${lower} and ${upper}, as far as the clock can tell`,
  "profile.none": "No stage with passes ran, so there is no profile.",
  "profile.stage": ({ number: stage, level }: { number: number; level: number }) =>
    `Stage ${stage}, opt_level ${level}`,
  "profile.copy": ({ number: stage }: { number: number }) => `Copy the profile of stage ${stage}`,
  "icicle.label": "Passes by time; arrow keys move, Enter zooms in, Escape zooms out",
  "icicle.none": "Nothing in this run took any time.",
  "icicle.zoomed": "Zoomed to",
  "icicle.hint": "Click a bar to select its pass, double-click or press Enter to zoom in.",
  "icicle.figures": (p: { total: string; all: string; parent: string }) =>
    `${p.total}, ${p.all} of total, ${p.parent} of parent`,
  "icicle.figuresOwn": (p: { total: string; own: string; all: string; parent: string }) =>
    `${p.total}, own ${p.own}, ${p.all} of total, ${p.parent} of parent`,
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
};
