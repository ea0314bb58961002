// The tab that compares pipelines.
import { count, number } from "../../i18n/en/format";

export const compare = {
  "variants.title": "Pipelines",
  "variants.intro":
    "Save the pipeline as a variant, change it, and compare the two: times of passes, operators, remarks, sizes, and the cost and values of the results.",
  "variants.keep": "Save as variant",
  "variants.full": ({ most }: { most: number }) => `At most ${number(most)} variants can be saved.`,
  "variants.name": ({ name }: { name: string }) => `Name of variant ${name}`,
  "variants.edit": "Edit",
  "variants.editTitle": ({ name }: { name: string }) =>
    `Edit variant ${name}: it swaps places with this pipeline`,
  "variants.remove": ({ name }: { name: string }) => `Remove variant ${name}`,
  "variants.edited": "open on the left",
  "variants.empty": "no passes",
  "variants.code": "Your code runs with each of these pipelines, several times.",

  "compare.start": "Compare",
  "compare.startTitle": "Run all pipelines on the program and compare the results",
  "compare.stop": "Stop",
  "compare.run": "Run the results",
  "compare.runTitle":
    "Run the resulting programs to see how long they take and whether all compute the same values",
  "compare.idle": "Press Compare to run all variants.",
  "compare.starting": "Starting a separate engine…",
  "compare.stopped": "Stopped",
  "compare.failed": "Failed",
  "compare.outdated": "Changed since this comparison",
  "compare.done": ({ variants }: { variants: number }) =>
    `Compared ${count(variants, "variant", "variants")}`,
  "compare.passes": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: timing the passes of ${variant}…`,
  "compare.result": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: measuring the result of ${variant}…`,
  "compare.values": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: comparing the values of ${variant}…`,
  "compare.running": ({ variant, percent }: { variant: string; percent: number }) =>
    `${number(percent)} %: running the result of ${variant}…`,

  "sweep.title": "Sweep over one option",
  "sweep.option": "Option",
  "sweep.optLevel": "opt level of all contexts",
  "sweep.values": "Values",
  "sweep.valuesTitle": "A range such as 0..4, or a list: 1, 2, 4",
  "sweep.start": "Sweep",
  "sweep.startTitle": "Compare all pipelines with each value",

  "figures.label": "Figures of all variants",
  "figures.figure": "Figure",
  "figures.first": "Percentages are relative to the first variant.",
  "figures.show": ({ figure }: { figure: string }) => `Show ${figure} as bars`,
  "figures.none": "–",

  "figure.duration": "Time of the passes",
  "figure.calls": "Operators",
  "figure.passed": "Remarks: passed",
  "figure.missed": "Remarks: missed",
  "figure.analysis": "Remarks: analysis",
  "figure.lines": "Lines",
  "figure.nodes": "Expressions",
  "figure.functions": "Functions",
  "figure.text": "Text",
  "figure.weights": "Weights",
  "figure.flop": "Operations of one run",
  "figure.memory": "Peak memory of one run",
  "figure.kernels": "Kernels",
  "figure.inference": "Time of one run",
  "figure.values": "Values",
  "figure.result": "Result",

  "values.program": "same as the program",
  "values.same": ({ than }: { than: string }) => `same as ${than}`,
  "values.notProgram": "differs from the program",
  "values.differs": ({ than }: { than: string }) => `differs from ${than}`,
  "values.notChecked": "not compared",
  "result.same": "same",
  "result.other": "different",
  "result.failed": "failed",

  "bars.label": ({ figure }: { figure: string }) => `${figure} of all variants`,

  "difference.title": "How the results differ",
  "difference.from": "From",
  "difference.to": "To",
  "difference.equal": "The results have the same text.",
} as const;
