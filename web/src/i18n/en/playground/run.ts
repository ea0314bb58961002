// What is seen of a run at first: the tree of passes, the program, before and after.
import { count, list, number } from "../format";

export const run = {
  "timing.title": "Timing profile",
  "timing.tree": "Passes",
  "timing.table": "Table",
  "timing.icicle": "Icicle",
  "timing.text": "As text",
  "timing.outdated": ({ runs }: { runs: string }) => `before your changes: ${runs}`,
  "timing.find": "Find a pass",
  "timing.findLabel": "Show passes by name",
  "timing.hideUnchanged": "Hide unchanged",
  "timing.ownInference": "Type inference",
  "timing.ownInferenceTitle": "Show the type inference that passes run for themselves",
  "timing.firstRun": "The pipeline is running for the first time.",
  "timing.notRun": "Nothing has run yet. Run shows here how long each pass takes.",
  "timing.allOff":
    "No pass ran: every step of the pipeline is switched off. Switch one on and press Run.",
  "timing.export": "Export",
  "timing.runs": ({ runs }: { runs: number }) =>
    runs === 1 ? "times of one run" : `median of ${count(runs, "run", "runs")}`,
  "timing.runsRange": ({ fewest, most }: { fewest: number; most: number }) =>
    `median of ${number(fewest)} to ${number(most)} runs`,
  "timing.tick": ({ tick }: { tick: string }) => `, clock ticks every ${tick}`,
  "timing.how": ({ warmUp }: { warmUp: number }) =>
    `The first run is cold: the browser has compiled the engine's code in haste only, and caches are empty. Each stage is then repeated to warm up (${count(warmUp, "run", "runs")} at most), until the code is in its last form and the times no longer fall. Of the runs after that the median is shown. Passes too short for the clock are run several times in a row for each reading. A pass's total is its own time and the totals of the passes inside of it.`,
  "timing.howGrouped":
    "Readings of only a few ticks are averaged in groups of runs first, and the median of the groups is shown.",

  "notice.first":
    "≈ marks times of a cold first run: measuring ended before there were steady ones.",
  "notice.rough":
    "≈ marks uncertain times: they still varied when measuring ended. Is this machine busy?",
  "notice.near":
    "≈ marks uncertain times: they spread by more than passes differ. Is this machine busy?",
  "notice.again": "Measure again",
  "notice.code": ({ stages }: { stages: readonly number[] }) =>
    `${stages.length === 1 ? "Stage" : "Stages"} ${list(stages.map(String))} ran once, since repeating would run your code again. A cold run often takes 5 to 10 times as long.`,
  "notice.codeRepeated": "Your code was run again and again for steady times.",
  "run.ofCode": "with your code",
  "run.ofCodeTitle":
    "Your code took part in this run, in the same worker as the engine: what is shown of it has gone through the hands of that code, and is as trustworthy as the code.",
  "notice.repeatCode": "Repeat my code, too",

  "tree.label": "Passes that ran, with their times",
  "tree.pass": "Pass",
  "tree.share": "Share of the time",
  "tree.time": "Time",
  "tree.own": "Own",
  "tree.ownTitle": "Without the passes nested in it",
  "tree.operators": "Operators",
  "tree.model": "Model",
  "tree.modelTitle": "Time of one inference of the program that it left, from the tab Running",
  "tree.pinned": "Pinned for comparison",
  "tree.none": "No pass of this run fits the filter.",
  "tree.showAll": "Show all",
  "tree.before": ({ rows }: { rows: number }) => `${count(rows, "row", "rows")} before these.`,
  "tree.after": ({ rows }: { rows: number }) => `${count(rows, "row", "rows")} after these.`,
  "tree.goOn": "Go there",
  "tree.once": "ran once",
  "tree.first": ({ time }: { time: string }) => `first ${time}`,
  "tree.firstTitle": "The cold first run, before the browser had compiled the engine's code well",
  "tree.missed": ({ missed }: { missed: number }) => `${number(missed)} missed`,
  "tree.missedTitle": ({ name, missed, key }: { name: string; missed: number; key: string }) =>
    `${name} says of ${count(missed, "thing", "things")} why it did not do it (key ${key})`,
  "tree.failed": "failed",
  "tree.vetoed": "vetoed",
  "tree.skipped": "skipped",
  "tree.rewritten": "rewritten",
  "tree.noChange": "no change",
  "tree.pin": ({ name, side }: { name: string; side: string }) =>
    `Compare the program after ${name} as ${side}`,
  "tree.pinTitle": ({ name, side, key }: { name: string; side: string; key: string }) =>
    `Compare the program after ${name} as ${side} (key ${key})`,

  "detail.maximise": "Maximise this panel",
  "detail.restore": "Back to both panels",
  "detail.title": "Program and changes",
  "detail.program": "Program",
  "detail.diff": "Before / after",
  "detail.graph": "Graph",
  "detail.ops": "Operators",
  "detail.remarks": "Remarks",
  "detail.running": "Running",
  "detail.compare": "Compare",
  "detail.hooks": "Hooks",
  "detail.code": "Code",
  "detail.console": "Console",
  "detail.counted": ({ name, count }: { name: string; count: number }) => `${name} (${count})`,
  "detail.ignoreNumbers": "Ignore renumbering",
  "detail.ignoreNumbersTitle":
    "An inserted line renumbers every %n after it. When pressed, such lines count as unchanged.",
  "detail.inline": "Inline",
  "detail.inlineTitle": "Show both programs in one column",

  "diff.lines": "lines",
  "diff.renumbered": ({ lines }: { lines: number }) => `${number(lines)} only renumbered`,
  "diff.previous": "Previous change",
  "diff.previousTitle": "Previous change (Shift+F7)",
  "diff.next": "Next change",
  "diff.nextTitle": "Next change (F7)",
  "diff.nextRemark": "Next remark",
  "diff.nextRemarkTitle": "Next line with a remark of this pass (F8)",
  "diff.unchanged": ({ lines }: { lines: number }) => `⋯ ${number(lines)} unchanged lines`,
  "diff.running": "The pipeline is running.",
  "diff.choose":
    "Choose a pass in the tree above, by clicking or with the arrow keys, to see the program before and after it.",
  "diff.notRun": "Run the pipeline, then choose a pass to see the program before and after it.",
  "diff.beforeSelected": "before the selected pass",
  "diff.afterSelected": "after the selected pass",
  "diff.from": "Compare from",
  "diff.to": "Compare to",
  "diff.compare": "Compare…",
  "diff.compareTitle": "Compare any two programs of this run",
  "diff.changesOf": ({ a, b }: { a: string; b: string }) => `What differs: ${a}, ${b}`,
  "diff.swap": "Swap",
  "diff.unpin": "Unpin",
  "diff.edit": "Edit and go on",
  "diff.editTitle": ({ label }: { label: string }) =>
    `Edit the program ${label}, and run the rest of the pipeline from there`,
  "diff.noEdit":
    "A pass cannot be left in the middle. Choose a step of the pipeline to go on from.",
  "diff.inside": ({ path }: { path: string }) => `in ${path}`,
  "diff.failed": "Failed",
  "diff.passFailed": "This pass failed.",
  "diff.didNotRun": ({ why }: { why: string }) => `This pass did not run: ${why}.`,
  "diff.chooseBoth": "Choose both sides of the comparison.",
  "diff.sameModule": "Both sides are the very same module.",
  "diff.stageUnchanged":
    "This stage changed nothing: the module after it is the very module before it.",
  "diff.passUnchanged":
    "This pass changed nothing: the module after it is the very module before it.",
  "diff.gone":
    "The engine was restarted since this run, and its programs went with it. Run again to see them.",
  "diff.fetching": "Fetching the program before and after…",
  "diff.notFetched": "The program could not be fetched. Run again to see it.",
  "diff.cut": "long lines are cut",
  "diff.sameShown": "The two texts differ only in what is too long to be shown.",
  "diff.sameText": "The module was rebuilt, but its text is the same before and after.",

  "program.label": "Program",
  "program.ofTitle": ({ title }: { title: string }) => `${title} as Relay text`,
  "program.backTo": ({ title }: { title: string }) => `Back to ${title}`,
  "program.backTitle": "Gives up the changes",
  "program.save": "Save text",
  "program.copy": "Copy the program",
  "program.search": "Search",
  "program.lineage": "What became of it",
  "program.lineageTitle":
    "Tell what the passes made of the expression at the cursor, and mark it in all programs of the run (Alt+L)",
  "program.building": ({ title }: { title: string }) => `Building ${title}…`,
  "program.drop": "Drop it to open it",
  "program.dropKinds": "Relay text, a model (.onnx, .pt), or a reproducer",
  "program.noEditor": "The editor could not be loaded. Is there a connection?",
  "program.notRelay": ({ name }: { name: string }) => `${name} is no Relay text.`,
  "file.tooLarge": ({ name, mib, max }: { name: string; mib: string; max: number }) =>
    `${name} has ${mib} MiB; texts of up to ${max} MiB can be opened.`,
  "file.notUtf8": ({ name }: { name: string }) => `${name} is no text in UTF-8.`,
  "file.unreadable": ({ name }: { name: string }) => `${name} could not be read.`,
  "file.noText": ({ name }: { name: string }) =>
    `${name} is no text: it has bytes that no text has.`,
};
