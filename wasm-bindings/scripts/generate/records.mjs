// Generates the records that the engine returns. records.ts has their types. descriptions.ts describes them as data,
// for programs that validate them.

import { importOfDType, namesIn, parseType, typeScript } from "./types.mjs";
import { banner, docComment } from "./words.mjs";

/** This union of all decisions replaces the record for any decision. */
const UNION = "Decision";

const fieldOf = ({ name, type, optional = false, doc = "" }) => ({
  name,
  type: parseType(type),
  optional,
  doc,
});

/**
 * The records of a schema, with parsed types: {name, doc, form: "object" | "tuple", fields} or {name, doc, form:
 * "union", sorts: [{name, doc, fields}]}.
 */
function readRecords(schema) {
  const records = schema.records
    .filter(({ name }) => name !== UNION)
    .map(({ name, doc, tuple = false, fields }) => ({
      name,
      doc,
      form: tuple ? "tuple" : "object",
      fields: fields.map(fieldOf),
    }));
  const sorts = schema.decisions.map(({ name, doc, arguments: fields }) => ({
    name,
    doc,
    fields: fields.map(fieldOf),
  }));
  const doc = schema.records.find(({ name }) => name === UNION)?.doc ?? "";
  return [...records, { name: UNION, doc, form: "union", sorts }];
}

const member = ({ name, type, optional, doc }) =>
  `${docComment([doc], "  ")}  ${name}${optional ? "?" : ""}: ${typeScript(type)};\n`;

function declaration(record) {
  const doc = docComment([record.doc]);
  switch (record.form) {
    case "tuple": {
      const items = record.fields.map(({ name, type }) => `${name}: ${typeScript(type)}`);
      return `${doc}export type ${record.name} = [${items.join(", ")}];\n`;
    }
    case "union": {
      const sorts = record.sorts.map((sort) => {
        const fields = sort.fields.map(({ name, type }) => `; ${name}: ${typeScript(type)}`);
        return `${docComment([sort.doc], "  ")}  | { kind: "${sort.name}"${fields.join("")} }`;
      });
      return `${doc}export type ${record.name} =\n${sorts.join("\n")};\n`;
    }
    default:
      return `${doc}export interface ${record.name} {\n${record.fields.map(member).join("")}}\n`;
  }
}

const described = (fields) =>
  fields.map(({ name, type, optional }) => ({ name, type, ...(optional ? { optional } : {}) }));

function description({ name, form, fields, sorts }) {
  const value =
    form === "union"
      ? {
          form,
          sorts: Object.fromEntries(sorts.map((sort) => [sort.name, described(sort.fields)])),
        }
      : { form, fields: described(fields) };
  return `  ${name}: ${JSON.stringify(value)},\n`;
}

/** The names and texts of the files. */
export function recordFiles(schema) {
  const records = readRecords(schema);
  const head = banner("the engine's schema of records");
  const used = records.flatMap((record) =>
    [...(record.fields ?? []), ...(record.sorts ?? []).flatMap((sort) => sort.fields)].flatMap(
      ({ type }) => namesIn(type),
    ),
  );
  const unknown = used.find(
    (name) => name !== "DType" && !records.some((record) => record.name === name),
  );
  if (unknown !== undefined) throw new Error(`the schema has no record ${unknown}`);
  const table = records.map(({ name }) => `  ${name}: ${name};\n`).join("");
  return [
    [
      "records.ts",
      `${head}${importOfDType(used)}${records.map(declaration).join("\n")}\n` +
        `/** All records by name. */\nexport interface Records {\n${table}}\n`,
    ],
    [
      "descriptions.ts",
      `${head}import type { RecordDescription } from "../record_description.js";\n` +
        'import type { Records } from "./records.js";\n\n' +
        "/** What the records consist of. */\n" +
        "export const records: Readonly<Record<keyof Records, RecordDescription>> = {\n" +
        `${records.map(description).join("")}};\n\n` +
        "/** The engine's words for each kind of decision; `{by}` is the place of the argument `by`. */\n" +
        `export const decisions: Readonly<Record<Records["${UNION}"]["kind"], string>> = {\n` +
        `${schema.decisions.map(({ name, text }) => `  ${JSON.stringify(name)}: ${JSON.stringify(text)},\n`).join("")}};\n`,
    ],
  ];
}
