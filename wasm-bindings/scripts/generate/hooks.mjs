// Generates the hooks of instruments: hooks.ts has their names, hook_methods.ts the interface of objects with hooks.

import { banner, docComment } from "./words.mjs";

/** The types of the hooks' arguments in TypeScript. */
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

/** The names and texts of the files. */
export function hookFiles(hooks) {
  const head = banner("the engine's table of hooks");
  const takes = hooks.map(({ name, takes }) => `  ${name}: ${JSON.stringify(takes)},\n`).join("");
  return [
    [
      "hooks.ts",
      `${head}/** What each hook is given, in the engine's order of hooks. */\n` +
        `export const hooks = {\n${takes}} as const;\n\n` +
        "export type HookName = keyof typeof hooks;\n",
    ],
    [
      "hook_methods.ts",
      `${head}import type { IRModule } from "../ir.js";\n` +
        'import type { PassInfo } from "./records.js";\n\n' +
        "/** The hooks that an instrument can have. */\n" +
        `export interface PassInstrumentHooks {\n${hooks.map(hook).join("")}}\n`,
    ],
  ];
}
