// The files that cells may use: files["resnet18.pt"], in Python what torchvision's model is read from. They are fetched
// when a cell that names one is run.
import resnet18 from "../../../examples/torchscript/resnet18.pt?url";
import type { FilesOf } from "./client";

interface CellFile {
  readonly name: string;
  readonly address: string;
  /** What code mentions that uses it. */
  readonly mention: RegExp;
}

const known: readonly CellFile[] = [
  { name: "resnet18.pt", address: resnet18, mention: /resnet18\.pt|\btorchvision\b/ },
];

async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

export const filesOf: FilesOf = (code, given) => {
  const wanted = known.filter(({ name, mention }) => mention.test(code) && !given.has(name));
  if (wanted.length === 0) return undefined;
  return Promise.all(
    wanted.map(async ({ name, address }) => [name, await fetchFile(address)] as const),
  ).then((files) => Object.fromEntries(files));
};
