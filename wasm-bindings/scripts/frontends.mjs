// Which functions of the engine's module read other frameworks' models: those that only the session's functions for
// models call, directly or not.
//
// What is called through the function table, such as a converter, nobody is seen to call. It belongs to them when it is
// named as a part of the namespace passcope::frontend. Where a name is wrong, since the linker makes equal functions one,
// a function is in a part where it need not be, and is loaded with that.

import { execFileSync } from "node:child_process";
import { findBinaryen } from "../../scripts/lib/requirements.mjs";

/** The session's functions that lead to them (src/api/session_import.cc), and what calls these for JavaScript. */
const entries = /7Session(?:8FromOnnx|11FromPytorch|12DescribeFile|11ReadTensors)E/;
/** A function of the namespace, or something that is defined inside of one: in the names of C++'s ABI. */
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
  const others = new Set();
  const waiting = [...roots].filter(
    (name) => !entries.test(name) && !ofFrontends.test(name.slice(1)),
  );
  while (waiting.length > 0) {
    const name = waiting.pop();
    if (others.has(name)) continue;
    others.add(name);
    waiting.push(...(calls.get(name) ?? []).filter((callee) => !entries.test(callee)));
  }
  const found = [...calls.keys()].filter((name) => !others.has(name)).map((name) => name.slice(1));
  if (!found.some((name) => ofFrontends.test(name))) {
    throw new Error("no function of the module is named as one of passcope::frontend");
  }
  return found;
}
