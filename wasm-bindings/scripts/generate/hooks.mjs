// The hooks of instruments: their names, and the object that has some of them.

import { banner, docComment } from "./words.mjs";

/** What hooks are given, in TypeScript. */
const types = { mod: "IRModule", info: "PassInfo", error: "string" };

function hook({ name, takes, answers, doc, beyondTvm }) {
  const parameters = takes.map((parameter) => {
    if (!Object.hasOwn(types, parameter)) throw new Error(`${name}: no type for '${parameter}'`);
    return `${parameter}: ${types[parameter]}`;
  });
  const text = beyondTvm ? `Beyond TVM. ${doc}` : doc;
  const result = answers ? "boolean | void" : "void";
  return `${docComment([text], "  ")}  ${name}?(${parameters.join(", ")}): ${result};\n`;
}

/** Names and texts of the files. */
export const hookFiles = (hooks) => [
  [
    "hooks.ts",
    banner("the engine's table of hooks") +
      'import type { IRModule } from "../ir.js";\n' +
      'import type { PassInfo } from "../pass.js";\n\n' +
      "/** What each hook is given, in the engine's order of hooks. */\n" +
      `export const hooks = {\n${hooks
        .map(({ name, takes }) => `  ${name}: ${JSON.stringify(takes)},\n`)
        .join("")}} as const;\n\n` +
      "export type HookName = keyof typeof hooks;\n\n" +
      `/** The hooks that an instrument can have. */\nexport interface PassInstrumentHooks {\n${hooks.map(hook).join("")}}\n`,
  ],
];
