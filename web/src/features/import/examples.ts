// The example networks of the site in ONNX files (examples/onnx).
import attention from "../../../../examples/onnx/attention.onnx?url";
import cnn from "../../../../examples/onnx/cnn.onnx?url";
import lstm from "../../../../examples/onnx/lstm.onnx?url";
import mlp from "../../../../examples/onnx/mlp.onnx?url";
import { own } from "../../i18n/own";

const addresses: Readonly<Record<string, string>> = {
  "attention.onnx": attention,
  "cnn.onnx": cnn,
  "lstm.onnx": lstm,
  "mlp.onnx": mlp,
};

export async function fetchExample(name: string): Promise<File> {
  const response = await fetch(own(addresses, name) ?? name);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return new File([await response.blob()], name, { lastModified: 0 });
}
