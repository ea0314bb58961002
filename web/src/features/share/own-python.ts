// Puts the user's Python code into a generated program. Its text stays the same, and each used name gets an expression.
// The file loads only with Python code.
import { definedBy, namesIn } from "../../editor/python-names";
import { freeName } from "./own-code";
import { oneLine } from "./parts";

export interface PythonOwn {
  /** The code, for the place after the imports. */
  readonly text: string;
  /** The expression for a pass or instrument. A class is instantiated, as in the page. */
  expression(name: string): string;
  /** The program's own names, renamed if the code uses them. */
  free<T extends object>(names: T): T;
}

export function pythonOwn(code: string): PythonOwn {
  const classes = new Set(definedBy(code)?.flatMap(({ name, isClass }) => (isClass ? [name] : [])));
  const taken = namesIn(code);
  return {
    text: code.replace(/^\s*\n|\s+$/g, ""),
    expression: (name) => {
      // Names come from a document, so a name that is not a Python identifier stays a string.
      if (!/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name))
        return `globals()[${JSON.stringify(oneLine(name))}]`;
      return classes.has(name) ? `${name}()` : name;
    },
    free: (names) =>
      Object.fromEntries(
        Object.entries(names).map(([key, name]) => [key, freeName(name as string, taken)]),
      ) as typeof names,
  };
}
