// Models in files of other frameworks.
import { model, node, tensor, value } from "../../../../scripts/lib/onnx.mjs";
import resnet from "../../../../examples/torchscript/resnet18.pt?url";
import { fileOf } from "./files";

export { fetchExample } from "../../../src/features/import/examples";

/** ResNet-18 as a TorchScript archive. */
export const torchscript = async (): Promise<File> =>
  fileOf("resnet18.pt", await (await fetch(resnet)).blob());

type Weights = Parameters<typeof model>[0]["weights"];

/** A model that adds a weight from a file to its input. */
export const sum = (
  weights: Weights = [tensor("w", [2], Float32Array.of(3, 4))],
  name = "sum.onnx",
): File =>
  fileOf(
    name,
    model({
      name: "sum",
      opset: 13,
      nodes: [node({ op: "Add", inputs: ["x", "w"], outputs: ["y"], name: "sum" })],
      inputs: [value("x", [2])],
      outputs: [value("y", [2])],
      weights,
    }),
  );
