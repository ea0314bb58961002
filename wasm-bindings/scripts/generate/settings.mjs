// Generates the options of contexts, Sequentials, custom passes and graphs as TypeScript, such as `SequentialOptions`,
// and the keys of a context's config.

import { optionMembers } from "./passes.mjs";
import { narrowed } from "./choices.mjs";
import { importOfDType, namesIn, parseType, typeScript } from "./types.mjs";
import { banner, docComment } from "./words.mjs";

const interfaceOf = ({ name, summary, options }) =>
  `${docComment([summary])}export interface ${name}Options {\n${optionMembers(name, options)}}\n`;

const configMember = ({ name, type, doc }) =>
  `${docComment([doc], "  ")}  ${JSON.stringify(name)}?: ${typeScript(parseType(narrowed("config", { name, type })), { given: true })};\n`;

/** The names and texts of the files. */
export function settingsFiles(settings, configKeys) {
  const types = settings.flatMap(({ options }) => options.map(({ type }) => parseType(type)));
  const text =
    banner("the engine's tables of settings and of config keys") +
    importOfDType(types.flatMap(namesIn)) +
    `${settings.map(interfaceOf).join("\n")}\n` +
    "/** Settings of a context by TVM's names. */\n" +
    `export interface ConfigOptions {\n${configKeys.map(configMember).join("")}}\n`;
  return [["settings.ts", text]];
}
