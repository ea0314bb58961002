// What the sandbox's worker is made of, fetched from beside this script.
import wasm from "passcope/passcope.wasm?url";
import script from "../worker/code-main.ts?worker&url";
import type { SandboxFiles } from "./spawner";

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

export async function sandboxFiles(): Promise<SandboxFiles> {
  const [text, bytes] = await Promise.all([
    fetched(script).then((response) => response.text()),
    fetched(wasm).then((response) => response.arrayBuffer()),
  ]);
  return { script: text, wasm: bytes };
}
