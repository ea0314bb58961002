// What the user's exports can be used as: passes and instruments.
import type { Message } from "../../i18n/message";
import { CodeError } from "../session/code-place";
import type { LoadedCode } from "./code";
import type { Namespace } from "../session/package-parts";
import { words } from "./code-messages";

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
      names.length > 0
        ? words("The code exports nothing named {name}; it exports {names}", { name, names })
        : words("The code exports nothing named {name}", { name }),
    );
  }
  return code.exports[name];
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" || typeof value === "function") && value !== null;

/** A class or an old-fashioned constructor; arrow functions and methods cannot be made with `new`. */
const isClass = (value: unknown): value is Made =>
  typeof value === "function" && isObject((value as { prototype?: unknown }).prototype);

function what(value: unknown): Message {
  if (Array.isArray(value)) return words("an array");
  if (isClass(value)) return words("a class or function");
  if (typeof value === "function") return words("a function");
  if (isObject(value)) return words("an object");
  // `undefined`, `string`, as the language calls them.
  return words("a value of type {type}", { type: value === null ? "null" : typeof value });
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
    words(
      "{name} is {what}, not a pass: make one with transform.functionPass or transform.modulePass",
      { name, what: what(value) },
    ),
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
  if (!isPass && isInstrument(made, passcope)) return named(made, name);
  throw new CodeError(
    words("{name} is {what}, not an instrument: it needs at least one of {hooks}", {
      name,
      what: isPass ? words("a pass") : what(value),
      hooks: HOOKS,
    }),
  );
}

/** The instrument; one that is an object without a class or a name is called as its export. */
function named(made: Instrument, name: string): Instrument {
  const { constructor, name: own } = made as { constructor?: unknown; name?: unknown };
  const hasClass = typeof constructor === "function" && constructor !== Object;
  if (!hasClass && own === undefined && Object.isExtensible(made)) {
    Object.defineProperty(made, "name", { value: name, configurable: true, writable: true });
  }
  return made;
}

function isInstrument(value: unknown, passcope: Namespace): value is Instrument {
  if (!isObject(value)) return false;
  return (
    value instanceof passcope.instrument.BuiltInInstrument ||
    HOOKS.some((hook) => typeof (value as Record<string, unknown>)[hook] === "function")
  );
}
