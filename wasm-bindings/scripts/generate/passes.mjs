// Generates the passes as TypeScript: `transform.FoldConstant({ foldQnn: false })`.

import { narrowed } from "./choices.mjs";
import { importOfDType, namesIn, parseType, typeScript } from "./types.mjs";
import { banner, camelCase, docComment } from "./words.mjs";

const typeOf = (owner, option) => typeScript(parseType(narrowed(owner, option)), { given: true });

/** The members of an interface of the options of `owner`. */
export const optionMembers = (owner, options) =>
  options
    .map((option) => {
      const fallback = option.required ? "" : ` ${JSON.stringify(option.default)} by default.`;
      const doc = docComment([`${option.doc}${fallback}`], "  ");
      return `${doc}  ${camelCase(option.name)}${option.required ? "" : "?"}: ${typeOf(owner, option)};\n`;
    })
    .join("");

function passFunction(pass) {
  const required = pass.options.filter((option) => option.required);
  const optional = pass.options.filter((option) => !option.required);
  const lines = [`${pass.summary} Opt level ${pass.optLevel}.`];
  if (pass.required.length > 0)
    lines.push(`\`Sequential\` runs ${pass.required.join(", ")} before.`);
  for (const option of required) lines.push(`@param ${camelCase(option.name)} ${option.doc}`);

  const parameters = required.map(
    (option) => `${camelCase(option.name)}: ${typeOf(pass.name, option)}`,
  );
  const given = required.map((option) => {
    const name = camelCase(option.name);
    return `${name}: valueGiven("${pass.name}", "${name}", ${name})`;
  });
  let options = "";
  if (optional.length > 0) {
    parameters.push(`options: ${pass.name}Options = {}`);
    given.push(`...tableGiven("${pass.name}", "options", options)`);
    options = `export interface ${pass.name}Options {\n${optionMembers(pass.name, optional)}}\n\n`;
  }
  let argument = given.length > 0 ? `, { ${given.join(", ")} }` : "";
  if (pass.options.length === 0) {
    // An argument in JavaScript is an error of the engine, which has the pass's name.
    parameters.push("...none: []");
    argument = ", ...none";
  }
  return (
    options +
    docComment(lines) +
    `export function ${pass.name}(${parameters.join(", ")}): Pass {\n` +
    `  return createPass("${pass.name}"${argument});\n}\n`
  );
}

/** The names and texts of the files. */
export function passFiles(passes) {
  const names = passes.map((pass) => `  | "${pass.name}"\n`).join("");
  const types = passes.flatMap(({ options }) => options.map(({ type }) => parseType(type)));
  const text =
    banner("the engine's table of passes") +
    importOfDType(types.flatMap(namesIn)) +
    'import { tableGiven, valueGiven } from "../given.js";\n' +
    'import { createPass, type Pass } from "../pass.js";\n\n' +
    `/** The names of all passes. */\nexport type PassName =\n${names.trimEnd()};\n\n` +
    passes.map(passFunction).join("\n");
  return [["passes.ts", text]];
}
