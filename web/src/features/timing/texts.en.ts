import { count, list, number } from "../../i18n/en/format";

export const timing = {
  "timing.title": "Timing profile",
  "timing.outdated": ({ runs }: { runs: string }) => `before your changes: ${runs}`,
  "timing.outdatedShort": "before your changes",
  "timing.runsShort": ({ runs }: { runs: number }) => count(runs, "run", "runs"),
  "timing.rangeShort": ({ fewest, most }: { fewest: number; most: number }) =>
    `${number(fewest)} to ${number(most)} runs`,
  "timing.find": "Find a pass",
  "timing.findLabel": "Show passes by name",
  "timing.hideUnchanged": "Hide unchanged",
  "timing.ownInference": "Type inference",
  "timing.ownInferenceTitle": "Show the type inference that other passes run",
  "timing.firstRun": "The pipeline is running for the first time.",
  "timing.notRun": "Nothing has run yet. Press Run to see how long each pass takes.",
  "timing.allOff":
    "No pass ran: every step of the pipeline is switched off. Switch one on and press Run.",
  "timing.export": "Export",
  "timing.runs": ({ runs }: { runs: number }) =>
    runs === 1 ? "times of one run" : `median of ${count(runs, "run", "runs")}`,
  "timing.runsRange": ({ fewest, most }: { fewest: number; most: number }) =>
    `median of ${number(fewest)} to ${number(most)} runs`,
  "timing.tick": ({ tick }: { tick: string }) => `, clock ticks every ${tick}`,
  "timing.how": ({ warmUp }: { warmUp: number }) =>
    `The first run is cold: the browser has not optimized the engine's code yet, and caches are empty. Each stage is then repeated to warm up (${count(warmUp, "run", "runs")} at most), until the code is optimized and the times no longer fall. The median of the later runs is shown. A pass too short for the clock runs several times in a row for each reading. The total of a pass is its own time plus the totals of the passes nested in it.`,
  "timing.howGrouped":
    "Readings of only a few ticks are averaged in groups of runs. The median of the groups is shown.",
  "notice.first":
    "≈ marks times of a cold first run: measuring ended before the times were steady.",
  "notice.rough":
    "≈ marks uncertain times: they still varied when measuring ended. Is this machine busy?",
  "notice.near":
    "≈ marks uncertain times: they vary by more than the passes differ. Is this machine busy?",
  "notice.again": "Measure again",
  "notice.code": ({ stages }: { stages: readonly number[] }) =>
    `${stages.length === 1 ? "Stage" : "Stages"} ${list(stages.map(String))} ran once, because repeating would run your code again. A cold run often takes 5 to 10 times as long.`,
  "notice.codeRepeated": "Your code ran repeatedly for steady times.",
  "notice.repeatCode": "Repeat my code, too",
  "tree.label": "Passes that ran, with their times",
  "tree.pass": "Pass",
  "tree.share": "Share of the time",
  "tree.time": "Time",
  "tree.own": "Own",
  "tree.ownTitle": "Without nested passes",
  "tree.operators": "Operators",
  "tree.model": "Model",
  "tree.modelTitle": "Time of one inference of the program after the pass, from the tab Running",
  "tree.pinned": "Pinned for comparison",
  "tree.none": "No pass of this run matches the filter.",
  "tree.showAll": "Show all",
  "tree.before": ({ rows }: { rows: number }) => `${count(rows, "row", "rows")} before these.`,
  "tree.after": ({ rows }: { rows: number }) => `${count(rows, "row", "rows")} after these.`,
  "tree.goOn": "Show these rows",
  "tree.once": "ran once",
  "tree.first": ({ time }: { time: string }) => `first ${time}`,
  "tree.firstTitle": "The cold first run, before the browser optimized the engine's code",
  "tree.missedTitle": ({ name, missed, key }: { name: string; missed: number; key: string }) =>
    `${name} skipped ${count(missed, "candidate", "candidates")}: show why (key ${key})`,
  "tree.failed": "failed",
  "tree.vetoed": "vetoed",
  "tree.skipped": "skipped",
  "tree.rewritten": "changed",
  "tree.noChange": "no change",
  "tree.pin": ({ name, side }: { name: string; side: string }) =>
    `Compare the program after ${name} as ${side}`,
  "tree.pinTitle": ({ name, side, key }: { name: string; side: string; key: string }) =>
    `Compare the program after ${name} as ${side} (key ${key})`,
};
