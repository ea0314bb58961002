// The types of the engine's schema, and their counterparts in TypeScript:
//
//   type  := choice | "list[" type "]" | "tuple[" type { "," type } "]" | "dict[string," type "]"
//          | "optional[" type "]" | name
//   choice := text in quotes { "|" text in quotes }
//
// A name is one of the plain types below or, with a capital letter, a record.

const plain = {
  bool: "boolean",
  int: "number",
  float: "number",
  string: "string",
  dtype: "DType",
  dim: "number | string",
  module: "IRModule",
  any: "unknown",
};

const parameters = { list: 1, dict: 2, optional: 1 };

/** @typedef {{ kind: string, of?: Type[], values?: string[], name?: string }} Type */

/**
 * Parses a type of the schema: {kind: "bool"}, {kind: "list", of: [type]}, {kind: "literal", values: ["a", "b"]},
 * {kind: "record", name: "TimingNode"}, …
 *
 * @param {string} text
 * @returns {Type}
 */
export function parseType(text) {
  let rest = text;
  const fail = () => {
    throw new Error(`'${text}' is no type of the schema: not understood from '${rest}' on`);
  };
  const take = (pattern) => {
    const found = new RegExp(`^\\s*(?:${pattern.source})`).exec(rest);
    if (!found) return undefined;
    rest = rest.slice(found[0].length);
    return found[0].trim();
  };
  const one = () => {
    const values = [];
    for (let word = take(/"[^"]*"/); word !== undefined; word = take(/"[^"]*"/)) {
      values.push(JSON.parse(word));
      if (!take(/\|/)) return { kind: "literal", values };
    }
    if (values.length > 0) fail();
    const name = take(/[A-Za-z]\w*/) ?? fail();
    if (take(/\[/) === undefined) {
      if (Object.hasOwn(plain, name)) return { kind: name };
      return /^[A-Z]/.test(name) ? { kind: "record", name } : fail();
    }
    const of = [one()];
    while (take(/,/) !== undefined) of.push(one());
    if (take(/\]/) === undefined) fail();
    if (name !== "tuple" && parameters[name] !== of.length) fail();
    return { kind: name, of };
  };
  const type = one();
  if (rest.trim() !== "") fail();
  return type;
}

/**
 * A type as TypeScript.
 *
 * @param {Type} type
 * @param {{ given?: boolean }} [options] `given`: the value is an argument, which the engine does not change, so the
 * type is read-only.
 * @returns {string}
 */
export function typeScript(type, { given = false } = {}) {
  const inner = (of) => typeScript(of, { given });
  const readonly = given ? "readonly " : "";
  switch (type.kind) {
    case "literal":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "record":
      return type.name;
    case "list": {
      const item = inner(type.of[0]);
      return `${readonly}${/[ |]/.test(item) ? `(${item})` : item}[]`;
    }
    case "tuple":
      return `${readonly}[${type.of.map(inner).join(", ")}]`;
    case "dict": {
      const record = `Record<string, ${inner(type.of[1])}>`;
      return given ? `Readonly<${record}>` : record;
    }
    case "optional":
      return `${inner(type.of[0])} | null`;
    default:
      return plain[type.kind];
  }
}

/** The names that a file with this type must import: records and DType. */
export function namesIn(type) {
  if (type.kind === "record") return [type.name];
  if (type.kind === "dtype") return ["DType"];
  return (type.of ?? []).flatMap(namesIn);
}

/** The import of DType, if the names include it. */
export const importOfDType = (names) =>
  names.includes("DType") ? 'import type { DType } from "../tensor_types.js";\n' : "";
