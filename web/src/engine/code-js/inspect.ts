// Values as text, as consoles show them: one line if it fits, else one line per member.

import { own } from "../../i18n/own";
import { largest } from "../../core/extremes";

export interface InspectOptions {
  /** The text of objects that have their own, such as programs; undefined for all others. */
  readonly textOf?: (value: object) => string | undefined;
}

/** The key of the method with which objects show themselves in Node. The package's objects have it. */
const CUSTOM = Symbol.for("nodejs.util.inspect.custom");

const MAX_DEPTH = 4;
const MAX_MEMBERS = 100;
const MAX_TEXT = 20_000;
const WIDTH = 76;

/** Any access to a value may throw: it may be a proxy or have accessors. */
function attempt<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

export function cut(text: string, length = MAX_TEXT): string {
  const more = text.length - length;
  return more > 0 ? `${text.slice(0, length)}… (${more} more characters)` : text;
}

export function inspect(value: unknown, options: InspectOptions = {}): string {
  const path: object[] = [];

  const show = (item: unknown): string => {
    switch (typeof item) {
      case "string":
        return JSON.stringify(cut(item));
      case "bigint":
        return `${item}n`;
      case "object":
        return item === null ? "null" : attempt(() => showObject(item), "an object that throws");
      case "function":
        return attempt(() => showFunction(item), "[Function]");
      default:
        return Object.is(item, -0) ? "-0" : String(item);
    }
  };

  const showFunction = (fn: object): string => {
    const own = options.textOf?.(fn);
    if (own !== undefined) return cut(own);
    const { name } = fn as { name: unknown };
    const sort = /^class\b/.test(Function.prototype.toString.call(fn)) ? "class" : "Function";
    return `[${sort} ${typeof name === "string" && name !== "" ? name : "(anonymous)"}]`;
  };

  const showObject = (object: object): string => {
    const own = options.textOf?.(object);
    if (own !== undefined) return cut(own);
    if (object instanceof Error) return cut(errorText(object));
    if (object instanceof Date) {
      return Number.isNaN(object.getTime()) ? "Invalid Date" : object.toISOString();
    }
    if (object instanceof RegExp || object instanceof URL) return String(object);
    if (path.includes(object)) return "[Circular]";
    const custom: unknown = Reflect.get(object, CUSTOM);
    if (typeof custom === "function") {
      const text: unknown = custom.call(object, MAX_DEPTH - path.length, {}, show);
      return typeof text === "string" ? cut(text) : show(text);
    }
    const name = className(object);
    if (path.length >= MAX_DEPTH) return Array.isArray(object) ? "[…]" : `${name || "Object"} {…}`;
    path.push(object);
    try {
      return showMembers(object, name);
    } finally {
      path.pop();
    }
  };

  const showMembers = (object: object, name: string): string => {
    if (isList(object)) {
      const shown = Array.from({ length: Math.min(object.length, MAX_MEMBERS) }, (_, i) =>
        i in object ? show(object[i]) : "empty",
      );
      const title = Array.isArray(object) && name === "Array" ? "" : `${name}(${object.length}) `;
      return enclose(title, "[", shown, object.length - shown.length, "]");
    }
    if (object instanceof Map || object instanceof Set) {
      const shown: string[] = [];
      for (const item of object) {
        if (shown.length === MAX_MEMBERS) break;
        shown.push(
          object instanceof Map
            ? `${show((item as [unknown, unknown])[0])} => ${show((item as [unknown, unknown])[1])}`
            : show(item),
        );
      }
      return enclose(`${name}(${object.size}) `, "{", shown, object.size - shown.length, "}");
    }
    const keys = Reflect.ownKeys(object).filter((key) =>
      Object.prototype.propertyIsEnumerable.call(object, key),
    );
    const shown = keys.slice(0, MAX_MEMBERS).map((key) => {
      const field = Object.getOwnPropertyDescriptor(object, key) ?? {};
      const text =
        "get" in field
          ? "[Getter]"
          : show(attempt(() => Reflect.get(object, key) as unknown, "it throws"));
      return `${keyText(key)}: ${text}`;
    });
    const title = name === "Object" ? "" : `${name || "[no prototype]"} `;
    return enclose(title, "{", shown, keys.length - shown.length, "}");
  };

  return show(value);
}

