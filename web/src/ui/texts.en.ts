import { number } from "../i18n/en/format";

export const ui = {
  "common.close": "Close",
  "common.loading": "Loading…",
  "common.tryAgain": "Try again",
  "common.wrapLines": "Wrap lines",
  "common.viewFailed": "This view could not be loaded. Is there a connection?",
  "view.failed": "This view failed.",
  "view.failedRest": "The rest of the page works on. This is a bug in Passcope.",
  "view.details": "Details",
  "copy.copy": "Copy",
  "copy.copied": "Copied",
  "copy.refused": "Not allowed",
  "failure.crashed": "The engine crashed",
  "failure.memory": "The engine ran out of memory",
  "failure.memoryReplaced":
    "and has been replaced; your pipeline is untouched. A smaller program or model may fit.",
  "failure.python": "Python ended",
  "failure.pythonReplaced":
    "because the code aborted it, or its calls were nested too deeply. The next run starts it again.",
  "failure.replaced":
    "and has been replaced; your pipeline is untouched. This is a bug in Passcope, and this is its report:",
  "failure.atLine": ({ line }: { line: number }) => `at line ${line} of the code`,
  "tree.missed": ({ missed }: { missed: number }) => `${number(missed)} missed`,
  "detail.counted": ({ name, count }: { name: string; count: number }) => `${name} (${count})`,
  "program.drop": "Drop to open",
  "program.dropKinds": "Relay text, a model (.onnx, .pt), or a reproducer",
  "picker.none": "No name matches.",
};
