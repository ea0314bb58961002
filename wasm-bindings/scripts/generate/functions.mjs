// Generates raw.ts: the functions that bindings.cc registers, from the table src/api/functions.def.

import { banner, camelCase, docComment, safe } from "./words.mjs";

/** The types of src/api/functions.h in TypeScript. */
const types = {
  Void: "void",
  Bool: "boolean",
  Int: "number",
  Count: "number",
  Real: "number",
  String: "string",
  Source: "string | Uint8Array",
  Json: "string",
  Handle: "Handle",
  Object: "HostObject",
  Bytes: "Uint8Array",
};

/**
 * Reads the entries of the table.
 *
 * @param {string} text the text of functions.def
 * @returns {{ name: string, result: string, parameters: { type: string, name: string }[], doc: string }[]}
 */
export function readFunctions(text) {
  const entry = /\s*FUNCTION\((\w+),\s*\w+,\s*(\w+),\s*\(([^)]*)\),((?:\s*"(?:[^"\\]|\\.)*")+)\)/y;
  const rest = text.replace(/^\s*\/\/.*$/gm, (comment) => " ".repeat(comment.length)).trimEnd();
  const found = [];
  for (let at = 0; at < rest.length; at = entry.lastIndex) {
    entry.lastIndex = at;
    const match = entry.exec(rest);
    if (!match) throw new Error(`functions.def: no entry at '${rest.slice(at, at + 60).trim()}'`);
    const [, name, result, list, docs] = match;
    const parameters = list
      .split(",")
      .map((parameter) => parameter.trim().split(/\s+/))
      .filter(([type]) => type !== "")
      .map(([type, parameter]) => ({ type, name: parameter }));
    for (const type of [result, ...parameters.map((parameter) => parameter.type)]) {
      if (!Object.hasOwn(types, type)) throw new Error(`${name}: no TypeScript for '${type}'`);
    }
    const doc = docs
      .match(/"(?:[^"\\]|\\.)*"/g)
      .map((part) => JSON.parse(part))
      .join("");
    found.push({ name, result, parameters, doc });
  }
  return found;
}

function method({ name, result, parameters, doc }) {
  const list = parameters.map(
    (parameter) => `${safe(camelCase(parameter.name))}: ${types[parameter.type]}`,
  );
  return `${docComment([doc], "  ")}  ${name}(${list.join(", ")}): ${types[result]};\n`;
}

/** The names and texts of the files. */
export const functionFiles = (functions) => [
  [
    "raw.ts",
    banner("the table src/api/functions.def") +
      "/** Of an object in the engine; 0 is none. */\ntype Handle = number;\n" +
      "/** The number that the host has given to an object of its own; 0 is none. */\n" +
      "type HostObject = number;\n\n" +
      "/** The functions of the engine. Structured data crosses as JSON text. */\n" +
      `export interface RawEngine {\n${functions.map(method).join("\n")}}\n`,
  ],
];