function keyText(key: string | symbol): string {
  if (typeof key === "symbol") return `[${String(key)}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);
}

function isList(object: object): object is ArrayLike<unknown> {
  return Array.isArray(object) || (ArrayBuffer.isView(object) && !(object instanceof DataView));
}

function className(object: object): string {
  const prototype = Object.getPrototypeOf(object) as { constructor?: { name?: unknown } } | null;
  const name = prototype?.constructor?.name;
  return typeof name === "string" ? name : "";
}

function errorText(error: Error): string {
  const head = `${error.name}: ${error.message}`;
  return error.cause === undefined
    ? head
    : `${head}\n  cause: ${attempt(() => String(error.cause), "an object that throws")}`;
}

function enclose(
  title: string,
  open: string,
  members: readonly string[],
  more: number,
  close: string,
): string {
  const all = more > 0 ? [...members, `… ${more} more`] : members;
  if (all.length === 0) return `${title}${open}${close}`;
  const space = open === "{" ? " " : "";
  const line = `${title}${open}${space}${all.join(", ")}${space}${close}`;
  if (line.length <= WIDTH && !line.includes("\n")) return line;
  const inner = all.map((member) => `  ${member.replaceAll("\n", "\n  ")}`).join(",\n");
  return `${title}${open}\n${inner}\n${close}`;
}

/**
 * The arguments of one call of `console.log` as text. Strings stay as they are. In a first string, `%s`, `%d`, `%i`,
 * `%f`, `%o`, `%O` and `%c` are replaced.
 */
export function formatArguments(values: readonly unknown[], options: InspectOptions = {}): string {
  const rest = [...values];
  const parts: string[] = [];
  const plain = (value: unknown): string =>
    typeof value === "string" ? cut(value) : inspect(value, options);
  if (typeof rest[0] === "string" && rest.length > 1) {
    const format = rest.shift() as string;
    parts.push(
      cut(format).replace(/%([sdifoOc%])/g, (whole, letter: string) => {
        if (letter === "%") return "%";
        if (rest.length === 0) return whole;
        const value = rest.shift();
        switch (letter) {
          case "s":
            return plain(value);
          case "d":
          case "f":
            return attempt(() => String(Number(value)), "NaN");
          case "i":
            return attempt(() => String(Math.trunc(Number(value))), "NaN");
          case "c":
            return "";
          default:
            return inspect(value, options);
        }
      }),
    );
  }
  return [...parts, ...rest.map(plain)].join(" ");
}

/** The output of `console.table`: a row per member, a column per field. */
export function formatTable(value: unknown, options: InspectOptions = {}): string {
  if (typeof value !== "object" || value === null) return formatArguments([value], options);
  const entries: [string, unknown][] =
    value instanceof Map
      ? [...value].map(([key, item]: [unknown, unknown]) => [plainCell(key, options), item])
      : Object.entries(value);
  const rows = entries.slice(0, MAX_MEMBERS);
  const columns: string[] = [];
  let bare = false;
  for (const [, row] of rows) {
    if (typeof row !== "object" || row === null || options.textOf?.(row) !== undefined) bare = true;
    else for (const key of Object.keys(row)) if (!columns.includes(key)) columns.push(key);
  }
  columns.splice(20);
  const cells = rows.map(([index, row]) => {
    const isRow = typeof row === "object" && row !== null && options.textOf?.(row) === undefined;
    return [
      index,
      ...columns.map((key) =>
        isRow && Object.hasOwn(row, key)
          ? plainCell(
              attempt(() => own(row as Record<string, unknown>, key), undefined),
              options,
            )
          : "",
      ),
      ...(bare ? [isRow ? "" : plainCell(row, options)] : []),
    ];
  });
  const table = [["", ...columns, ...(bare ? ["value"] : [])], ...cells];
  const widths = (table[0] ?? []).map((_, i) => largest(table.map((row) => row[i]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "─".repeat(width)).join("  "));
  if (entries.length > rows.length) lines.push(`… ${entries.length - rows.length} more rows`);
  return lines.join("\n");
}

/** A cell's text, in one line. */
function plainCell(value: unknown, options: InspectOptions): string {
  const text = typeof value === "string" ? value : inspect(value, options);
  return cut(text.replace(/\s*\n\s*/g, " "), 60);
}
