// The dialog that imports models of other frameworks.
import { count, list } from "../../i18n/en/format";

export const importing = {
  "import.title": ({ file }: { file: string }) => `Import ${file}`,
  "import.reading": ({ file }: { file: string }) => `Reading ${file}…`,
  "import.converting": "Converting…",
  "import.readingAgain": "Reading the file…",
  "import.failed": "The file cannot be read as a model",
  "import.notImported": "It was not imported",

  "import.format": "Format",
  "import.onnx": ({ opset }: { opset: number }) => `ONNX, operator set ${opset}`,
  "import.torchscript": "TorchScript",
  "import.producer": "Written by",
  "import.weights": "Weights",
  "import.weightsOf": ({ weights, bytes }: { weights: number; bytes: string }) =>
    weights === 0 ? "none" : `${count(weights, "tensor", "tensors")}, ${bytes}`,
  "import.outputs": "Outputs",
  "import.operators": "Operators",
  "import.operatorsOf": ({ kinds, calls }: { kinds: number; calls: number }) =>
    `${count(kinds, "operator", "operators")}, ${count(calls, "call", "calls")}`,
  "import.unsupported": ({ names }: { names: readonly string[] }) =>
    `${names.length === 1 ? "This operator is" : "These operators are"} not supported: ${list(names)}`,
  "import.unsupportedOne": "not supported",

  "import.inputs": "Inputs",
  "import.inputsTorch":
    "A TorchScript file does not tell its inputs: name them in the order in which the model takes them.",
  "import.noInputs": "The model has no inputs.",
  "import.name": "Name",
  "import.shape": "Shape",
  "import.dtype": "Type",
  "import.dimension": ({ input, dim }: { input: string; dim: string }) =>
    `Size of ${dim} in ${input}`,
  "import.dynamic":
    "What the file leaves open needs a number. Left empty, it stays open, which few passes can deal with.",
  "import.add": "Add an input",
  "import.remove": ({ name }: { name: string }) => `Remove the input ${name}`,
  "import.badShape": "A shape is numbers with commas between them, such as 1, 3, 224, 224.",
  "import.badName": "An input needs a name.",
  "import.sameName": "Two inputs have the same name.",
  "import.badDim": "A size is a whole number from 0 on.",

  "import.freeze": "Weights become constants of the program",
  "import.freezeNote":
    "Without this they are parameters, which the stage “bind parameters” makes constants. Shapes that follow from their values, such as axes or sizes, are then known only when the program runs.",
  "import.friendly": "Names without dots, so that the text can be read back",

  "import.external": "External data",
  "import.externalNote":
    "The model keeps weights in files of their own. Choose them, or drop them here.",
  "import.externalHere": ({ size }: { size: string }) => size,
  "import.externalMissing": "missing",
  "import.chooseFiles": "Choose files…",

  "import.kept": ({ limit }: { limit: string }) =>
    `The file is kept in this browser, up to ${limit} for all models, and is there on your next visit. Nothing is sent anywhere. Links name the file and do not carry it.`,
  "import.notKept": ({ limit }: { limit: string }) =>
    `The file is larger than the ${limit} that are kept in this browser: after a reload it has to be opened again. Nothing is sent anywhere. Links name the file and do not carry it.`,

  "import.import": "Import",
  "import.stop": "Stop",
  "import.cancel": "Cancel",
  "import.close": "Close",
};
