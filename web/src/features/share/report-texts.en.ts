// Texts of the saved report.
import { count, number } from "../../i18n/en/format";

export const report = {
  "report.title": ({ program }: { program: string }) => `${program}: what its passes did`,
  "report.madeBy": ({ version, date }: { version: string; date: string }) =>
    `Recorded by Passcope ${version}, ${date}`,
  "report.open": "Open this view in Passcope",
  "report.contents": "Contents",
  "report.setup": "Program and pipeline",
  "report.failure": "What went wrong",
  "report.times": "Times",
  "report.operators": "Operators",
  "report.changes": "Changes of the program",
  "report.console": "Console",
  "report.code": "Code",
  "report.programs": "Whole programs",

  "report.passes": "Passes that ran",
  "report.changed": "Passes that changed the program",
  "report.wholeTime": "Time of all passes",
  "report.calls": "Calls of operators, net",

  "report.model": "Model",
  "report.text": "Text",
  "report.stage": ({ stage }: { stage: number }) => `Stage ${number(stage)}`,
  "report.each": "one by one",
  "report.sequential": "as one Sequential",
  "report.required": "required_pass",
  "report.disabled": "disabled_pass",
  "report.instruments": "instruments",
  "report.off": "switched off",
  "report.bind": "Bind parameters",
  "report.edit": "Edited program",

  "report.pass": "Pass",
  "report.total": "Total",
  "report.own": "Own",
  "report.share": "Share",
  "report.when": "When",
  "report.opDiff": "Operators",
  "report.effect": "Program",
  "report.effectChanged": "changed",
  "report.effectSame": "same text",
  "report.effectNone": "–",
  "report.failed": "failed",
  "report.vetoed": "vetoed",
  "report.skipped": "skipped",
  "report.timesNote": ({ runs, tick }: { runs: number; tick: string }) =>
    runs > 1
      ? `Medians of up to ${number(runs)} runs after warming up, measured with a clock that ticks every ${tick}. Own: without nested passes.`
      : `Times of one run, measured with a clock that ticks every ${tick}. Own: without nested passes.`,

  "report.noOperators": "No pass added or removed calls of operators.",
  "report.net": "Net",
  "report.netChange": "Net change",
  "report.opList": "As TVM's list: depth, pass, changes",

  "report.noChanges": "No pass changed the program.",
  "report.lines": ({ removed, added }: { removed: number; added: number }) =>
    `${count(removed, "line", "lines")} removed, ${number(added)} added`,
  "report.renumbered": ({ lines }: { lines: number }) =>
    `${count(lines, "line differs", "lines differ")} only in the numbers of variables`,
  "report.hunk": ({ fromA, toA, fromB, toB }: Record<"fromA" | "toA" | "fromB" | "toB", number>) =>
    `lines ${number(fromA)}–${number(toA)}, then ${number(fromB)}–${number(toB)}`,
  "report.toTimes": "To its times",
  "report.previous": "Previous change",
  "report.next": "Next change",
  "report.wholeBefore": "Whole program before",
  "report.wholeAfter": "Whole program after",
  "report.signature": "Line numbers count each parameter of a function as a separate line.",
  "report.program": ({ place }: { place: number }) => `Program ${number(place)}`,
  "report.programOf": ({ before, after }: { before: string; after: string }) =>
    [after && `after ${after}`, before && `before ${before}`].filter(Boolean).join(", "),
  "report.tooLong": "Left out to limit the size of the report.",
  "report.files": ({ files }: { files: number }) =>
    `${count(files, "dumped file is", "dumped files are")} not in the report.`,
  "report.more": ({ lines }: { lines: number }) =>
    `${count(lines, "more line", "more lines")}, left out of the report.`,
  "report.atLine": ({ line }: { line: number }) => `line ${number(line)}`,
};
