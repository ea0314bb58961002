// The tab that compares pipelines.
import { count, number } from "../../i18n/en/format";

export const compare = {
  "variants.title": "Pipelines",
  "variants.intro":
    "Put the pipeline aside as it is, change something in it, and compare the two: times of passes, operators, remarks, sizes, and what the results take and compute.",
  "variants.keep": "Put this pipeline aside",
  "variants.full": ({ most }: { most: number }) =>
    `No more than ${number(most)} pipelines can be kept.`,
  "variants.name": ({ name }: { name: string }) => `Name of variant ${name}`,
  "variants.edit": "Edit",
  "variants.editTitle": ({ name }: { name: string }) =>
    `Edit variant ${name}: it changes places with this pipeline`,
  "variants.remove": ({ name }: { name: string }) => `Remove variant ${name}`,
  "variants.edited": "is edited on the left",
  "variants.empty": "no passes",
  "variants.code": "Your code runs with each of these pipelines, several times.",

  "compare.start": "Compare",
  "compare.startTitle": "Run all of these pipelines on the program and compare what comes of them",
  "compare.stop": "Stop",
  "compare.run": "Run the results",
  "compare.runTitle":
    "Run what the pipelines make of the program, to see how long that takes and whether all compute the same",
  "compare.idle": "Nothing has been compared yet.",
  "compare.starting": "Starting an engine of its own…",
  "compare.stopped": "Stopped.",
  "compare.failed": "Failed.",
  "compare.outdated": "Something was changed since.",
  "compare.done": ({ variants }: { variants: number }) =>
    `Compared ${count(variants, "variant", "variants")}.`,
  "compare.passes": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: timing the passes of ${variant}…`,
  "compare.result": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: looking at the result of ${variant}…`,
  "compare.values": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: comparing what ${variant} computes…`,
  "compare.running": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: running the result of ${variant}…`,

  "sweep.title": "Sweep over one option",
  "sweep.option": "Option",
  "sweep.optLevel": "opt level of all contexts",
  "sweep.values": "Values",
  "sweep.valuesTitle": "As 0..4, or one after the other: 1, 2, 4",
  "sweep.start": "Sweep",
  "sweep.startTitle": "Compare all of these pipelines at each of the values",

  "figures.label": "The figures of all variants",
  "figures.figure": "Figure",
  "figures.first": "Percentages say how much more or less it is than the first variant's.",
  "figures.show": ({ figure }: { figure: string }) => `Show ${figure} as bars`,
  "figures.none": "–",

  "figure.duration": "Time of the passes",
  "figure.calls": "Operators",
  "figure.passed": "Remarks: done",
  "figure.missed": "Remarks: missed",
  "figure.analysis": "Remarks: found out",
  "figure.lines": "Lines",
  "figure.nodes": "Expressions",
  "figure.functions": "Functions",
  "figure.text": "Text",
  "figure.weights": "Weights",
  "figure.flop": "Operations of a run",
  "figure.memory": "Peak memory of a run",
  "figure.kernels": "Kernels",
  "figure.inference": "Time of a run",
  "figure.values": "Values",
  "figure.result": "Result",

  "values.program": "as the program",
  "values.same": ({ than }: { than: string }) => `as ${than}`,
  "values.notProgram": "not as the program",
  "values.differs": ({ than }: { than: string }) => `not as ${than}`,
  "values.notChecked": "not compared",
  "result.same": "the same",
  "result.other": "another",
  "result.failed": "failed",

  "bars.label": ({ figure }: { figure: string }) => `${figure} of all variants`,

  "difference.title": "How the results differ",
  "difference.from": "From",
  "difference.to": "To",
  "difference.equal": "The texts of these results are the same.",
} as const;
