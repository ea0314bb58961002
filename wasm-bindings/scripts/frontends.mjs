// Which functions of the engine's module read other frameworks' models: those of the namespace passcope::frontend, and
// those that nothing but these calls.

import { execFileSync } from "node:child_process";
import { findBinaryen } from "../../scripts/lib/requirements.mjs";

/** Of a function of the namespace, or of something that is defined inside of one: in the names of C++'s ABI. */
const ofFrontends = /(?:^_Z|Z)NK?8passcope8frontend/;

/**
 * The functions of a module with names: whom each calls, and those that the table, exports and the start refer to.
 *
 * @param {string} text the module in WebAssembly's text format
 */
function readCalls(text) {
  const calls = new Map();
  const roots = new Set();
  const names = (of, pattern) => Array.from(of.matchAll(pattern), ([, name]) => name);
  // Every top-level form of wasm-dis's text begins a line with one blank.
  for (const form of text.split(/\n (?=\()/)) {
    const [, kind, own] = /^\((\w+) (\$[^\s()]+)?/.exec(form) ?? [];
    if (kind === "func") {
      calls.set(own, names(form, /\((?:return_call|call|ref\.func) (\$[^\s()]+)/g));
    } else if (["elem", "export", "start"].includes(kind)) {
      for (const name of names(form, /(\$[^\s()]+)/g)) roots.add(name);
    }
  }
  return { calls, roots };
}

/**
 * @param {string} module the file of a module with the names of its functions
 * @returns {string[]} names
 */
export function frontendFunctions(module) {
  const program = findBinaryen("wasm-dis");
  if (!program) throw new Error("wasm-dis was not found: it is part of Binaryen");
  const text = execFileSync(program, [module], { encoding: "utf8", maxBuffer: 2 ** 30 });
  const { calls, roots } = readCalls(text);
  const isFrontend = (name) => ofFrontends.test(name.slice(1));
  const others = new Set();
  const waiting = [...roots].filter((name) => !isFrontend(name));
  while (waiting.length > 0) {
    const name = waiting.pop();
    if (others.has(name)) continue;
    others.add(name);
    waiting.push(...(calls.get(name) ?? []).filter((callee) => !isFrontend(callee)));
  }
  const found = [...calls.keys()].filter((name) => !others.has(name)).map((name) => name.slice(1));
  if (!found.some((name) => ofFrontends.test(name))) {
    throw new Error("no function of the module is named as one of passcope::frontend");
  }
  return found;
}
