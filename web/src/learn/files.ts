// The files that cells may use: files["resnet18.pt"]. They are fetched when a cell that names one is run.
import resnet18 from "../../../examples/torchscript/resnet18.pt?url";
import type { FilesOf } from "./client";

const addresses: Readonly<Record<string, string>> = { "resnet18.pt": resnet18 };

async function fetchFile(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

export const filesOf: FilesOf = (code, given) => {
  const wanted = Object.entries(addresses).filter(
    ([name]) => code.includes(name) && !given.has(name),
  );
  if (wanted.length === 0) return undefined;
  return Promise.all(
    wanted.map(async ([name, address]) => [name, await fetchFile(address)] as const),
  ).then((files) => Object.fromEntries(files));
};
