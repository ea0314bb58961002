// Texts of the tab that runs the model.
import { count, list, number } from "../../i18n/en/format";

export const running = {
  "model.run": "Run the model",
  "model.runTitle":
    "On the same inputs, run the original program, and the program after each stage and after each pass that changed it",
  "model.stop": "Stop",
  "model.idle": "Run the model to see times and differences.",
  "model.planning": "Planning memory and operations…",
  "model.first": ({ program, done, total }: { program: string; done: number; total: number }) =>
    `Running ${program} (${number(done + 1)} of ${number(total)})…`,
  "model.repeat": ({ program }: { program: string }) => `Repeating for steady times: ${program}…`,
  "model.done": ({ programs }: { programs: number }) =>
    `Done: ${count(programs, "program", "programs")}`,
  "model.stopped": "Stopped; the results so far stay",
  "model.failed": "Failed",
  "model.noTrace": "Run the pipeline first. Then the model can run after each of its passes.",
  "model.gone":
    "The engine was restarted and lost the programs of this run. Run the pipeline again; known figures are kept.",
  "model.views": "View",
  "model.programs": "Programs",
  "model.operators": "Operators",

  "inputs.label": "Inputs",
  "inputs.random": "random",
  "inputs.constant": "a constant",
  "inputs.file": "a file…",
  "inputs.seed": "Seed",
  "inputs.value": "Value",
  "inputs.choose": "An image, arrays of NumPy (.npy, .npz), or a tensor of ONNX (.pb)",
  "inputs.dropped": ({ file }: { file: string }) => `Inputs from ${file}`,
  "inputs.scale": "Scale colours to",
  "inputs.imagenet": "mean 0, deviation 1 (ImageNet)",
  "inputs.unit": "0 to 1",
  "inputs.bytes": "0 to 255",
  "inputs.are": ({ inputs }: { inputs: readonly string[] }) => `of ${list(inputs)}`,
  "inputs.drop": "Drop an image or a .npy, .npz or .pb file to run the model on it",
  "inputs.notTaken": ({ file }: { file: string }) => `${file} cannot be an input`,

  "input.noArray": "It is neither an image nor an array saved by NumPy.",
  "input.damaged": "It is damaged.",
  "input.tooLarge": "Its arrays are too large.",
  "input.noDtype": ({ dtype }: { dtype: string }) =>
    `Tensors of its type ${dtype} are not supported.`,
  "input.noneFits": ({ array, inputs }: { array: string; inputs: readonly string[] }) =>
    `No input matches ${array}; the model takes ${list(inputs)}.`,
  "input.manyFit": ({ array, inputs }: { array: string; inputs: readonly string[] }) =>
    `Several inputs match ${array}: ${list(inputs)}. Save the array in a .npz file under the name of its input.`,
  "input.noImage": ({ inputs }: { inputs: readonly string[] }) =>
    `No input takes an image; the model takes ${list(inputs)}.`,
  "input.noPlan": "The model's inputs are unknown: its first program cannot run.",

  "chart.label": "The programs of the pipeline and their figures",
  "chart.fromTo": ({ from, to, change }: { from: string; to: string; change: string }) =>
    change ? `${from} → ${to} (${change})` : `${from} → ${to}`,
  "chart.atMost": ({ value }: { value: string }) => `at most ${value}`,
  "chart.failed": "cannot run",

  "metric.time": "Time",
  "metric.timeTitle": "Median time of one inference; the whiskers contain half of all runs",
  "metric.activations": "Activations",
  "metric.activationsTitle":
    "Peak memory of intermediate results; memory is reused as soon as possible",
  "metric.weights": "Weights",
  "metric.weightsTitle": "Bytes of constants and of the model's parameters",
  "metric.flop": "Operations",
  "metric.flopTitle":
    "Floating-point operations of one inference; a multiplication with an addition counts as two",
  "metric.difference": "Difference",
  "metric.differenceTitle":
    "The largest difference between its outputs and those of the first program, on the same inputs; the chart's scale is logarithmic",

  "costs.label": "Cost of the programs",
  "costs.order": "#",
  "costs.orderTitle": "Place in the pipeline",
  "costs.name": "Program",
  "costs.nameTitle": "The pass or stage that produced it",
  "costs.spread": "Spread",
  "costs.spreadTitle": "Half of the interquartile range of the runs, plus the clock's resolution",
  "costs.rate": "Rate",
  "costs.rateTitle": "Floating-point operations per second",
  "costs.half": ({ lower, upper, runs }: { lower: string; upper: string; runs: number }) =>
    `Half of all runs took between ${lower} and ${upper} (${count(runs, "run", "runs")})`,
  "costs.exact": "0, exactly",
  "costs.reference": "the first",

  "costs.differs": ({
    output,
    index,
    reference,
    actual,
  }: {
    output: number;
    index: readonly number[];
    reference: string;
    actual: string;
  }) =>
    `More than rounding explains: output ${number(output)} at [${index.join(", ")}] is ${actual} instead of ${reference}`,

  "profile.of": ({ program }: { program: string }) => `Operators of the program ${program}`,
  "profile.lines": "Lines",
  "profile.byOperator": "By operator",
  "profile.eachCall": "Each call",
  "profile.side": "Program",
  "profile.before": "before",
  "profile.after": "after",
  "profile.operator": "Operator",
  "profile.operatorTitle": "An operator, or the operators of a fused function",
  "profile.calls": "Calls",
  "profile.callsTitle": "How often it is called",
  "profile.time": "Time",
  "profile.timeTitle": "Median time of one inference",
  "profile.share": "Share",
  "profile.shareTitle": "Of the whole program's time",
  "profile.change": "Change",
  "profile.changeTitle": "Of the time, from the program before to the one after",
  "profile.flop": "Operations",
  "profile.flopTitle": "Floating-point operations",
  "profile.bytes": "Bytes",
  "profile.bytesTitle": "Bytes read and written",
  "profile.rate": "Rate",
  "profile.rateTitle": "Floating-point operations per second",
  "profile.shapes": "Shapes",
  "profile.shapesTitle": "Data types and shapes of the inputs, then of the outputs",
  "profile.algorithm": "Computed by",
  "profile.algorithmTitle": "The chosen algorithm",
  "profile.only": ({ operator }: { operator: string }) => `Only ${operator}`,
  "profile.showAll": "Show all operators",
  "profile.hint":
    "Select an operator to see its calls. Select a call to see its node in graph and text.",
  "profile.cannot": ({ program }: { program: string }) => `The program ${program} cannot run:`,
};
