// The sandbox of this page. Loaded when code is run for the first time.
import wasm from "passcope/passcope.wasm?url";
import script from "../worker/code-main.ts?worker&url";
import { sandboxSpawner, type SandboxFiles } from "./spawner";

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

async function files(): Promise<SandboxFiles> {
  const [text, bytes] = await Promise.all([
    fetched(script).then((response) => response.text()),
    fetched(wasm).then((response) => response.arrayBuffer()),
  ]);
  return { script: text, wasm: bytes };
}

export const sandbox = sandboxSpawner({
  frame: new URL("sandbox.html", document.baseURI).href,
  files,
  parent: document.body,
});
