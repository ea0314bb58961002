import { rich } from "../../i18n/texts";
import { number } from "../../i18n/en/format";

export const diff = {
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
  "merge.before": "before",
  "merge.after": "after",
  "merge.program": ({ label }: { label: string }) => `The program ${label}`,
  "merge.inline": ({ label, other }: { label: string; other: string }) =>
    `The program ${label}, with what is other than ${other}`,
  "snapshot.intro": ({ name }: { name: unknown }) =>
    rich`The program after ${name}. Change it, and the passes behind it run on your version.`,
  "snapshot.run": "Run from here",
  "snapshot.label": ({ name }: { name: string }) => `The program after ${name}, to be edited`,
};
