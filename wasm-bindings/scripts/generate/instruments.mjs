// Generates the classes of the built-in instruments. instruments.ts has a class for each row of the engine's table. If
// js/instruments has a file of the instrument's name, the generated class is the base of the class there.
// instrument_table.ts lists all classes.

import { optionMembers } from "./passes.mjs";
import { namesIn, parseType, typeScript } from "./types.mjs";
import { banner, camelCase, docComment } from "./words.mjs";

/** `PassTimingInstrument` is in pass_timing_instrument.ts, `DumpIR` in dump_ir.ts. */
const fileOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

/** A method for a question that only this instrument answers. */
function question({ name, arguments: list, answer, doc }) {
  const parameters = list.map(
    (argument) =>
      `${camelCase(argument.name)}${argument.required ? "" : "?"}: ${typeScript(parseType(argument.type))}`,
  );
  const given = `{ ${list.map((argument) => camelCase(argument.name)).join(", ")} }`;
  const asked = `this.ask("${name}", ${list.length > 0 ? given : "{}"})`;
  const type = parseType(answer);
  const answered = typeScript(type);
  const value =
    type.kind === "string"
      ? asked
      : type.kind === "module"
        ? `new IRModule(Number(${asked}))`
        : `JSON.parse(${asked}) as ${answered}`;
  const docs = list.map((argument) => `@param ${camelCase(argument.name)} ${argument.doc}`);
  return `${docComment([doc, ...docs], "  ")}  ${name}(${parameters.join(", ")}): ${answered} {\n    return ${value};\n  }\n`;
}

function instrumentClass(row, extended) {
  const hasOptions = row.options.length > 0;
  const base = extended.has(row.name);
  const options = `${row.name}Options`;
  const parts = [];
  const parameters = [
    ...(hasOptions ? [`options: ${options} = {}`] : []),
    ...(base ? ["write?: Write"] : []),
    ...(hasOptions || base ? [] : ["...none: []"]),
  ];
  const given = [
    `"${row.name}"`,
    ...(hasOptions ? ["options"] : base ? ["{}"] : []),
    ...(base ? ["write"] : []),
    ...(hasOptions || base ? [] : ["...none"]),
  ];
  parts.push(`  constructor(${parameters.join(", ")}) {\n    super(${given.join(", ")});\n  }\n`);
  if (row.data) {
    const type = typeScript(parseType(row.data.type));
    parts.push(
      docComment([row.data.doc], "  ") +
        `  ${row.data.name}(): ${type} {\n    return this.data() as ${type};\n  }\n`,
    );
  }
  if (row.text) {
    parts.push(
      "  /** Returns the data as text. */\n  render(): string {\n    return this.text();\n  }\n",
    );
  }
  parts.push(...row.questions.map(question));
  if (row.clears) {
    parts.push(
      "  /** Deletes the collected data. */\n  clear(): void {\n    this.forget();\n  }\n",
    );
  }
  const members = hasOptions
    ? `export interface ${options} {\n${optionMembers(row.name, row.options)}}\n\n`
    : "";
  return (
    members +
    docComment([row.summary]) +
    `export ${base ? "abstract " : ""}class ${row.name} extends BuiltInInstrument {\n` +
    `${parts.join("\n")}}\n`
  );
}

/**
 * The names and texts of the files.
 *
 * @param {object[]} rows the rows of the schema
 * @param {Set<string>} files the files of js/instruments, without their extension
 */
export function instrumentFiles(rows, files) {
  const extended = new Set(rows.map(({ name }) => name).filter((name) => files.has(fileOf(name))));
  const types = rows.flatMap(({ data, questions }) => [
    ...(data ? [data.type] : []),
    ...questions.map(({ answer }) => answer),
  ]);
  const used = [...new Set(types.flatMap((type) => namesIn(parseType(type))))].sort();
  const head = banner("the engine's table of instruments");
  const classes =
    head +
    'import { BuiltInInstrument } from "../built_in_instrument.js";\n' +
    (types.includes("module") ? 'import { IRModule } from "../ir.js";\n' : "") +
    (extended.size > 0 ? 'import type { Write } from "../host.js";\n' : "") +
    (used.length > 0 ? `import type { ${used.join(", ")} } from "./records.js";\n` : "") +
    `\n${rows.map((row) => instrumentClass(row, extended)).join("\n")}`;
  const place = ({ name }) =>
    extended.has(name) ? `../instruments/${fileOf(name)}.js` : "./instruments.js";
  const names = rows.map(({ name }) => name);
  const table =
    head +
    rows.map((row) => `import { ${row.name} } from "${place(row)}";\n`).join("") +
    `\nexport { ${names.join(", ")} };\n\n` +
    "/** The class of each instrument of the table. */\n" +
    `export const builtIn = { ${names.join(", ")} };\n`;
  return [
    ["instruments.ts", classes],
    ["instrument_table.ts", table],
  ];
}
