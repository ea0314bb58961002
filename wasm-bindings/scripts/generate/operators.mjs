// Generates the operators as TypeScript: `relay.nn.conv2d(data, weight, { kernel_size: [3, 3] })`.
//
// The arguments of an operator come first, then an object with its attributes. As far as they follow rules, the
// functions convert arguments as TVM's functions in Python do:
//
// - An array of tensors is accepted for a tuple.
// - An attribute that repeats an argument is filled in from it (arange's start, stop and step).
// - Convolutions and poolings accept one number for all dimensions, and mirror a padding for one side: [1, 2] is [1, 2,
//   1, 2].

import { banner, docComment, safe } from "./words.mjs";

/** The types of attributes. One number is accepted for all dimensions. */
const types = {
  bool: "boolean",
  int: "number",
  float: "number",
  string: "string",
  dtype: "DType",
  "list[int]": "number | readonly number[]",
  "optional[int]": "number | null",
  "optional[list[int]]": "number | readonly number[] | null",
  any: "unknown",
};

/** The operators whose functions in TVM complete the padding. The digit before the "d" is the number of dimensions. */
const padded =
  /^(qnn\.conv2d(_transpose)?|nn\.(conv[123]d|conv[23]d_transpose|(max|avg)_pool[123]d|contrib_(depthwise_)?conv2d_NCHWc|contrib_conv2d_(gemm|winograd)_without_weight_transform|contrib_conv3d_winograd_without_weight_transform|deformable_conv2d|bitserial_conv2d|conv2d_backward_weight))$/;

/** The attributes that are filled in from an argument of the same name. */
const fromArgs = (op) =>
  op.attrs.filter((attr) => attr.type === "any" && op.args.some(({ name }) => name === attr.name));

const givenAttrs = (op) => op.attrs.filter((attr) => !fromArgs(op).includes(attr));

function attrsInterface(name, attrs) {
  const members = attrs.map((attr) => {
    const type = types[attr.type];
    if (!type) throw new Error(`${name}.${attr.name}: no TypeScript for '${attr.type}'`);
    const fallback = attr.required ? "" : ` ${JSON.stringify(attr.default)} by default.`;
    const doc = docComment([`${attr.doc}${fallback}`], "  ");
    return `${doc}  ${attr.name}${attr.required ? "" : "?"}: ${type};\n`;
  });
  return `export interface ${name} {\n${members.join("")}}\n`;
}

/** The interfaces of all attributes by name. Operators with the same type share one. */
function interfaces(ops) {
  const found = new Map();
  const names = new Map();
  for (const op of ops) {
    const attrs = givenAttrs(op);
    if (attrs.length === 0) continue;
    let name = op.attrsType.replace(/^.*\./, "");
    const text = () => attrsInterface(name, attrs);
    while (found.has(name) && found.get(name) !== text()) name += "_";
    found.set(name, text());
    names.set(op.name, name);
  }
  return { names, text: [...found.values()].join("\n") };
}

function operatorFunction(op, attrsName) {
  const own = op.name.replace(/^.*\./, "");
  const attrs = givenAttrs(op);
  const parameters = op.args.map(
    ({ name, type }) => `${safe(name)}: ${type.startsWith("Tuple[") ? "Exprs" : "Expr"}`,
  );
  const required = attrs.some((attr) => attr.required);
  if (attrs.length > 0) parameters.push(`attrs${required ? "" : "?"}: ${attrsName}`);
  const filled = fromArgs(op).map(({ name }) => `${name}: ${safe(name)}`);
  let given = attrs.length > 0 ? ", attrs" : "";
  if (filled.length > 0) given = `, { ${filled.join(", ")}${given ? ", ...attrs" : ""} }`;
  if (padded.test(op.name)) given = `, spatial(attrs, ${/(\d)d/.exec(op.name)[1]})`;
  const docs = [op.doc, ...op.args.map(({ name, doc }) => `@param ${safe(name)} ${doc}`)];
  const call = `operator("${op.name}", [${op.args.map(({ name }) => safe(name)).join(", ")}]${given})`;
  // A name can be a reserved word of JavaScript. A member can have such a name, but a function cannot.
  const local = safe(own);
  return (
    docComment(docs) +
    `${local === own ? "export " : ""}function ${local}(${parameters.join(", ")}): Call {\n` +
    `  return ${call};\n}\n` +
    (local === own ? "" : `export { ${local} as ${own} };\n`)
  );
}

const fileOf = (prefix) => ["ops", ...prefix].join("_");

/** The names and texts of the files. */
export function operatorFiles(ops) {
  const head = banner("the engine's table of operators");
  const { names, text } = interfaces(ops);
  const prefixes = new Map([["", []]]);
  for (const { name } of ops) {
    const parts = name.split(".").slice(0, -1);
    for (let i = 1; i <= parts.length; ++i)
      prefixes.set(parts.slice(0, i).join("."), parts.slice(0, i));
  }
  const files = [
    ["attrs.ts", `${head}import type { DType } from "../tensor_types.js";\n\n${text}`],
  ];
  for (const [prefix, parts] of prefixes) {
    const own = ops.filter(({ name }) => name.split(".").slice(0, -1).join(".") === prefix);
    const used = [...new Set(own.map(({ name }) => names.get(name)).filter(Boolean))].sort();
    const inner = [...prefixes.values()].filter(
      (other) =>
        other.length === parts.length + 1 &&
        other.join(".").startsWith(`${prefix}${prefix && "."}`),
    );
    const functions = own.map((op) => operatorFunction(op, names.get(op.name))).join("\n");
    const helpers = ["operator", "spatial"].filter((name) => functions.includes(`${name}(`));
    const imports =
      (functions.includes(": Exprs") || functions.includes(": Expr")
        ? `import type { Call, Expr } from "../expr.js";\n`
        : "") +
      (helpers.length > 0
        ? `import { ${helpers.join(", ")}${functions.includes(": Exprs") ? ", type Exprs" : ""} } from "../operator.js";\n`
        : "") +
      (used.length > 0 ? `import type { ${used.join(", ")} } from "./attrs.js";\n` : "");
    const namespaces = inner
      .map((other) => `export * as ${other.at(-1)} from "./${fileOf(other)}.js";\n`)
      .join("");
    files.push([`${fileOf(parts)}.ts`, `${head}${namespaces}${imports}\n${functions}`]);
  }
  return files;
}
