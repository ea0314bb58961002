// The files that cells may use: files["resnet18.pt"] in JavaScript, torchvision's model in Python. They are fetched
// when a cell that mentions one runs.
import resnet18 from "../../../examples/torchscript/resnet18.pt?url";
import type { FilesOf } from "./client";

interface CellFile {
  readonly name: string;
  readonly address: string;
  /** Matches code that uses the file. */
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
