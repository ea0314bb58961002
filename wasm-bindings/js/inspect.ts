// What `console.log` and `util.inspect` show of the package's objects, in Node, Bun and Deno.

/** The options of `util.inspect` that the package's objects respect. */
export interface InspectOptions {
  readonly depth?: number | null | undefined;
  readonly maxArrayLength?: number | null | undefined;
  /** The object is within another one. */
  readonly nested?: boolean | undefined;
  readonly stylize?: ((text: string, style: string) => string) | undefined;
}

export type Inspect = (value: unknown, options?: InspectOptions) => string;

/** The key of the method that shows an object. */
export const inspectKey = Symbol.for("nodejs.util.inspect.custom");

/** @internal The longest text that is shown of a program or a table. */
const kLines = 20;
const kColumns = 160;

/** @internal Shortens a line. */
export const cut = (text: string, columns = kColumns): string =>
  text.length > columns ? `${text.slice(0, columns - 1)}…` : text;

/** @internal A text in braces after the name of its class, shortened. `rest` tells how to get the whole text. */
export function block(name: string, text: string, rest = "toString() has all of them"): string {
  const lines = text.trim().split("\n");
  if (lines.length === 1 && lines[0] === "") return `${name} {}`;
  if (lines.length === 1 && `${name}${lines[0]}`.length < 76) return `${name} { ${lines[0]} }`;
  const shown = lines
    .slice(0, lines.length > kLines + 1 ? kLines : lines.length)
    .map((line) => `  ${cut(line)}`);
  const left = lines.length - shown.length;
  if (left > 0) shown.push(`  … ${left} more lines: ${rest}`);
  return `${name} {\n${shown.join("\n")}\n}`;
}

/** @internal Data after the name of its class, in Node's format. */
export function fields(
  name: string,
  data: unknown,
  options: InspectOptions,
  inspect: Inspect | undefined,
): string {
  return `${name} ${inspect ? inspect(data, options) : JSON.stringify(data)}`;
}

/** @internal The name of a class in brackets, for an object below the depth that is shown. */
export const outline = (name: string, options: InspectOptions | undefined): string =>
  options?.stylize?.(`[${name}]`, "special") ?? `[${name}]`;

/** @internal An object that can show itself. */
export interface Shown {
  show(options: InspectOptions, inspect?: Inspect): string;
}

/** @internal The method for `inspectKey`: shows an object, or its name if it is nested too deeply. */
export function inspected(
  object: Shown,
  name: string,
  depth: number | null | undefined,
  options: InspectOptions | undefined,
  inspect: Inspect | undefined,
): string {
  if (typeof depth === "number" && depth < 0) return outline(name, options);
  // Node gives the depth of the whole call in the options, and what is left of it as an argument.
  const nested = typeof depth === "number" && options?.depth !== depth;
  return object.show({ ...options, depth, nested }, inspect);
}
