// Generates the options of models as TypeScript: `ModelOptions["resnet"]`.

import { optionMembers } from "./passes.mjs";
import { importOfDType } from "./types.mjs";
import { banner, docComment } from "./words.mjs";

/** The data types of networks are strings in the schema. */
const withDType = (option) => (option.name === "dtype" ? { ...option, type: "dtype" } : option);

function member({ name, summary, options }) {
  const members = optionMembers("*", options.map(withDType)).replace(/^(?=.)/gm, "  ");
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `${docComment([summary], "  ")}  ${key}: {\n${members}  };\n`;
}

/** The names and texts of the files. */
export function modelFiles(models) {
  const text =
    banner("the engine's table of models") +
    importOfDType(["DType"]) +
    "/** The options of each model; `relay.getWorkload` takes them. */\n" +
    `export interface ModelOptions {\n${models.map(member).join("")}}\n`;
  return [["models.ts", text]];
}
