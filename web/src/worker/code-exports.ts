// What the user's exports can be used as: passes and instruments.
import { CodeError } from "./code-place";
import type { LoadedCode } from "./code";
import type { Namespace } from "./engine";

/** The hooks that make an object an instrument. */
const HOOKS = [
  "enterPassCtx",
  "exitPassCtx",
  "shouldRun",
  "runBeforePass",
  "runAfterPass",
  "runAfterFailed",
];

type Pass = InstanceType<Namespace["Pass"]>;
type Instrument = InstanceType<Namespace["instrument"]["BuiltInInstrument"]> | object;
type Made = new () => unknown;

function exportOf(code: LoadedCode, name: string): unknown {
  if (!Object.hasOwn(code.exports, name)) {
    const names = Object.keys(code.exports);
    throw new CodeError(
      `The code exports nothing named ${name}` +
        (names.length > 0 ? `; it exports ${names.join(", ")}` : ""),
    );
  }
  return code.exports[name];
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" || typeof value === "function") && value !== null;

/** A class or an old-fashioned constructor; arrow functions and methods cannot be made with `new`. */
const isClass = (value: unknown): value is Made =>
  typeof value === "function" && isObject((value as { prototype?: unknown }).prototype);

function what(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (isClass(value)) return "a class or function";
  return `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}

/** The pass that an export is; one of a class is made anew. Throws a CodeError if it is none. */
export function passOf(code: LoadedCode, name: string, passcope: Namespace): Pass {
  const value = exportOf(code, name);
  if (value instanceof passcope.Pass) return value;
  // Only classes of passes are instantiated: the constructor of any other class could do anything.
  if (isClass(value) && (value.prototype as unknown) instanceof passcope.Pass) {
    return new (value as new () => Pass)();
  }
  throw new CodeError(
    `${name} is ${what(value)}, not a pass: make one with transform.functionPass or ` +
      "transform.modulePass",
  );
}

/** The instrument that an export is; one of a class is made anew. Throws a CodeError if it is none. */
export function instrumentOf(code: LoadedCode, name: string, passcope: Namespace): Instrument {
  const value = exportOf(code, name);
  const isPass = value instanceof passcope.Pass;
  const made: unknown =
    isClass(value) && !isPass && !((value.prototype as unknown) instanceof passcope.Pass)
      ? new value()
      : value;
  if (!isPass && isInstrument(made, passcope)) return made;
  throw new CodeError(
    `${name} is ${isPass ? "a pass" : what(value)}, not an instrument: it needs at least one of ` +
      `${HOOKS.join(", ")}`,
  );
}

function isInstrument(value: unknown, passcope: Namespace): value is Instrument {
  if (!isObject(value)) return false;
  return (
    value instanceof passcope.instrument.BuiltInInstrument ||
    HOOKS.some((hook) => typeof (value as Record<string, unknown>)[hook] === "function")
  );
}
