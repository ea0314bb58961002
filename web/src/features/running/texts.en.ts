// The tab that runs the model.
import { count, list, number } from "../../i18n/en/format";

export const running = {
  "model.run": "Run the model",
  "model.runTitle":
    "Run the program before, after each stage and after each pass that changed it, on the same inputs",
  "model.stop": "Stop",
  "model.idle": "Times and differences come from running.",
  "model.planning": "Finding out what the programs take…",
  "model.first": ({ program, done, total }: { program: string; done: number; total: number }) =>
    `Running ${program} (${number(done + 1)} of ${number(total)})…`,
  "model.repeat": ({ program }: { program: string }) => `Repeating for steady times: ${program}…`,
  "model.done": ({ programs }: { programs: number }) =>
    `Done: ${count(programs, "program", "programs")}`,
  "model.stopped": "Stopped; what is shown stays",
  "model.failed": "Failed",
  "model.noTrace": "Run the pipeline first: then the model can be run after each of its passes.",
  "model.gone":
    "The engine was restarted since this run, and its programs with it. Run the pipeline again; figures that are known are kept.",
  "model.views": "What is shown",
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
  "inputs.scale": "Colours become",
  "inputs.imagenet": "mean 0, deviation 1 (ImageNet)",
  "inputs.unit": "0 to 1",
  "inputs.bytes": "0 to 255",
  "inputs.are": ({ inputs }: { inputs: readonly string[] }) => `of ${list(inputs)}`,
  "inputs.drop": "Drop an image or a .npy, .npz or .pb file: the model is run on it",
  "inputs.notTaken": ({ file }: { file: string }) => `${file} was not taken`,

  "input.noArray": "It is neither an image nor an array that NumPy saved.",
  "input.damaged": "It is damaged.",
  "input.tooLarge": "Its arrays are too large.",
  "input.noDtype": ({ dtype }: { dtype: string }) => `There are no tensors of its type ${dtype}.`,
  "input.noneFits": ({ array, inputs }: { array: string; inputs: readonly string[] }) =>
    `No input is ${array}; the model takes ${list(inputs)}.`,
  "input.manyFit": ({ array, inputs }: { array: string; inputs: readonly string[] }) =>
    `Several inputs are ${array}: ${list(inputs)}. Save the array in a .npz file under its input's name.`,
  "input.noImage": ({ inputs }: { inputs: readonly string[] }) =>
    `No input takes an image; the model takes ${list(inputs)}.`,
  "input.noPlan": "What the model takes is not known: its first program cannot be run.",

  "chart.label": "The programs of the pipeline with their figures",
  "chart.fromTo": ({ from, to, change }: { from: string; to: string; change: string }) =>
    change ? `${from} → ${to} (${change})` : `${from} → ${to}`,
  "chart.atMost": ({ value }: { value: string }) => `at most ${value}`,
  "chart.failed": "cannot be run",

  "metric.time": "Time",
  "metric.timeTitle": "Median time of one inference; half of all runs lie within the whiskers",
  "metric.activations": "Activations",
  "metric.activationsTitle":
    "Peak memory of what is computed in between; memory is used again as soon as it can be",
  "metric.weights": "Weights",
  "metric.weightsTitle": "Bytes of constants and of parameters whose values are the model's",
  "metric.flop": "Operations",
  "metric.flopTitle":
    "Floating-point operations of one inference; a multiplication and an addition are two",
  "metric.difference": "Difference",
  "metric.differenceTitle":
    "The largest difference between its outputs and those of the first program, on the same inputs; the chart's scale is logarithmic",

  "costs.label": "What the programs take",
  "costs.order": "#",
  "costs.orderTitle": "Place in the pipeline",
  "costs.name": "Program",
  "costs.nameTitle": "Which pass or stage left it",
  "costs.spread": "Spread",
  "costs.spreadTitle":
    "Half of what lies between the quartiles of the runs, with what the clock cannot tell apart",
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
  "profile.bytesTitle": "What is read and written",
  "profile.rate": "Rate",
  "profile.rateTitle": "Floating-point operations per second",
  "profile.shapes": "Shapes",
  "profile.shapesTitle": "Data types and shapes of what comes in, then of what goes out",
  "profile.algorithm": "Computed by",
  "profile.algorithmTitle": "The algorithm that was chosen",
  "profile.only": ({ operator }: { operator: string }) => `Only ${operator}`,
  "profile.showAll": "Show all operators",
  "profile.hint":
    "A press on an operator shows its calls; a press on a call, the node in graph and text.",
  "profile.cannot": ({ program }: { program: string }) => `The program ${program} cannot be run:`,
};
