// The package as the sandbox's worker has it: with the engine that came from the page.
import { loadEngine } from "passcope/bare";
import { start } from "./start";

await loadEngine(start.wasm);

export * from "passcope/bare";
