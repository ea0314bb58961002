// The user's code in Python as part of a program of ours: its text stays as it is, and each name that the pipeline uses
// has an expression that stands for it. Loaded only with code in Python.
import { definedBy, namesIn } from "../../editor/python-names";
import { freeName } from "./own-code";
import { oneLine } from "./parts";

export interface PythonOwn {
  /** The code, to stand behind the imports. */
  readonly text: string;
  /** The pass or instrument of a name; one of a class is made anew, as the page does. */
  expression(name: string): string;
  /** Names of ours, changed where the code has the same. */
  free<T extends object>(names: T): T;
}

export function pythonOwn(code: string): PythonOwn {
  const classes = new Set(definedBy(code)?.flatMap(({ name, isClass }) => (isClass ? [name] : [])));
  const taken = namesIn(code);
  return {
    text: code.replace(/^\s*\n|\s+$/g, ""),
    expression: (name) => {
      // Names come from a document: what is none in Python stays a text.
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
