// Finds the functions of the engine's module that read other frameworks' models: those that only the session's
// functions for models call, directly or not.
//
// Calls through the function table, such as those of converters, have no visible caller. Such a function belongs to the
// part if its name is in the namespace passcope::frontend. The linker merges equal functions, so a name can be wrong.
// Such a function may be in a part that does not need it, but the part is loaded when the function is called.

import { execFileSync } from "node:child_process";
import { findBinaryen } from "../../scripts/lib/requirements.mjs";

/** The session's functions for models (src/api/session_import.cc), and their callers for JavaScript. */
const entries = /7Session(?:8FromOnnx|11FromPytorch|12DescribeFile|11ReadTensors)E/;
/** A mangled C++ name of a function of the namespace, or of something that is defined inside of such a function. */
const ofFrontends = /(?:^_Z|Z)NK?8passcope8frontend/;

/**
 * Reads the calls of a module with names: the callees of each function, and the functions that the table, exports and
 * the start refer to.
 *
 * @param {string} text the module in WebAssembly's text format
 */
function readCalls(text) {
  const calls = new Map();
  const roots = new Set();
  const names = (of, pattern) => Array.from(of.matchAll(pattern), ([, name]) => name);
  // In the text of wasm-dis, each top-level form begins a line with one blank.
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
 * @returns {string[]} the names of the functions that read models
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
