// Texts of the dialog that imports models of other frameworks.
import { count, list } from "../../i18n/en/format";

export const importing = {
  "import.title": ({ file }: { file: string }) => `Import ${file}`,
  "import.reading": ({ file }: { file: string }) => `Reading ${file}…`,
  "import.converting": "Converting…",
  "import.readingAgain": "Reading the file…",
  "import.failed": "The file cannot be read as a model",
  "import.notImported": "The import failed",

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
    "A TorchScript file does not name its inputs. Name them in the order of the model's parameters.",
  "import.noInputs": "The model has no inputs.",
  "import.name": "Name",
  "import.shape": "Shape",
  "import.dtype": "Type",
  "import.dimension": ({ input, dim }: { input: string; dim: string }) =>
    `Size of ${dim} in ${input}`,
  "import.dynamic":
    "Enter a number for each open size. An empty size stays dynamic, which few passes support.",
  "import.add": "Add an input",
  "import.remove": ({ name }: { name: string }) => `Remove the input ${name}`,
  "import.badShape": "A shape is a list of numbers, such as 1, 3, 224, 224.",
  "import.badName": "An input needs a name.",
  "import.sameName": "Two inputs have the same name.",
  "import.badDim": "A size is a whole number, 0 or more.",

  "import.freeze": "Weights become constants of the program",
  "import.freezeNote":
    "Without this, weights are parameters, and the stage “bind parameters” makes them constants. Shapes that depend on their values are then known only at run time.",
  "import.friendly": "Names without dots, so that the text can be parsed again",

  "import.external": "External data",
  "import.externalNote":
    "The model keeps its weights in separate files. Choose them, or drop them here.",
  "import.externalHere": ({ size }: { size: string }) => size,
  "import.externalMissing": "missing",
  "import.chooseFiles": "Choose files…",

  "import.noRoom": "The model was not stored",
  "import.noRoomWords": ({ name }: { name: string }) =>
    `The browser has no room for ${name}. The model lasts until this page is closed or reloaded.`,
  "import.kept": ({ limit }: { limit: string }) =>
    `This browser keeps the file for your next visit, up to ${limit} for all models. Nothing is sent anywhere. A link contains only the file's name.`,
  "import.notKept": ({ limit }: { limit: string }) =>
    `The file is larger than the ${limit} that this browser keeps. Open it again after a reload. Nothing is sent anywhere. A link contains only the file's name.`,

  "import.import": "Import",
  "import.stop": "Stop",
  "import.cancel": "Cancel",
  "import.close": "Close",
};
