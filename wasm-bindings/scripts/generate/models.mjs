// Generates the options of models as TypeScript: `ModelOptions["resnet"]`.

import { optionMembers } from "./passes.mjs";
import { banner, docComment } from "./words.mjs";

function member({ name, summary, options }) {
  const members = optionMembers(options).replace(/^(?=.)/gm, "  ");
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `${docComment([summary], "  ")}  ${key}: {\n${members}  };\n`;
}

/** The names and texts of the files. */
export function modelFiles(models) {
  const text =
    banner("the engine's table of models") +
    "/** The options of each model; `relay.getWorkload` takes them. */\n" +
    `export interface ModelOptions {\n${models.map(member).join("")}}\n`;
  return [["models.ts", text]];
}
